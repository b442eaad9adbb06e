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
import { reasonOf } from './faults.js'

/** The database; beside it SQLite keeps its log (`-wal`) and its shared memory (`-shm`). */
export const fileIn = (folder: string): string => join(folder, 'whosout.db')
/** What earlier versions kept everything in. */
export const oldFileIn = (folder: string): string => join(folder, 'data.mdb')

/** Which file it is, whatever its name: the device and the inode. Null when there is none. */
export const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** `unavailable`: what is open is no longer what the folder holds. */
export const replacedProblem = (folder: string): Problem =>
  new Problem(
    'unavailable',
    `The data folder ${folder} was replaced or removed while this process was using it: restart the process`,
  )

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user is not allowed to write there',
  EPERM: 'this user is not allowed to write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** `unavailable`, naming the folder, the reason and the way out. */
export const folderProblem = (folder: string, error: unknown): Problem => {
  if (error instanceof Problem) return error
  const reason =
    reasons[codeOf(error)] ?? reasonOf(error) ?? 'what is in it is not a store of this program, or is damaged'
  const wayOut = 'set DATA_DIR to another folder, or set MONGODB_URI'
  return new Problem('unavailable', `The data folder ${folder} cannot be used: ${reason}; ${wayOut}`, {
    cause: error,
  })
}

/** Whether opening the store would make it, and could: looking should not. */
export const isToBeMade = (folder: string): boolean => {
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

/** Names and addresses of people are kept here: the folder is its owner's only, whatever the umask. */
export const makeFolder = (folder: string): void => {
  const made = mkdirSync(folder, { recursive: true, mode: forOwner.folder })
  if (made !== undefined) chmodSync(folder, forOwner.folder)
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** What an operator should know of the folder. Windows has no such modes. */
export const folderWarnings = (folder: string): string[] => {
  const isOpen = process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
  return [
    ...(isOpen
      ? [`The data folder ${folder} is open to other users of this machine: chmod 700 ${folder}`]
      : []),
    ...(existsSync(oldFileIn(folder))
      ? [
          `${oldFileIn(folder)} is what an earlier version kept everything in, and is used no more: delete it once all is well`,
        ]
      : []),
  ]
}

const workshop = 'new-'

/** Makes the name of a new file last. Some systems have no handle on a folder. */
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
    // A file system without links.
    if (!existsSync(file)) renameSync(made, file)
  }
}

/**
 * Makes the database elsewhere and puts it into its place complete, so that nobody ever meets half of one, killed at
 * any step; of several processes that make one, the first has made it. `make` has closed the file when it returns.
 */
export const makeFile = async (folder: string, make: (file: string) => Promise<void>): Promise<void> => {
  const file = fileIn(folder)
  try {
    const place = mkdtempSync(join(folder, workshop))
    const made = join(place, 'whosout.db')
    // An empty file is a new database to SQLite, which gives the files beside it the same mode.
    closeSync(openSync(made, 'wx', forOwner.file))
    chmodSync(made, forOwner.file)
    await make(made)
    if (readdirSync(place).length !== 1) throw new Error('the new database was not closed')
    moveInto(made, file)
    syncFolder(folder)
  } catch (error) {
    // Another process was faster, and has cleared away what was left.
    if (!existsSync(file)) throw error
  } finally {
    clearWorkshops(folder)
  }
}

/** What processes left behind that were killed while they made a database. */
const clearWorkshops = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (name.startsWith(workshop)) rmSync(join(folder, name), { recursive: true, force: true })
}
