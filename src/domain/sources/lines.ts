const lf = 10
const cr = 13
const blank = 32
const tab = 9

/** Bytes: a longer logical line is cut off here. Room for 2,000 dates with their hours. */
const maxLineLength = 36_000

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** Old exporters use their own code page: text that is not UTF-8 is read as Western European rather than refused. */
export const decodeText = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** `B` in UTF-16, without a byte order mark or behind one. */
const utf16 = [
  { encoding: 'utf-16le', begins: [0x42, 0] },
  { encoding: 'utf-16le', begins: [0xff, 0xfe] },
  { encoding: 'utf-16be', begins: [0, 0x42] },
  { encoding: 'utf-16be', begins: [0xfe, 0xff] },
] as const

/** Some Windows programs save calendars as "Unicode", which is UTF-16. */
export const toUtf8 = (bytes: Uint8Array): Uint8Array => {
  const found = utf16.find(({ begins }) => begins.every((byte, index) => bytes[index] === byte))
  return found ? new TextEncoder().encode(new TextDecoder(found.encoding).decode(bytes)) : bytes
}

/**
 * The logical lines of a calendar, one by one; null at the end. Folded lines are joined as bytes, before decoding:
 * producers fold in the middle of a character (RFC 5545, 3.1), and joining decoded text would break it.
 */
export const createLineReader = (bytes: Uint8Array): (() => string | null) => {
  // A byte order mark does not belong to the first line.
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

  /** The end of a physical line, and the start of the next one. */
  const endOfLine = (from: number): { readonly end: number; readonly next: number } => {
    let end = from
    while (end < bytes.length && bytes[end] !== lf && bytes[end] !== cr) end += 1
    return { end, next: end + (bytes[end] === cr && bytes[end + 1] === lf ? 2 : 1) }
  }

  const isFolded = (next: number): boolean =>
    next < bytes.length && (bytes[next] === blank || bytes[next] === tab)

  const joined = new Uint8Array(maxLineLength)
  /** Appends to the first `length` bytes that are joined, and returns how many there are now. */
  const join = (from: number, to: number, length: number): number => {
    if (from === to || length === maxLineLength) return length
    const part = bytes.subarray(from, Math.min(to, from + maxLineLength - length))
    joined.set(part, length)
    return length + part.length
  }

  return () => {
    if (at >= bytes.length) return null
    let { end, next } = endOfLine(at)
    let length = join(at, end, 0)
    while (isFolded(next)) {
      const from = next + 1
      ;({ end, next } = endOfLine(from))
      length = join(from, end, length)
    }
    at = next
    return decodeText(joined.subarray(0, length))
  }
}
