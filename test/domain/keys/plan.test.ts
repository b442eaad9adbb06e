import { describe, expect, test } from 'vitest'
import { countingKeys } from '../../../src/domain/keys/key.js'
import type { ApiKey } from '../../../src/domain/keys/key.js'
import { changePlan } from '../../../src/domain/keys/plan.js'
import type { PlanDecision } from '../../../src/domain/keys/plan.js'
import { at, day, hour, keyOf, minute, now, ringOf, secretOf } from './ring.js'

const noUses: ReadonlyMap<string, string> = new Map()

const done = (decision: PlanDecision): Exclude<PlanDecision, { readonly refused: string }> => {
  if ('refused' in decision) throw new Error(`refused: ${decision.message}`)
  return decision
}

describe('from paid to free', () => {
  const cases: readonly {
    readonly name: string
    readonly keys: readonly ApiKey[]
    readonly uses?: readonly (readonly [string, string])[]
    readonly keepKey?: string
    readonly keeps: string | null
  }[] = [
    { name: 'no key at all', keys: [], keeps: null },
    { name: 'one key', keys: [keyOf('a')], keeps: 'a' },
    {
      name: 'the most recently used active key',
      keys: [keyOf('a'), keyOf('b'), keyOf('c')],
      uses: [
        ['a', at(-day)],
        ['b', at(-minute)],
        ['c', at(-hour)],
      ],
      keeps: 'b',
    },
    {
      name: 'a used key before one that was never used, however old that is',
      keys: [keyOf('a', { created_at: at(-99 * day) }), keyOf('b')],
      uses: [['b', at(-90 * day)]],
      keeps: 'b',
    },
    {
      name: 'a tie: the oldest',
      keys: [keyOf('a', { created_at: at(-day) }), keyOf('b', { created_at: at(-2 * day) })],
      uses: [
        ['a', at(-minute)],
        ['b', at(-minute)],
      ],
      keeps: 'b',
    },
    {
      name: 'all never used: the oldest',
      keys: [keyOf('a', { created_at: at(-day) }), keyOf('b', { created_at: at(-2 * day) })],
      keeps: 'b',
    },
    { name: 'a tie in everything: always the same', keys: [keyOf('b'), keyOf('a')], keeps: 'a' },
    {
      name: 'an active key before a disabled one that was used later',
      keys: [keyOf('a'), keyOf('b', { state: 'disabled' })],
      uses: [['b', at(-minute)]],
      keeps: 'a',
    },
    {
      name: 'only disabled keys: the most recently used',
      keys: [keyOf('a', { state: 'disabled' }), keyOf('b', { state: 'disabled' })],
      uses: [['b', at(-minute)]],
      keeps: 'b',
    },
    {
      name: 'expired and locked keys are not kept',
      keys: [keyOf('a', { expires_at: at(0) }), keyOf('b', { locked: true }), keyOf('c')],
      uses: [
        ['a', at(-minute)],
        ['b', at(-minute)],
      ],
      keeps: 'c',
    },
    { name: 'none that counts', keys: [keyOf('a', { expires_at: at(0) })], keeps: null },
    {
      name: 'the named key, used or not',
      keys: [keyOf('a'), keyOf('b', { state: 'disabled' })],
      uses: [['a', at(-minute)]],
      keepKey: 'b',
      keeps: 'b',
    },
  ]

  test.each(cases)('keeps $name', ({ keys, uses = [], keepKey, keeps }) => {
    const ring = ringOf('paid', ...keys)
    const decision = done(changePlan(ring, { to: 'free', keepKey }, new Map(uses), now))
    const after = { plan: decision.plan, keys: { ...ring.keys } }
    for (const key of decision.changed) after.keys[key.id] = key
    expect(decision.plan).toBe('free')
    expect(decision.keeps?.id ?? null).toBe(keeps)
    expect(countingKeys(after, now).map((key) => key.id)).toEqual(keeps === null ? [] : [keeps])
  })

  test.each([
    ['is not there', keyOf('a'), 'x'],
    ['is locked', keyOf('a', { locked: true }), 'a'],
    ['has expired', keyOf('a', { expires_at: at(0) }), 'a'],
    ['is called like a property of every object', keyOf('a'), 'constructor'],
  ])('is refused when the named key %s', (_, key, keepKey) => {
    const decision = changePlan(ringOf('paid', keyOf('b'), key), { to: 'free', keepKey }, noUses, now)
    expect(decision).toMatchObject({ refused: 'conflict' })
  })

  test('ends the old secrets of every key, also of those that are locked', () => {
    const two = (id: string): ApiKey =>
      keyOf(id, { secrets: [secretOf(`new-${id}`), secretOf(`old-${id}`, at(hour))] })
    const ring = ringOf('paid', two('a'), two('b'), keyOf('c', { locked: true, secrets: two('c').secrets }))
    const { changed } = done(changePlan(ring, { to: 'free' }, noUses, now))
    expect(
      changed.map((key) => [
        key.id,
        key.locked,
        key.version,
        key.secrets.map((secret) => secret.valid_until),
      ]),
    ).toEqual([
      ['a', false, 4, [null, at(0)]],
      ['b', true, 4, [null, at(0)]],
      ['c', true, 4, [null, at(0)]],
    ])
  })

  test('changes only what needs it, and logs what was kept and what was locked', () => {
    const ring = ringOf('paid', keyOf('a'), keyOf('b'), keyOf('c', { expires_at: at(-day) }))
    const { changed, notes } = done(changePlan(ring, { to: 'free' }, noUses, now))
    expect(changed).toEqual([{ ...ring.keys['b'], locked: true, version: 4 }])
    expect(notes.map((note) => [note.key, note.what])).toEqual([
      ['a', 'kept_by_plan'],
      ['b', 'locked_by_plan'],
    ])
  })
})

describe('any other change of plan', () => {
  test.each([
    ['free', 'paid'],
    ['free', 'free'],
    ['paid', 'paid'],
  ] as const)('from %s to %s touches no key', (from, to) => {
    const ring = ringOf(from, keyOf('a'), keyOf('b', { locked: true }))
    expect(changePlan(ring, { to }, noUses, now)).toEqual({
      plan: to,
      keeps: null,
      changed: [],
      retired: [],
      notes: [],
    })
  })

  test('is refused with --keep-key, which would do nothing', () => {
    const decision = changePlan(ringOf('free', keyOf('a')), { to: 'paid', keepKey: 'a' }, noUses, now)
    expect(decision).toMatchObject({ refused: 'invalid' })
  })
})
