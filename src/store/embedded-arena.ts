/** Texts of one row, as bytes: a copy. */
export interface Row {
  readonly number: number
  readonly parts: readonly Buffer[]
}

/** Rows of texts as bytes, close together and outside of the heap: a large commit has some 250,000. */
export interface Arena {
  /** A row with a number of its own, an unsigned integer of 32 bits. */
  add(number: number, texts: readonly string[]): void
  /** All rows as they came, once: the memory of what is behind is given back, while the database takes it. */
  drain(): Iterable<Row>
}

interface Chunk {
  readonly bytes: Buffer
  end: number
}

/** In bytes: most commits are one or two documents. */
const firstSize = 2 ** 12
const growth = 4
const defaultChunkSize = 2 ** 18
/** A row: its number (4), how many parts it has (1), the head of each part, what each has of its own. */
const rowHead = 4 + 1
/** Of a part: how many bytes it shares with its like in the row before (2), how many it has of its own (4). */
const partHead = 2 + 4
const mostShared = 2 ** 16 - 1
/** No character of a JavaScript text needs more bytes of UTF-8. */
const mostBytes = 3

/** How many characters the texts begin with in common; only such as are one byte. */
const sharedLength = (text: string, previous: string): number => {
  const end = Math.min(text.length, previous.length, mostShared)
  let at = 0
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== previous.charCodeAt(at) || code > 0x7f) break
  }
  return at
}

const writeRow = (
  chunk: Chunk,
  number: number,
  texts: readonly string[],
  previous: readonly string[],
): void => {
  const { bytes } = chunk
  let head = bytes.writeUInt8(texts.length, bytes.writeUInt32LE(number, chunk.end))
  chunk.end = head + texts.length * partHead
  for (const [n, text] of texts.entries()) {
    const shared = sharedLength(text, previous[n] ?? '')
    const length = bytes.write(shared === 0 ? text : text.slice(shared), chunk.end)
    head = bytes.writeUInt32LE(length, bytes.writeUInt16LE(shared, head))
    chunk.end += length
  }
}

/** The part whose head is there and whose own bytes begin at `start`, behind what it shares. */
const readPart = (bytes: Buffer, head: number, start: number, like: Buffer | undefined): Buffer => {
  const shared = bytes.readUInt16LE(head)
  const length = bytes.readUInt32LE(head + 2)
  const part = Buffer.allocUnsafe(shared + length)
  // A loop is faster than a call for so few.
  for (let n = 0; n < shared; n++) part[n] = like?.[n] ?? 0
  for (let n = 0; n < length; n++) part[shared + n] = bytes[start + n] ?? 0
  return part
}

const readRow = (bytes: Buffer, start: number, previous: readonly Buffer[]): { row: Row; end: number } => {
  const count = bytes.readUInt8(start + 4)
  let end = start + rowHead + count * partHead
  const parts: Buffer[] = []
  for (let n = 0; n < count; n++) {
    const head = start + rowHead + n * partHead
    parts.push(readPart(bytes, head, end, previous[n]))
    end += bytes.readUInt32LE(head + 2)
  }
  return { row: { number: bytes.readUInt32LE(start), parts }, end }
}

/**
 * Gives memory back at once, by a transfer to where nobody is; the collector would come so seldom that an arena and
 * the pages written from it would be held side by side.
 */
const createRelease = (): ((bytes: Buffer) => void) => {
  const { port1, port2 } = new MessageChannel()
  port2.close()
  port1.close()
  return ({ buffer }) => port1.postMessage(null, [buffer as ArrayBuffer])
}

export const createArena = (chunkSize: number = defaultChunkSize): Arena => {
  const chunks: Chunk[] = []
  let previous: readonly string[] = []
  return {
    add(number, texts) {
      const most = texts.reduce((sum, text) => sum + partHead + mostBytes * text.length, rowHead)
      let chunk = chunks.at(-1)
      if (!chunk || chunk.end + most > chunk.bytes.length) {
        const size = Math.min(chunk ? growth * chunk.bytes.length : firstSize, chunkSize)
        chunk = { bytes: Buffer.allocUnsafeSlow(Math.max(size, most)), end: 0 }
        chunks.push(chunk)
      }
      writeRow(chunk, number, texts, previous)
      previous = texts
    },
    *drain() {
      const release = chunks.length > 1 ? createRelease() : undefined
      let before: readonly Buffer[] = []
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
        for (let at = 0; at < chunk.end;) {
          const { row, end } = readRow(chunk.bytes, at, before)
          yield row
          before = row.parts
          at = end
        }
        release?.(chunk.bytes)
      }
    },
  }
}
