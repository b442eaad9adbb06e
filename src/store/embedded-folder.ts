import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Problem } from '../domain/problem.js'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a file system that cannot be written',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** Where a file of LMDB has its magic number, and the number. */
const magic = { offset: 24, value: 0xbeefc0de } as const

/** LMDB crashes the process when it opens a file that is none of its own; an empty one it takes for new. */
const checkFile = (file: string): void => {
  const head = Buffer.alloc(magic.offset + 4)
  const descriptor = openSync(file, 'a+')
  try {
    const length = readSync(descriptor, head, 0, head.length, 0)
    if (length > 0 && head.readUInt32LE(magic.offset) !== magic.value) throw new Error('not a file of LMDB')
  } finally {
    closeSync(descriptor)
  }
}

const dataFile = (folder: string): string => join(folder, 'data.mdb')

/** Whether opening the store would make it, and could: looking should not. */
export const isToBeMade = (folder: string): boolean => {
  if (existsSync(dataFile(folder))) return false
  let parent = resolve(folder)
  while (!existsSync(parent)) parent = dirname(parent)
  try {
    accessSync(parent, constants.W_OK)
    return statSync(parent).isDirectory()
  } catch {
    return false
  }
}

/**
 * Makes the folder if there is none, checks that it can be used, and opens what is in it. Throws `unavailable`,
 * naming the folder and the way out.
 */
export const openFolder = <T>(folder: string, openFiles: () => T): T => {
  try {
    // Names and addresses of people are kept here.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    checkFile(dataFile(folder))
    return openFiles()
  } catch (error) {
    const reason = reasons[codeOf(error)] ?? 'what is in it is not a store of this program, or is damaged'
    const wayOut = 'name another folder in DATA_DIR, or set MONGODB_URI'
    throw new Problem('unavailable', `The data folder ${folder} cannot be used: ${reason}; ${wayOut}`, {
      cause: error,
    })
  }
}
