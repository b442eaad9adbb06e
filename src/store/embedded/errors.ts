import { damagedProblem } from '../../domain/damage.js'
import { Problem, type Damage } from '../../domain/problem.js'

/** The SQLite result codes (sqlite.org/rescode.html) that an operator can act on. */
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
/** Extended codes: a file shorter than its header says, and no room for the shared memory. */
const shortRead = 522
const noRoomForMemory = 4874

/** What the binding throws from `all` and `iterate` has SQLite's message (`sqlite3_errstr`), but no code. */
const codeOfMessage: Readonly<Record<string, number>> = {
  'database is locked': codes.busy,
  'disk I/O error': codes.io,
  'database disk image is malformed': codes.corrupt,
  'file is not a database': codes.notADatabase,
}

const extendedCodeOf = (error: unknown): number => {
  if (!(error instanceof Error)) return 0
  return 'sqliteExtendedCode' in error
    ? Number(error.sqliteExtendedCode)
    : (codeOfMessage[error.message] ?? 0)
}
const codeOf = (error: unknown): number => extendedCodeOf(error) & 0xff

/** Whether another process or connection holds a lock, so that a retry may succeed. */
export const isBusy = (error: unknown): boolean =>
  [codes.busy, codes.locked, codes.protocol].includes(codeOf(error))

export const isFull = (error: unknown): boolean =>
  codeOf(error) === codes.full || extendedCodeOf(error) === noRoomForMemory

/** Whether the file itself cannot be used as it is. */
export const isDamage = (error: unknown): boolean =>
  [codes.corrupt, codes.notADatabase].includes(codeOf(error)) || extendedCodeOf(error) === shortRead

/** The result of `read`, or `instead` where a page is damaged. */
export const unlessDamaged = <T, U>(read: () => T, instead: U): T | U => {
  try {
    return read()
  } catch (error) {
    if (isDamage(error)) return instead
    throw error
  }
}

/** The reason, phrased to follow the name of the folder or "The store could not read". */
export const reasonOf = (error: unknown): string | undefined => {
  if (isBusy(error)) return 'another process is holding its lock'
  if (isFull(error)) return 'the disk is full'
  if (extendedCodeOf(error) === shortRead) return 'its file is damaged or truncated'
  return {
    [codes.readonly]: 'this user may not write there',
    [codes.cantOpen]: 'this user may not write there',
    [codes.io]: 'the disk cannot be read or written',
    [codes.corrupt]: 'its file is damaged or truncated',
    [codes.notADatabase]: 'its file is damaged or was not written by whosout',
  }[codeOf(error)]
}

export const brokenPage = 'a page of its file is damaged or missing'

/** Database errors become `unavailable`, programming errors stay. `place`: what the call was about, for damage. */
export const problemOf = (
  error: unknown,
  verb: 'read' | 'write',
  place: Pick<Damage, 'collection' | 'key'> = { collection: null, key: null },
): unknown => {
  if (error instanceof Problem || error instanceof TypeError) return error
  if (isDamage(error)) return damagedProblem({ ...place, what: brokenPage })
  const reason = reasonOf(error)
  const ending = verb === 'write' ? '; nothing was changed' : ''
  return new Problem('unavailable', `The store could not ${verb}${reason ? `: ${reason}` : ''}${ending}`, {
    cause: error,
  })
}
