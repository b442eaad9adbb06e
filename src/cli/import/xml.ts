import { SaxesParser } from 'saxes'

/** Told to people in place of the content of a file. */
export const refusal = (unreadable: string): Error => Object.assign(new Error(unreadable), { unreadable })

export const tooLarge = (): Error =>
  refusal('is too large as a spreadsheet: save the sheet as CSV, or split it')

export type Attributes = Readonly<Record<string, string>>

/** Names come without their namespaces. */
export interface XmlReader {
  /** Returns whether the element is one that is read. */
  open(name: string, attributes: Attributes): boolean
  close?(name: string): void
  text?(text: string): void
  /** Whether the rest of the document does not matter. */
  ended?(): boolean
}

/** Bytes without a tag, elements in a row that are not read, and elements within each other: no real file has more. */
const maxNodeLength = 512 * 1_024
const maxIdle = 1_000_000
const deepest = 50

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads a document piece by piece. Throws an error where it is not XML, or costs more than any real one. */
export const readXml = async (bytes: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> => {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let [silent, idle, depth] = [0, 0, 0]
  parser.on('error', (error) => {
    // Excel itself writes control characters.
    if (!error.message.includes('disallowed character')) throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    if ((depth += 1) > deepest) throw tooLarge()
    idle = reader.open(localName(name), attributes) ? 0 : idle + 1
    if (idle > maxIdle) throw tooLarge()
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    depth -= 1
    reader.close?.(localName(name))
  })
  const text = (part: string): void => reader.text?.(part)
  parser.on('text', text)
  parser.on('cdata', text)
  for await (const piece of bytes) {
    if ((silent += piece.length) > maxNodeLength) throw tooLarge()
    parser.write(decoder.decode(piece, { stream: true }))
    if (reader.ended?.()) return
  }
  parser.close()
}
