import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Never changes: scanners and people know keys by it. */
const prefix = 'who_live_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, so 43 digits hold 32 random bytes exactly and no bit is favoured. */
const randomLength = 43
const checksumLength = 6
const bodyLength = prefix.length + randomLength
const tokenLength = bodyLength + checksumLength
const shape = /^who_live_[0-9A-Za-z]{49}$/
/** How much of a secret lists show: the prefix and four characters. */
const startLength = prefix.length + 4

/** How many random bytes a secret is made from. */
export const secretBytes = 32

/** `value` in base 62, padded with zeros to `length` digits. */
const inBase62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)]! + text
  return text.padStart(length, '0')
}

/** CRC-32 in base 62. Every request asks for it: without big integers. */
const checksumOf = (body: string): string => {
  let text = ''
  for (let rest = crc32(body); text.length < checksumLength; rest = Math.floor(rest / 62))
    text = digits[rest % 62]! + text
  return text
}

export interface MintedSecret {
  /** Shown once, never stored and never logged. */
  readonly token: string
  /** What is stored of it. */
  readonly hash: string
  readonly start: string
}

/** Hex SHA-256: the token holds 256 random bits, so a slow hash would protect nothing (decisions, "API keys"). */
export const hashSecret = (token: string): string => hash('sha256', token)

/** A secret from 32 random bytes; other lengths throw a RangeError. */
export const mintSecret = (random: Uint8Array): MintedSecret => {
  if (random.length !== secretBytes) throw new RangeError(`a secret is made from ${secretBytes} bytes`)
  let value = 0n
  for (const byte of random) value = (value << 8n) | BigInt(byte)
  const body = prefix + inBase62(value, randomLength)
  const token = body + checksumOf(body)
  return { token, hash: hashSecret(token), start: token.slice(0, startLength) }
}

/**
 * Whether the text can be a key at all. Length and characters come first and nothing is hashed, so that a long or
 * mistyped token costs next to nothing and never reaches the store.
 */
export const isKeyShaped = (token: string): boolean =>
  token.length === tokenLength &&
  shape.test(token) &&
  token.slice(bodyLength) === checksumOf(token.slice(0, bodyLength))
