import { describe, expect, test } from 'vitest'
import { checkKey, type ApiKey, type KeyRing } from '../../../src/domain/keys/key.js'
import { retiredAfter, type KeyDecision, type KeyEventKind } from '../../../src/domain/keys/change.js'
import {
  createKey,
  disableKey,
  editKey,
  enableKey,
  revokeKey,
  rotateKey,
  type NewKey,
  type Rotation,
} from '../../../src/domain/keys/lifecycle.js'
import type { ProblemCode } from '../../../src/domain/problem.js'
import { after, at, day, hour, keyOf, now, ringOf, secretOf } from './ring.js'

const newKey = (differences: Partial<NewKey> = {}): NewKey => ({
  id: 'new',
  name: 'dashboard',
  expires_at: null,
  allow: null,
  team_id: null,
  reasons: 'shown',
  secret: { hash: 'hash-new', start: 'who_live_new0' },
  ...differences,
})

const rotation = (differences: Partial<Rotation> = {}): Rotation => ({
  id: 'a',
  secret: { hash: 'hash-new', start: 'who_live_new0' },
  grace: 24 * hour,
  again: false,
  seen: 3,
  ...differences,
})

const done = (decision: KeyDecision): Exclude<KeyDecision, { readonly refused: string }> => {
  if ('refused' in decision) throw new Error(`refused: ${decision.message}`)
  return decision
}

type Outcome = KeyEventKind | 'unchanged' | ProblemCode
const outcomeOf = (decision: KeyDecision): Outcome =>
  'refused' in decision ? decision.refused : (decision.notes[0]?.what ?? 'unchanged')

const states: Readonly<Record<string, Partial<ApiKey>>> = {
  active: {},
  disabled: { state: 'disabled' },
  locked: { locked: true },
  'locked and disabled': { locked: true, state: 'disabled' },
  expired: { expires_at: at(-day) },
  'expired and disabled': { state: 'disabled', expires_at: at(-day) },
  revoked: { state: 'revoked', revoked_at: at(-day) },
}
const commands: Readonly<Record<string, (ring: KeyRing, at: Date) => KeyDecision>> = {
  create: (ring, now) => createKey(ring, newKey(), now),
  rotate: (ring, now) => rotateKey(ring, rotation(), now),
  disable: (ring, now) => disableKey(ring, 'a', now),
  enable: (ring, now) => enableKey(ring, 'a', now),
  revoke: (ring, now) => revokeKey(ring, 'a', now),
  edit: (ring, now) => editKey(ring, 'a', { name: 'another' }, now),
}

/** One key in that state; what each command makes of it. */
const transitions: readonly (readonly [keyof typeof states, ...Outcome[]])[] = [
  //                      create        rotate        disable      enable       revoke      edit
  ['active', 'plan_limit', 'plan_limit', 'disabled', 'unchanged', 'revoked', 'edited'],
  ['disabled', 'plan_limit', 'plan_limit', 'unchanged', 'enabled', 'revoked', 'edited'],
  ['locked', 'created', 'plan_limit', 'conflict', 'unlocked', 'revoked', 'edited'],
  ['locked and disabled', 'created', 'plan_limit', 'conflict', 'unlocked', 'revoked', 'edited'],
  ['expired', 'created', 'plan_limit', 'conflict', 'conflict', 'revoked', 'conflict'],
  ['expired and disabled', 'created', 'plan_limit', 'conflict', 'conflict', 'revoked', 'conflict'],
  ['revoked', 'created', 'plan_limit', 'conflict', 'conflict', 'unchanged', 'conflict'],
]
const paid: typeof transitions = [
  ['active', 'created', 'rotated', 'disabled', 'unchanged', 'revoked', 'edited'],
  ['disabled', 'created', 'conflict', 'unchanged', 'enabled', 'revoked', 'edited'],
  ['locked', 'created', 'conflict', 'conflict', 'unlocked', 'revoked', 'edited'],
  ['locked and disabled', 'created', 'conflict', 'conflict', 'unlocked', 'revoked', 'edited'],
  ['expired', 'created', 'conflict', 'conflict', 'conflict', 'revoked', 'conflict'],
  ['expired and disabled', 'created', 'conflict', 'conflict', 'conflict', 'revoked', 'conflict'],
  ['revoked', 'created', 'conflict', 'conflict', 'conflict', 'unchanged', 'conflict'],
]

