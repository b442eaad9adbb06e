import { Problem } from '../../domain/problem.js'

/** The result codes of SQLite (sqlite.org/rescode.html) that mean something to whoever runs this program. */
const codes = {
  busy: 5,
  locked: 6,
  readonly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  protocol: 15,
  notADatabase: 26,
}
/** Extended codes: a file shorter than it says, and no room for the shared memory. */
const shortRead = 522
const noRoomForMemory = 4874

const extendedCodeOf = (error: unknown): number =>
  error instanceof Error && 'sqliteExtendedCode' in error ? Number(error.sqliteExtendedCode) : 0
const codeOf = (error: unknown): number => extendedCodeOf(error) & 0xff

/** Another process, or another connection of this one, holds a lock: trying again may help. */
export const isBusy = (error: unknown): boolean =>
  [codes.busy, codes.locked, codes.protocol].includes(codeOf(error))

export const isFull = (error: unknown): boolean =>
  codeOf(error) === codes.full || extendedCodeOf(error) === noRoomForMemory

/** What is wrong, to be said after the name of the folder or after "The store cannot be used". */
export const reasonOf = (error: unknown): string | undefined => {
  if (isBusy(error)) return 'another process holds it and does not let go'
  if (isFull(error)) return 'the disk is full'
  if (extendedCodeOf(error) === shortRead) return 'its file is damaged or cut off'
  return {
    [codes.readonly]: 'this user is not allowed to write there',
    [codes.cantOpen]: 'this user is not allowed to write there',
    [codes.io]: 'the disk cannot be read or written',
    [codes.corrupt]: 'its file is damaged or cut off',
    [codes.notADatabase]: 'what is in it is not a store of this program, or is damaged',
  }[codeOf(error)]
}

/** Faults of the database become `unavailable`; a mistake of the caller stays what it is. */
export const problemOf = (error: unknown, verb: 'read' | 'write'): unknown => {
  if (error instanceof Problem || error instanceof TypeError) return error
  const reason = reasonOf(error)
  const ending = verb === 'write' ? '; nothing was changed' : ''
  return new Problem('unavailable', `The store could not ${verb}${reason ? `: ${reason}` : ''}${ending}`, {
    cause: error,
  })
}
