import { describe, expect, test } from 'vitest'
import { counts, earlier, hasCome, shownState, checkKey } from '../../../src/domain/keys/key.js'
import type { ApiKey, KeyState, KeyCheck } from '../../../src/domain/keys/key.js'
import { at, day, hour, keyOf, now, secretOf } from './ring.js'

const two = [secretOf('new'), secretOf('old', at(hour))]

const cases: readonly {
  readonly name: string
  readonly key: ApiKey
  readonly hash?: string
  readonly standing: KeyCheck
  readonly shown: KeyState
  readonly counts: boolean
}[] = [
  { name: 'an active key', key: keyOf('a'), standing: 'good', shown: 'active', counts: true },
  {
    name: 'a disabled key',
    key: keyOf('a', { state: 'disabled' }),
    standing: 'disabled',
    shown: 'disabled',
    counts: true,
  },
  {
    name: 'a locked key',
    key: keyOf('a', { locked: true }),
    standing: 'locked',
    shown: 'locked',
    counts: false,
  },
  {
    name: 'a locked key that was disabled',
    key: keyOf('a', { locked: true, state: 'disabled' }),
    standing: 'locked',
    shown: 'locked',
    counts: false,
  },
  {
    name: 'a revoked key',
    key: keyOf('a', { state: 'revoked' }),
    standing: 'revoked',
    shown: 'revoked',
    counts: false,
  },
  {
    name: 'a revoked key that had expired and was locked',
    key: keyOf('a', { state: 'revoked', locked: true, expires_at: at(-day) }),
    standing: 'revoked',
    shown: 'revoked',
    counts: false,
  },
  {
    name: 'a key a millisecond before its end',
    key: keyOf('a', { expires_at: at(1) }),
    standing: 'good',
    shown: 'active',
    counts: true,
  },
  {
    name: 'a key at its end',
    key: keyOf('a', { expires_at: at(0) }),
    standing: 'expired',
    shown: 'expired',
    counts: false,
  },
  {
    name: 'a disabled key past its end',
    key: keyOf('a', { state: 'disabled', expires_at: at(-1) }),
    standing: 'expired',
    shown: 'expired',
    counts: false,
  },
  {
    name: 'a locked key past its end',
    key: keyOf('a', { locked: true, expires_at: at(-1) }),
    standing: 'expired',
    shown: 'expired',
    counts: false,
  },
  {
    name: 'the new secret during a grace',
    key: keyOf('a', { secrets: two }),
    hash: 'new',
    standing: 'good',
    shown: 'active',
    counts: true,
  },
  {
    name: 'the old secret during its grace',
    key: keyOf('a', { secrets: two }),
    hash: 'old',
    standing: 'good',
    shown: 'active',
    counts: true,
  },
  {
    name: 'the old secret at the end of its grace',
    key: keyOf('a', { secrets: [secretOf('new'), secretOf('old', at(0))] }),
    hash: 'old',
    standing: 'expired',
    shown: 'active',
    counts: true,
  },
  {
    name: 'a secret that was replaced long ago',
    key: keyOf('a', { secrets: two }),
    hash: 'older',
    standing: 'expired',
    shown: 'active',
    counts: true,
  },
  {
    name: 'a secret whose end cannot be read',
    key: keyOf('a', { secrets: [secretOf('hash-a', 'tomorrow')] }),
    standing: 'expired',
    shown: 'active',
    counts: true,
  },
]

describe('the state of a key', () => {
  test.each(cases)('$name: $standing', ({ key, hash = 'hash-a', standing, shown, counts: counted }) => {
    expect(checkKey(key, hash, now)).toBe(standing)
    expect(shownState(key, now)).toBe(shown)
    expect(counts(key, now)).toBe(counted)
  })
})

test('an end has come at its own millisecond, and none never comes', () => {
  expect([hasCome(at(0), now), hasCome(at(1), now), hasCome(null, now)]).toEqual([true, false, false])
})

test.each([
  [null, null, null],
  [at(1), null, at(1)],
  [null, at(1), at(1)],
  [at(1), at(2), at(1)],
  [at(2), at(1), at(1)],
])('the earlier of %s and %s is %s', (a, b, expected) => expect(earlier(a, b)).toBe(expected))