describe.each([
  ['free', transitions],
  ['paid', paid],
] as const)('on the %s plan', (plan, rows) => {
  const cases = rows.flatMap(([state, ...outcomes]) =>
    Object.keys(commands).map((command, index) => ({ state, command, outcome: outcomes[index]! })),
  )
  test.each(cases)('$command with a key that is $state: $outcome', ({ state, command, outcome }) => {
    const ring = ringOf(plan, keyOf('a', states[state]))
    const decision = commands[command]!(ring, now)
    expect(outcomeOf(decision)).toBe(outcome)
    if ('refused' in decision) expect(decision.message).toMatch(/^[^a-z].{30,}\.$/)
  })

  test.each(['rotate', 'disable', 'enable', 'revoke', 'edit'])(
    '%s of a key that is not there: not found',
    (command) => {
      expect(outcomeOf(commands[command]!(ringOf(plan), now))).toBe('not_found')
    },
  )
})

test.each(['__proto__', 'constructor', 'toString'])('the id %s names no key', (id) => {
  const ring = ringOf('paid', keyOf('a'))
  for (const command of [disableKey, enableKey, revokeKey])
    expect(outcomeOf(command(ring, id, now))).toBe('not_found')
  expect(outcomeOf(rotateKey(ring, rotation({ id }), now))).toBe('not_found')
})

describe('creating', () => {
  test('creates an active key with one secret without an end', () => {
    const { key, notes } = done(createKey(ringOf('paid'), newKey({ expires_at: at(day), team_id: 't' }), now))
    const secret = { ...newKey().secret, created_at: at(0), valid_until: null }
    const times = { created_at: at(0), expires_at: at(day) }
    expect(key).toEqual(
      keyOf('new', { name: 'dashboard', secrets: [secret], ...times, team_id: 't', version: 1 }),
    )
    const detail = { name: 'dashboard', start: 'who_live_new0', expires_at: at(day) }
    expect(notes).toEqual([{ key: 'new', what: 'created', detail }])
  })

  test('with an end is refused on the free plan, which has no expiry management', () => {
    expect(outcomeOf(createKey(ringOf('free'), newKey({ expires_at: at(day) }), now))).toBe('plan_limit')
  })

  const twenty = Array.from({ length: 20 }, (_, index) =>
    keyOf(`k${index}`, index % 2 ? { state: 'disabled' } : {}),
  )
  test('stops at 20 keys that count, disabled ones among them', () => {
    expect(outcomeOf(createKey(ringOf('paid', ...twenty.slice(1)), newKey(), now))).toBe('created')
    expect(outcomeOf(createKey(ringOf('paid', ...twenty), newKey(), now))).toBe('plan_limit')
  })

  test('does not count locked and expired keys', () => {
    const others = [keyOf('x', { locked: true }), keyOf('y', { expires_at: at(0) })]
    expect(outcomeOf(createKey(ringOf('paid', ...twenty.slice(1), ...others), newKey(), now))).toBe('created')
  })
})

