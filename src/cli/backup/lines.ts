import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { Problem } from '../../domain/problem.js'
import type { BackupLines } from '../../services/backup/check.js'

const chunkSize = 256 * 1024
/** No document is larger, because MongoDB allows 16 MB. Other files may have no line breaks at all. */
const maxLineLength = 64 * 1024 * 1024

const lineBreak = 0x0a

const tooLong = (): Problem =>
  new Problem('conflict', 'This backup cannot be used: it is not a whosout backup. Nothing was written.')

const linesOf = function* (name: string): Generator<string> {
  const file = open(name)
  try {
    const chunk = Buffer.alloc(chunkSize)
    let rest: Buffer[] = []
    let length = 0
    for (;;) {
      const read = readSync(file, chunk, 0, chunkSize, null)
      if (read === 0) break
      let start = 0
      for (
        let end = chunk.indexOf(lineBreak);
        end !== -1 && end < read;
        end = chunk.indexOf(lineBreak, start)
      ) {
        yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8')
        rest = []
        length = 0
        start = end + 1
      }
      // The next read overwrites the chunk.
      rest.push(Buffer.from(chunk.subarray(start, read)))
      length += read - start
      if (length > maxLineLength) throw tooLong()
    }
    if (length > 0) yield Buffer.concat(rest).toString('utf8')
  } finally {
    closeSync(file)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
}

const open = (name: string): number => {
  try {
    // A folder can be opened, but not read.
    if (statSync(name).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    return openSync(name, 'r')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new Problem('conflict', `${name} cannot be read: ${reasons[code] ?? code}.`, { cause })
  }
}

/** The lines of a file, read piece by piece on every iteration. */
export const linesIn = (name: string): BackupLines => ({ [Symbol.iterator]: () => linesOf(name) })
