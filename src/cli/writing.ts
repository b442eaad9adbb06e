import { writeSync } from 'node:fs'
import { Problem } from '../domain/problem.js'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EPIPE: 'its reader has closed it',
}

/** Why a file or an output cannot be written, as a `conflict`; anything but an error of the system stays as it is. */
export const writeProblem = (name: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'syscall' in cause && 'code' in cause ? String(cause.code) : null
  if (cause instanceof Problem || code === null) return cause
  return new Problem('conflict', `${name} cannot be written: ${reasons[code] ?? code}.`, {
    cause,
  })
}

/** Milliseconds until a full pipe is tried again. */
const betweenTries = 20

/**
 * Writes the whole text to a descriptor. A stream of Node's takes part of a write for all of it, and so loses the rest
 * without an error when the disk fills up in between.
 */
export const writeWhole = async (
  descriptor: number,
  text: string,
  wait: (milliseconds: number) => Promise<void>,
): Promise<void> => {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(descriptor, bytes, done)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EAGAIN') throw error
      await wait(betweenTries)
    }
  }
}
