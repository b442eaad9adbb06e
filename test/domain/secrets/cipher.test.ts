import { describe, expect, inject, it } from 'vitest'
import fc from 'fast-check'
import { decryptToken, encryptToken, nonceBytes } from '../../../src/domain/secrets/cipher.js'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('an encrypted token', () => {
  it('is read under the same key for the same workspace, and shows nothing of itself', () => {
    fc.assert(
      fc.property(
        bytes(32),
        bytes(nonceBytes),
        fc.string(),
        fc.string({ minLength: 8 }),
        (key, nonce, owner, token) => {
          const encrypted = encryptToken(key, nonce, owner, token)
          expect(encrypted).not.toContain(token)
          expect(decryptToken(key, owner, encrypted)).toBe(token)
        },
      ),
      { numRuns: inject('cases') },
    )
  })

  const key = new Uint8Array(32).fill(1)
  const encrypted = encryptToken(key, new Uint8Array(nonceBytes), 'T0ACME', 'xoxb-1-2-secret')

  it('cannot be moved to another workspace, nor read under another key', () => {
    expect(decryptToken(key, 'T0OTHER', encrypted)).toBeNull()
    expect(decryptToken(new Uint8Array(32).fill(2), 'T0ACME', encrypted)).toBeNull()
  })

  it('is refused when a single bit of it was changed', () => {
    const raw = Buffer.from(encrypted.slice(3), 'base64url')
    for (let bit = 0; bit < raw.length * 8; bit++) {
      const changed = Buffer.from(raw)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(decryptToken(key, 'T0ACME', `v1.${changed.toString('base64url')}`)).toBeNull()
    }
  })

  it.each([
    '',
    'v1',
    'v1.',
    'v2' + encrypted.slice(2),
    `${encrypted}.x`,
    'xoxb-1-2-secret',
    encrypted.slice(0, 40),
  ])('is never %j', (text) => expect(decryptToken(key, 'T0ACME', text)).toBeNull())

  it('is another one with another nonce, and never made with a short one', () => {
    expect(encryptToken(key, new Uint8Array(nonceBytes).fill(1), 'T0ACME', 'xoxb-1-2-secret')).not.toBe(
      encrypted,
    )
    expect(() => encryptToken(key, new Uint8Array(8), 'T0ACME', 'xoxb')).toThrow(RangeError)
  })
})
