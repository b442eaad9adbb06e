import { Problem } from '../domain/problem.js'
import { decodeText } from './text.js'

/** Bytes: a larger file is not read into memory. */
export const maxInputBytes = 64 * 1024 * 1024
export const tooLong = `is larger than ${maxInputBytes / 2 ** 20} MB: split it`

/** What a stream holds; null when it is too long. */
export const readBytes = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    if ((length += chunk.length) > maxInputBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The text of standard input. */
export const readInput = async (stdin: AsyncIterable<Uint8Array>): Promise<string> => {
  const bytes = await readBytes(stdin)
  if (!bytes) throw new Problem('conflict', `Standard input ${tooLong}.`)
  const decoded = decodeText(bytes)
  if (!decoded) throw new Problem('conflict', 'Standard input is not text.')
  return decoded.text
}
