import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Problem } from '../../domain/problem.js'
import { isDamage, reasonOf } from './errors.js'

/** The database. SQLite keeps its log (`-wal`) and shared memory (`-shm`) beside it. */
export const fileIn = (folder: string): string => join(folder, 'whosout.db')
/** The file in which versions before 22 November 2026 kept everything. */
export const oldFileIn = (folder: string): string => join(folder, 'data.mdb')

/** The identity of a file whatever its name: device and inode. Null when there is no file. */
export const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** `unavailable`: the open file is no longer the one in the folder. */
export const replacedProblem = (folder: string): Problem =>
  new Problem(
    'unavailable',
    `The data folder ${folder} was replaced or removed while this process was using it: restart the process`,
  )

/** `unavailable`: the folder is one of LMDB, which this version does not read. */
export const oldFolderProblem = (folder: string): Problem =>
  new Problem(
    'unavailable',
    `The data folder ${folder} was written by a version before 22 November 2026 (data.mdb), which this version cannot read: start commit 2b41ef7 on it once, which converts it, or set DATA_DIR to another folder`,
  )

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'no folder can be created there',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** `unavailable`, naming the folder, the reason and a remedy. */
export const folderProblem = (folder: string, error: unknown): Problem => {
  if (error instanceof Problem) return error
  const reason =
    reasons[codeOf(error)] ?? reasonOf(error) ?? 'its file is damaged or was not written by whosout'
  const isBroken = isDamage(error)
  const remedy = `${isBroken ? 'to restore a backup, ' : ''}set DATA_DIR to another folder, or set MONGODB_URI`
  const options = isBroken ? { damage: { collection: null, key: null, what: reason } } : { cause: error }
  return new Problem('unavailable', `The data folder ${folder} cannot be used: ${reason}; ${remedy}`, options)
}

/** Whether opening the store would create it, so that commands that only read can refrain. */
export const canCreateStore = (folder: string): boolean => {
  if (existsSync(fileIn(folder)) || existsSync(oldFileIn(folder))) return false
  let parent = resolve(folder)
  while (!existsSync(parent)) parent = dirname(parent)
  try {
    accessSync(parent, constants.W_OK)
    return statSync(parent).isDirectory()
  } catch {
    return false
  }
}

const forOwner = { folder: 0o700, file: 0o600 } as const

/** False when it exists. Not `recursive`: that never returns where the system says ENOENT, as in /proc. */
const createFolder = (folder: string): boolean => {
  try {
    mkdirSync(folder, forOwner.folder)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return false
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error
  }
  createFolder(dirname(folder))
  return createFolder(folder)
}

/** The folder holds names and e-mail addresses, so only its owner may read it, whatever the umask. */
export const makeFolder = (folder: string): void => {
  if (createFolder(resolve(folder))) chmodSync(folder, forOwner.folder)
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** What an operator should know about the folder. Windows has no file modes. */
export const folderWarnings = (folder: string): string[] => {
  const isOpen = process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
  return [
    ...(isOpen
      ? [`The data folder ${folder} is readable by other users of this machine: chmod 700 ${folder}`]
      : []),
    ...(existsSync(oldFileIn(folder))
      ? [
          `${oldFileIn(folder)} was written by an earlier version and is no longer used: delete it once everything works`,
        ]
      : []),
  ]
}

const draftPrefix = 'new-'

/** Makes the name of a new file durable. Not every system can open a folder. */
const syncFolder = (folder: string): void => {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(codeOf(error))) throw error
  }
}

const moveInto = (made: string, file: string): void => {
  try {
    linkSync(made, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // The file system has no links.
    if (!existsSync(file)) renameSync(made, file)
  }
}

/**
 * Creates the database elsewhere and moves it into place when complete, so that a process killed at any step leaves no
 * partial file. When several processes create one, the first wins. `make` must have closed the file when it returns.
 */
export const makeFile = (folder: string, make: (file: string) => void): void => {
  const file = fileIn(folder)
  try {
    const place = mkdtempSync(join(folder, draftPrefix))
    const made = join(place, 'whosout.db')
    // To SQLite an empty file is a new database; the files beside it get the same mode.
    closeSync(openSync(made, 'wx', forOwner.file))
    chmodSync(made, forOwner.file)
    make(made)
    if (readdirSync(place).length !== 1) throw new Error('the new database was not closed')
    moveInto(made, file)
    syncFolder(folder)
  } catch (error) {
    // Another process was faster and has cleaned up.
    if (!existsSync(file)) throw error
  } finally {
    clearDrafts(folder)
  }
}

/** Removes what processes killed while creating a database have left behind. */
const clearDrafts = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (name.startsWith(draftPrefix)) rmSync(join(folder, name), { recursive: true, force: true })
}
