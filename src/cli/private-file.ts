import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { Problem } from '../domain/problem.js'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
}

const fileProblem = (name: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'syscall' in cause && 'code' in cause ? String(cause.code) : null
  if (cause instanceof Problem || code === null) return cause
  return new Problem('conflict', `${name} cannot be written: ${reasons[code] ?? code}.`, { cause })
}

/** A file while it is written. */
export interface PrivateFile {
  append(text: string): void
  /** Throws away what was appended. */
  restart(): void
}

/** Small texts are gathered: a system call for each line of 200,000 would take seconds. */
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
 * Writes a file that holds what is known of people: its owner's only, and under its name when it is complete and on the
 * disk, so that nobody ever meets half of one. Throws `conflict` where that fails.
 */
export const writePrivateFile = async <T>(
  name: string,
  write: (file: PrivateFile) => Promise<T>,
): Promise<T> => {
  const part = `${name}.part`
  let handle: number | undefined
  try {
    // One that was left behind may belong to everybody.
    rmSync(part, { force: true })
    handle = openSync(part, 'wx', 0o600)
    const file = createPrivateFile(handle)
    const result = await write(file)
    file.flush()
    fsyncSync(handle)
    closeSync(handle)
    handle = undefined
    renameSync(part, name)
    return result
  } catch (error) {
    if (handle !== undefined) closeSync(handle)
    rmSync(part, { force: true })
    throw fileProblem(name, error)
  }
}
