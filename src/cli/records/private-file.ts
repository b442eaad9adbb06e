import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { writeProblem } from '../writing.js'

/** A file being written. */
export interface PrivateFile {
  append(text: string): void
  /** Discards what has been appended. */
  restart(): void
}

/** Small texts are collected, because one system call for each of 200,000 lines would take seconds. */
const gathered = 64 * 1024

const createPrivateFile = (handle: number): PrivateFile & { readonly flush: () => void } => {
  let waiting: string[] = []
  let [length, position] = [0, 0]
  const flush = (): void => {
    const bytes = Buffer.from(waiting.join(''))
    for (let done = 0; done < bytes.length;)
      done += writeSync(handle, bytes, done, bytes.length - done, position + done)
    position += bytes.length
    waiting = []
    length = 0
  }
  return {
    append: (text) => {
      waiting.push(text)
      length += text.length
      if (length >= gathered) flush()
    },
    restart: () => {
      waiting = []
      length = 0
      position = 0
      ftruncateSync(handle, 0)
    },
    flush,
  }
}

/**
 * Writes a file with personal data: readable only by its owner, and moved to its name when it is complete and on disk,
 * so that nobody ever sees a partial one. Throws `conflict` when that fails.
 */
export const writePrivateFile = async <T>(
  name: string,
  write: (file: PrivateFile) => Promise<T>,
): Promise<T> => {
  const part = `${name}.part`
  try {
    // A leftover file may have other permissions.
    rmSync(part, { force: true })
    const handle = openSync(part, 'wx', 0o600)
    let result: T
    try {
      const file = createPrivateFile(handle)
      result = await write(file)
      file.flush()
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(part, name)
    return result
  } catch (error) {
    if (existsSync(part)) rmSync(part)
    throw writeProblem(name, error)
  }
}
