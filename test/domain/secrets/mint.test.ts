import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { hashSecret, isKeyShaped, mintSecret, secretBytes } from '../../../src/domain/secrets/mint.js'

/** Made once with another implementation (Python's zlib and hashlib). They never change: keys are out there. */
const golden = [
  {
    bytes: new Uint8Array(32),
    token: 'who_live_00000000000000000000000000000000000000000003AosrT',
    hash: '7587f8c1baa299172e8572f15c403a4b22cee779fe4f497b7fbdad0f5172aed3',
  },
  {
    bytes: Uint8Array.from({ length: 32 }, (_, index) => index),
    token: 'who_live_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf2LhPad',
    hash: 'ae5dd5b73b6930411118b5a80207e116a67c8c8c186a7686ae487427e194e53a',
  },
  {
    bytes: new Uint8Array(32).fill(255),
    token: 'who_live_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp107lkeh',
    hash: 'e30428d6c2ea705690e92b7204be37541d23545779f9de3e44ef96c36b6150e6',
  },
]
const someBytes = fc.uint8Array({ minLength: secretBytes, maxLength: secretBytes })
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const token = golden[1]!.token

describe('the format of a key', () => {
  test.each(golden)('never drifts: $token', ({ bytes, token, hash }) => {
    expect(mintSecret(bytes)).toEqual({ token, hash, start: token.slice(0, 13) })
    expect(isKeyShaped(token)).toBe(true)
    expect(hashSecret(token)).toBe(hash)
  })

  test('is 58 characters that a double click selects, whatever the bytes', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const minted = mintSecret(bytes)
        expect(minted.token).toMatch(/^who_live_[0-9A-Za-z]{49}$/)
        expect(isKeyShaped(minted.token)).toBe(true)
      }),
      { numRuns: inject('cases') },
    )
  })

  test('keeps all 256 bits: the bytes can be read back from it', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        let value = 0n
        for (const digit of mintSecret(bytes).token.slice(9, 52))
          value = value * 62n + BigInt(alphabet.indexOf(digit))
        expect(value.toString(16).padStart(64, '0')).toBe(Buffer.from(bytes).toString('hex'))
      }),
      { numRuns: inject('cases') },
    )
  })

  test('is made from exactly 32 bytes', () => {
    for (const length of [0, 16, 31, 33]) expect(() => mintSecret(new Uint8Array(length))).toThrow(RangeError)
  })
})

describe('a text that is no key', () => {
  const texts: readonly [string, string][] = [
    ['nothing', ''],
    ['a blank before', ` ${token}`],
    ['a line break after', `${token}\n`],
    ['one character short', token.slice(0, -1)],
    ['one character long', `${token}0`],
    ['another prefix', token.replace('live', 'test')],
    ['the prefix in capitals', token.replace('who', 'WHO')],
    ['a character outside base 62', token.replace(/L/, '-')],
    ['non-ASCII of the right length', `${token.slice(0, 57)}é`],
    ['a property of every object', '__proto__'],
    ['a filter', '{"$ne":null}'],
    ['seven kilobytes', 'who_live_'.padEnd(7_168, 'a')],
  ]
  test.each(texts)('is refused: %s', (_, text) => expect(isKeyShaped(text)).toBe(false))

  test('is refused with any one character changed, and with any two neighbours swapped', () => {
    const wrong: string[] = []
    for (let index = 9; index < token.length; index++) {
      for (const digit of alphabet)
        if (digit !== token[index]) wrong.push(token.slice(0, index) + digit + token.slice(index + 1))
      const swapped = token.slice(0, index - 1) + token[index]! + token[index - 1]! + token.slice(index + 1)
      if (index > 9 && swapped !== token) wrong.push(swapped)
    }
    expect(wrong.length).toBeGreaterThan(49 * 61)
    expect(wrong.filter(isKeyShaped)).toEqual([])
  })
})
