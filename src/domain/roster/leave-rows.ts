import { leaveStatuses, type LeaveStatus } from '../organization/organization.js'
import { formats, type Place } from './findings.js'
import { periodName, type LeavePeriod } from './identity.js'
import type { LeaveValues } from './shapes.js'

/** A row as it was read; values that it does not have are undefined. */
export interface LeaveRow {
  readonly place: Place
  /** Indexes into `emails` and `periods`: equal numbers mean equal texts. */
  readonly email: number
  readonly period: number
  readonly id: string | undefined
  readonly status: LeaveStatus | undefined
  readonly starts_at_noon: boolean | undefined
  readonly ends_at_noon: boolean | undefined
}

const fields = 5 // email, period, file and format, number, marks

/** The packed form of a mark (absent, false or true) and of a status (absent, or one of the known ones). */
const packMark = (mark: boolean | undefined): number => (mark === undefined ? 0 : mark ? 2 : 1)
const unpackMark = (bits: number): boolean | undefined => [undefined, false, true][bits & 3]

const packMarks = ({ status, starts_at_noon, ends_at_noon }: LeaveValues): number =>
  packMark(starts_at_noon) |
  (packMark(ends_at_noon) << 2) |
  ((status === undefined ? 0 : leaveStatuses.indexOf(status) + 1) << 4)

/**
 * The rows of leaves, packed: a company's history may have 200,000, which take twenty bytes each, where objects would
 * take three hundred. E-mail addresses and periods repeat, so each is stored once.
 */
export const createLeaveRows = () => {
  let packed = new Int32Array(fields * 1_024)
  let count = 0
  const ids = new Map<number, string>()
  const emails = createTexts()
  const names = createTexts()
  const periods: LeavePeriod[] = []

  const positionOf = (values: LeaveValues): number => {
    const position = names.position(periodName(values))
    if (position === periods.length)
      periods.push({ type: values.type, start_date: values.start_date, end_date: values.end_date })
    return position
  }

  return {
    /** In lower case. */
    emails: emails.list as readonly string[],
    periods: periods as readonly LeavePeriod[],
    /** The index of a period by its name. */
    findPeriod: names.find,
    count: () => count,
    /** The e-mail address must be in lower case. */
    add: (place: Place, values: LeaveValues): void => {
      if ((count + 1) * fields > packed.length) packed = grown(packed)
      const file = place.file * formats.length + formats.indexOf(place.format)
      const row = [emails.position(values.email), positionOf(values), file, place.number, packMarks(values)]
      packed.set(row, count * fields)
      if (values.id !== undefined) ids.set(count, values.id)
      count += 1
    },
    at: (index: number): LeaveRow => {
      const start = index * fields
      const file = packed[start + 2]!
      const marks = packed[start + 4]!
      const format = formats[file % formats.length]!
      const at = Math.floor(file / formats.length)
      return {
        place: { file: at, table: 'leaves', format, number: packed[start + 3]! },
        email: packed[start]!,
        period: packed[start + 1]!,
        id: ids.get(index),
        status: leaveStatuses[(marks >> 4) - 1],
        starts_at_noon: unpackMark(marks),
        ends_at_noon: unpackMark(marks >> 2),
      }
    },
  }
}

export type LeaveRows = Omit<ReturnType<typeof createLeaveRows>, 'add'>

const grown = (packed: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(packed.length * 2)
  larger.set(packed)
  return larger
}

/** Distinct texts in order of first appearance. */
const createTexts = () => {
  const list: string[] = []
  const positions = new Map<string, number>()
  return {
    list,
    find: (text: string) => positions.get(text),
    position: (text: string): number => {
      const known = positions.get(text)
      if (known !== undefined) return known
      positions.set(text, list.length)
      return list.push(text) - 1
    },
  }
}