describe('rotating', () => {
  const ring = ringOf('paid', keyOf('a'))

  test('keeps the id and everything but the secrets, and names both in the log without telling them', () => {
    const { key, notes } = done(rotateKey(ring, rotation(), now))
    expect(key).toEqual({
      ...ring.keys['a'],
      secrets: [
        { ...rotation().secret, created_at: at(0), valid_until: null },
        { ...secretOf('hash-a'), valid_until: at(day) },
      ],
      rotated_at: at(0),
      version: 4,
    })
    const detail = { start: 'who_live_new0', previous_valid_until: at(day) }
    expect(notes).toEqual([{ key: 'a', what: 'rotated', detail }])
  })

  test.each([
    ['no end of its own', null, null, 24 * hour, at(24 * hour)],
    ['an end after the grace', at(2 * day), null, 24 * hour, at(24 * hour)],
    ['an end before the grace: it is not extended', at(hour), null, 24 * hour, at(hour)],
    ['a key that ends before the grace', null, at(hour), 24 * hour, at(hour)],
    ['no grace', null, null, 0, at(0)],
    ['the longest grace', null, null, 7 * day, at(7 * day)],
  ])(
    'the old secret ends at the earlier of its end and the grace: %s',
    (_, own, expires, grace, expected) => {
      const key = keyOf('a', { secrets: [secretOf('hash-a', own)], expires_at: expires })
      const rotated = done(rotateKey(ringOf('paid', key), rotation({ grace }), now)).key
      expect(rotated.secrets[1]!.valid_until).toBe(expected)
    },
  )

  test('without a grace the old secret fails at once and the new one works', () => {
    const rotated = done(rotateKey(ring, rotation({ grace: 0 }), now)).key
    expect(checkKey(rotated, 'hash-a', now)).toBe('expired')
    expect(checkKey(rotated, 'hash-new', now)).toBe('good')
  })

  test('ends a secret in its grace period: a key has at most two', () => {
    const key = keyOf('a', { secrets: [secretOf('second'), secretOf('first', at(day))] })
    const rotated = done(rotateKey(ringOf('paid', key), rotation(), now)).key
    expect(rotated.secrets.map((secret) => secret.hash)).toEqual(['hash-new', 'second'])
    expect(checkKey(rotated, 'first', now)).toBe('expired')
  })

  test.each([-1, 7 * day + 1, Number.NaN])('refuses a grace of %d milliseconds', (grace) => {
    expect(outcomeOf(rotateKey(ring, rotation({ grace }), now))).toBe('invalid')
  })

  test.each([
    ['59.999 s ago', -59_999, false, 'conflict'],
    ['60 s ago', -60_000, false, 'rotated'],
    ['just now', 0, false, 'conflict'],
    ['in the future, by another clock', 5_000, false, 'conflict'],
    ['just now, with --again', 0, true, 'rotated'],
  ])('a key that was rotated %s', (_, ago, again, expected) => {
    const key = keyOf('a', { rotated_at: at(ago) })
    expect(outcomeOf(rotateKey(ringOf('paid', key), rotation({ again }), now))).toBe(expected)
  })

  test('is refused when the key is not as the caller saw it, --again or not', () => {
    for (const again of [false, true])
      expect(outcomeOf(rotateKey(ring, rotation({ again, seen: 2 }), now))).toBe('conflict')
  })
})

describe('enabling a locked key', () => {
  const locked = keyOf('a', { locked: true, state: 'disabled' })

  test('makes it active, not only unlocked', () => {
    const active = { state: 'active', locked: false, version: 4 }
    expect(done(enableKey(ringOf('free', locked), 'a', now)).key).toMatchObject(active)
  })

  test.each([
    ['free', keyOf('b'), 'plan_limit'],
    ['free', keyOf('b', { state: 'disabled' }), 'plan_limit'],
    ['free', keyOf('b', { locked: true }), 'unlocked'],
    ['free', keyOf('b', { expires_at: at(0) }), 'unlocked'],
    ['paid', keyOf('b'), 'unlocked'],
  ] as const)('on the %s plan beside %o: %s', (plan, other, expected) => {
    expect(outcomeOf(enableKey(ringOf(plan, locked, other), 'a', now))).toBe(expected)
  })

  test('is refused on the paid plan when 20 others count', () => {
    const others = Array.from({ length: 20 }, (_, index) => keyOf(`k${index}`))
    expect(outcomeOf(enableKey(ringOf('paid', locked, ...others), 'a', now))).toBe('plan_limit')
  })
})

describe('revoking', () => {
  test('ends every secret now and takes the key out of the organization', () => {
    const key = keyOf('a', { secrets: [secretOf('new'), secretOf('old', at(hour))] })
    const ring = ringOf('paid', key, keyOf('b'))
    const decision = done(revokeKey(ring, 'a', now))
    expect(decision.key).toMatchObject({ state: 'revoked', revoked_at: at(0), version: 4 })
    expect(decision.key.secrets.map((secret) => secret.valid_until)).toEqual([at(0), at(0)])
    expect(decision.retired).toEqual([decision.key])
    expect(Object.keys(after(ring, decision).keys)).toEqual(['b'])
  })

  test('does not move an end that has already passed', () => {
    const key = keyOf('a', { secrets: [secretOf('new'), secretOf('old', at(-hour))] })
    expect(done(revokeKey(ringOf('paid', key), 'a', now)).key.secrets[1]!.valid_until).toBe(at(-hour))
  })
})

test('keys that expired 30 days ago leave the organization with the next change of any key', () => {
  const ring = ringOf(
    'paid',
    keyOf('a'),
    keyOf('long', { expires_at: at(-retiredAfter) }),
    keyOf('short', { expires_at: at(1 - retiredAfter) }),
  )
  const decision = done(disableKey(ring, 'a', now))
  expect(decision.retired).toEqual([ring.keys['long']])
  expect(Object.keys(after(ring, decision).keys)).toEqual(['a', 'short'])
  expect(decision.notes.map((note) => [note.key, note.what])).toEqual([
    ['a', 'disabled'],
    ['long', 'retired'],
  ])
})
