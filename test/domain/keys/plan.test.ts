import { describe, expect, test } from 'vitest'
import { countingKeys } from '../../../src/domain/keys/key.js'
import type { ApiKey } from '../../../src/domain/keys/key.js'
import { changePlan } from '../../../src/domain/keys/plan.js'
import type { PlanDecision } from '../../../src/domain/keys/plan.js'
import { after, at, day, hour, keyOf, minute, now, ringOf, secretOf } from './ring.js'

const noUses: ReadonlyMap<string, string> = new Map()

const done = (decision: PlanDecision): Exclude<PlanDecision, { readonly refused: string }> => {
  if ('refused' in decision) throw new Error(`refused: ${decision.message}`)
  return decision
}

describe('from paid to free', () => {
  const old = { created_at: at(-2 * day) }
  const young = { created_at: at(-day) }
  const disabled = { state: 'disabled' } as const

  /** The keys, when each of them was last used, the key that is named; and the one that is kept. */
  const cases: readonly [
    name: string,
    keys: readonly ApiKey[],
    uses: Readonly<Record<string, number>>,
    keeps: string | null,
    keepKey?: string,
  ][] = [
    ['no key at all', [], {}, null],
    ['one key', [keyOf('a')], {}, 'a'],
    [
      'the most recently used active key',
      [keyOf('a'), keyOf('b'), keyOf('c')],
      { a: day, b: minute, c: hour },
      'b',
    ],
    [
      'a used key before an older one that was never used',
      [keyOf('a', old), keyOf('b')],
      { b: 90 * day },
      'b',
    ],
    ['a tie: the oldest', [keyOf('a', young), keyOf('b', old)], { a: minute, b: minute }, 'b'],
    ['all never used: the oldest', [keyOf('a', young), keyOf('b', old)], {}, 'b'],
    ['a tie in everything: always the same', [keyOf('b'), keyOf('a')], {}, 'a'],
    [
      'an active key before a disabled one that was used',
      [keyOf('a'), keyOf('b', disabled)],
      { b: minute },
      'a',
    ],
    ['of disabled keys the last used', [keyOf('a', disabled), keyOf('b', disabled)], { b: minute }, 'b'],
    ['no expired key', [keyOf('a', { expires_at: at(0) }), keyOf('c')], { a: minute }, 'c'],
    ['no locked key', [keyOf('b', { locked: true }), keyOf('c')], { b: minute }, 'c'],
    ['none that counts', [keyOf('a', { expires_at: at(0) })], {}, null],
    ['the named key, used or not', [keyOf('a'), keyOf('b', disabled)], { a: minute }, 'b', 'b'],
  ]

  test.each(cases)('keeps %s', (_, keys, ago, keeps, keepKey) => {
    const ring = ringOf('paid', ...keys)
    const uses = new Map(Object.entries(ago).map(([id, milliseconds]) => [id, at(-milliseconds)]))
    const decision = done(changePlan(ring, { to: 'free', keepKey }, uses, now))
    expect(decision.plan).toBe('free')
    expect(decision.keeps?.id ?? null).toBe(keeps)
    const counting = countingKeys({ plan: 'free', keys: after(ring, decision).keys }, now)
    expect(counting.map((key) => key.id)).toEqual(keeps === null ? [] : [keeps])
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
    expect(changed.map(({ id, locked, version }) => [id, locked, version])).toEqual([
      ['a', false, 4],
      ['b', true, 4],
      ['c', true, 4],
    ])
    for (const { secrets } of changed)
      expect(secrets.map(({ valid_until }) => valid_until)).toEqual([null, at(0)])
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
