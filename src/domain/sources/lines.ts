const lf = 10
const cr = 13
const blank = 32
const tab = 9

/** A longer logical line is an image or other data that no leave is read from. */
const longestLine = 16_384

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** Old exporters use their own code page: text that is not UTF-8 is read as Western European rather than refused. */
const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/**
 * The logical lines of a calendar, one by one; null at the end. Folded lines are joined as bytes, before decoding:
 * producers fold in the middle of a character (RFC 5545, 3.1), and joining decoded text would break it. A line that is
 * too long to matter is empty.
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

  return () => {
    if (at >= bytes.length) return null
    let { end, next } = endOfLine(at)
    if (bytes[next] !== blank && bytes[next] !== tab) {
      const line = end - at > longestLine ? '' : decode(bytes.subarray(at, end))
      at = next
      return line
    }
    const parts = [bytes.subarray(at, end)]
    let length = end - at
    while (next < bytes.length && (bytes[next] === blank || bytes[next] === tab)) {
      const from = next + 1
      ;({ end, next } = endOfLine(from))
      length += end - from
      if (length <= longestLine) parts.push(bytes.subarray(from, end))
    }
    at = next
    return length > longestLine ? '' : decode(Buffer.concat(parts))
  }
}
