import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, so 43 digits hold exactly 32 random bytes without favouring any bit. */
const randomLength = 43
const checksumLength = 6
/** Characters after the prefix that lists show. */
const shownLength = 4

/** Random bytes needed for a secret. */
export const secretBytes = 32

/** `value` in base 62, padded with zeros to `length` digits. */
const inBase62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)]! + text
  return text.padStart(length, '0')
}

/** CRC-32 in base 62. Computed for every request, so without big integers. */
const checksumOf = (body: string): string => {
  let text = ''
  for (let rest = crc32(body); text.length < checksumLength; rest = Math.floor(rest / 62))
    text = digits[rest % 62]! + text
  return text
}

export interface MintedSecret {
  /** Shown once, never stored and never logged. */
  readonly token: string
  /** The stored form. */
  readonly hash: string
  readonly start: string
}

/** SHA-256 in hex: the token has 256 random bits, so a slow hash would protect nothing (decisions, "API keys"). */
export const hashSecret = (token: string): string => hash('sha256', token)

/** Secrets with one prefix. A secret of one kind is never accepted as another. */
const createSecretKind = (prefix: string) => {
  const bodyLength = prefix.length + randomLength
  const tokenLength = bodyLength + checksumLength
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)
  const isLike = (token: string): boolean => token.length === tokenLength && shape.test(token)
  return {
    /** Makes a secret from 32 random bytes; other lengths throw a RangeError. */
    mint: (random: Uint8Array): MintedSecret => {
      if (random.length !== secretBytes) throw new RangeError(`a secret is made from ${secretBytes} bytes`)
      let value = 0n
      for (const byte of random) value = (value << 8n) | BigInt(byte)
      const body = prefix + inBase62(value, randomLength)
      const token = body + checksumOf(body)
      return { token, hash: hashSecret(token), start: token.slice(0, prefix.length + shownLength) }
    },

    /** Whether a text has the length and characters of such a secret. Nothing else is ever hashed. */
    isLike,

    /** Whether a text can be a secret at all: a mistyped one has a wrong checksum and never reaches the store. */
    isShaped: (token: string): boolean =>
      isLike(token) && token.slice(bodyLength) === checksumOf(token.slice(0, bodyLength)),
  }
}

// The prefixes never change, because scanners and people recognize secrets by them.
const { mint: mintSecret, isLike: isKeyLike, isShaped: isKeyShaped } = createSecretKind('who_live_')
export { mintSecret, isKeyLike, isKeyShaped }

const { mint: mintLinkToken, isShaped: isLinkShaped } = createSecretKind('who_link_')
export { mintLinkToken, isLinkShaped }
