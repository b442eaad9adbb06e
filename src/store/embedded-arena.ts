/** Texts of one row, as bytes that are only to be looked at until the next row is asked for. */
export interface Row {
  readonly number: number
  readonly parts: readonly Buffer[]
}

/** Rows of texts as bytes, close together and outside of the heap: a large commit has some 250,000. */
export interface Arena {
  /** A row with a number of its own, an unsigned integer of 32 bits. */
  add(number: number, texts: readonly string[]): void
  /** All rows as they came, once: what is behind is let go, while the database grows in memory. */
  drain(): Iterable<Row>
}

interface Chunk {
  readonly bytes: Buffer
  end: number
}

const defaultChunkSize = 2 ** 18
const word = 4
/** No character of a JavaScript text needs more bytes of UTF-8. */
const mostBytes = 3

const readRow = (bytes: Buffer, start: number): { row: Row; end: number } => {
  const count = bytes.readUInt32LE(start + word)
  let end = start + (2 + count) * word
  const parts: Buffer[] = []
  for (let n = 0; n < count; n++) {
    const from = end
    end += bytes.readUInt32LE(start + (2 + n) * word)
    parts.push(bytes.subarray(from, end))
  }
  return { row: { number: bytes.readUInt32LE(start), parts }, end }
}

/** A row is its number, how many parts it has, the length of each, and the parts. */
const writeRow = (chunk: Chunk, number: number, texts: readonly string[]): void => {
  const { bytes, end: start } = chunk
  bytes.writeUInt32LE(number, start)
  bytes.writeUInt32LE(texts.length, start + word)
  chunk.end += (2 + texts.length) * word
  for (const [n, text] of texts.entries()) {
    const length = bytes.write(text, chunk.end)
    bytes.writeUInt32LE(length, start + (2 + n) * word)
    chunk.end += length
  }
}

export const createArena = (chunkSize: number = defaultChunkSize): Arena => {
  const chunks: Chunk[] = []
  return {
    add(number, texts) {
      const most = texts.reduce((sum, text) => sum + word + mostBytes * text.length, 2 * word)
      let chunk = chunks.at(-1)
      if (!chunk || chunk.end + most > chunk.bytes.length) {
        // A small commit takes what it needs; it is hardly ever followed by a second row of that size.
        const size = chunk ? Math.max(chunkSize, most) : most
        chunk = { bytes: Buffer.allocUnsafeSlow(size), end: 0 }
        chunks.push(chunk)
      }
      writeRow(chunk, number, texts)
    },
    *drain() {
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
        for (let at = 0; at < chunk.end;) {
          const { row, end } = readRow(chunk.bytes, at)
          yield row
          at = end
        }
    },
  }
}
