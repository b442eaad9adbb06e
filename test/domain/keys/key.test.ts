import { describe, expect, test } from 'vitest'
import { counts, earlier, hasCome, shownState, checkKey } from '../../../src/domain/keys/key.js'
import type { ApiKey, KeyState, KeyCheck } from '../../../src/domain/keys/key.js'
import { at, day, hour, keyOf, now, secretOf } from './ring.js'

const two = [secretOf('new'), secretOf('old', at(hour))]
const over = [secretOf('new'), secretOf('old', at(0))]

const disabled = { state: 'disabled' } as const
const revoked = { state: 'revoked' } as const
const unreadable = { secrets: [secretOf('hash-a', 'tomorrow')] }

const cases: readonly [string, Partial<ApiKey>, KeyCheck, KeyState, counts: boolean, hash?: string][] = [
  ['an active key', {}, 'good', 'active', true],
  ['a disabled key', disabled, 'disabled', 'disabled', true],
  ['a locked key', { locked: true }, 'locked', 'locked', false],
  ['a locked key that was disabled', { ...disabled, locked: true }, 'locked', 'locked', false],
  ['a revoked key', revoked, 'revoked', 'revoked', false],
  ['a revoked key that had expired', { ...revoked, expires_at: at(-day) }, 'revoked', 'revoked', false],
  ['a revoked key that was locked', { ...revoked, locked: true }, 'revoked', 'revoked', false],
  ['a key a millisecond before its end', { expires_at: at(1) }, 'good', 'active', true],
  ['a key at its end', { expires_at: at(0) }, 'expired', 'expired', false],
  ['a disabled key past its end', { ...disabled, expires_at: at(-1) }, 'expired', 'expired', false],
  ['a locked key past its end', { locked: true, expires_at: at(-1) }, 'expired', 'expired', false],
  ['the new secret during a grace', { secrets: two }, 'good', 'active', true, 'new'],
  ['the old secret during its grace', { secrets: two }, 'good', 'active', true, 'old'],
  ['the old secret at the end of its grace', { secrets: over }, 'expired', 'active', true, 'old'],
  ['a secret that was replaced long ago', { secrets: two }, 'expired', 'active', true, 'older'],
  ['a secret whose end cannot be read', unreadable, 'expired', 'active', true],
]

describe('the state of a key', () => {
  test.each(cases)('%s', (_, fields, check, shown, counted, hash = 'hash-a') => {
    const key = keyOf('a', fields)
    expect(checkKey(key, hash, now)).toBe(check)
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
