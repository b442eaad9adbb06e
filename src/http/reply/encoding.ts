import type { Coding } from '../../services/compress.js'

/** Bytes: smaller bodies fit in a packet or two and are sent uncompressed. */
export const smallestCompressed = 1_024

interface Accepted {
  readonly gzip: boolean
  readonly br: boolean
}

const parse = (header: string): Accepted => {
  const weights = new Map(
    header.split(',').map((entry): [string, number] => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  const takes = (coding: string): boolean => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  return { gzip: takes('gzip'), br: takes('br') }
}

/** Clients keep sending the same few values. */
const known = new Map<string, Accepted>()
const maxKnown = 100

/** The encodings that a client accepts, from its `Accept-Encoding` (RFC 9110 §12.5.3). */
export const acceptedCodings = (header: string): Accepted => {
  const found = known.get(header)
  if (found) return found
  if (known.size >= maxKnown) known.clear()
  const parsed = parse(header)
  known.set(header, parsed)
  return parsed
}

/** The strong ETag of an encoded body: its bytes differ, so its tag must too. */
export const tagOf = (etag: string, coding: Coding | null): string =>
  coding === null ? etag : `${etag.slice(0, -1)}-${coding}"`
