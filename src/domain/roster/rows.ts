import type { z } from 'zod'
import type { Sliced } from '../slices.js'
import { echo } from '../name.js'
import { columns, echoedColumns } from './columns.js'
import { readCsv, type RowSink } from './csv.js'
import { createFindings, nameForPeople, type Findings, type Place, type Table } from './findings.js'
import { foldEmail } from './identity.js'
import { looksLikeJson, readJson } from './json.js'
import { createLeaveRows, type LeaveRows } from './leave-rows.js'
import { isEmail, shapes, type MemberValues, type TeamValues } from './shapes.js'

/** Nothing else is known to be true of it. */
export interface RefusedLeave {
  readonly place: Place
  /** In lower case. */
  readonly email: string
}

export interface Row<V> {
  readonly place: Place
  readonly values: V
}

/** What the files of one import say, row by row, and what is wrong with them so far. */
export interface Rows {
  readonly teams: readonly Row<TeamValues>[]
  readonly members: readonly Row<MemberValues>[]
  readonly leaves: LeaveRows
  /** What the files speak of, be it with no row: `--replace` is refused for anything else. */
  readonly given: ReadonlySet<Table>
  /** E-mail addresses, in lower case, of rows about people that were refused. */
  readonly refused: ReadonlySet<string>
  /** Leaves that were refused for something else than their e-mail address, which may be nobody's all the same. */
  readonly refusedLeaves: readonly RefusedLeave[]
  /** False when rows about people could not be read at all. */
  readonly complete: boolean
  readonly findings: Findings
}

/** Reads the files of one import, one after the other, so that only one text needs to be held. */
export interface RowReader {
  /** `file` is its position among the names. A finding does not end it: all of them are told at once. */
  read(file: number, text: string): Sliced<void>
  /** A file that could not be read at all. */
  refuse(file: number, message: string): void
  /** Rows so far. */
  count(): number
  rows(): Rows
}

export const createRowReader = (names: readonly string[]): RowReader => {
  const findings = createFindings(names)
  const collector = createCollector(findings)
  let complete = true
  return {
    read: function* (file, raw) {
      const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw
      if (!isUtf8(findings, file, text)) complete = false
      else {
        const read = looksLikeJson(names[file] ?? '', text) ? readJson : readCsv
        complete = (yield* read(file, text, findings, collector)) && complete
      }
    },
    refuse: (file, message) => {
      complete = false
      findings.addToFile(file, message)
    },
    count: () => {
      const { teams, members, leaves } = collector.rows
      return teams.length + members.length + leaves.count()
    },
    rows: () => ({ ...collector.rows, complete, findings }),
  }
}

/** Who decodes puts U+FFFD where bytes were not UTF-8. */
const isUtf8 = (findings: Findings, file: number, text: string): boolean => {
  const foreign = text.indexOf('\uFFFD')
  if (foreign === -1) return true
  const line = text.slice(0, foreign).split('\n').length
  findings.addToFile(file, 'is not UTF-8 text; save the file as UTF-8', line)
  return false
}

const createCollector = (findings: Findings) => {
  const rows = {
    teams: [] as Row<TeamValues>[],
    members: [] as Row<MemberValues>[],
    leaves: createLeaveRows(),
    given: new Set<Table>(),
    refused: new Set<string>(),
    refusedLeaves: [] as RefusedLeave[],
  }
  const take: RowSink['take'] = (place, values) => {
    tidy(values)
    if (place.table === 'teams') {
      const team = check(findings, place, values, shapes.teams.safeParse(values))
      if (team) rows.teams.push({ place, values: team })
    } else if (place.table === 'leaves') {
      const leave = check(findings, place, values, shapes.leaves.safeParse(values))
      if (leave) rows.leaves.add(place, { ...leave, email: foldEmail(leave.email) })
      else if (isEmail(values['email'])) rows.refusedLeaves.push({ place, email: foldEmail(values['email']) })
    } else {
      const member = check(findings, place, values, shapes.members.safeParse(values))
      if (member) rows.members.push({ place, values: member })
      else if (typeof values['email'] === 'string') rows.refused.add(foldEmail(values['email']))
    }
  }
  return { rows, take, mention: (table: Table): void => void rows.given.add(table) }
}

const isAscii = (text: string): boolean => !/[^\u0000-\u007F]/.test(text)

/** Blanks around a text are nobody's name, and a text of nothing else is a blank cell. Names are composed (NFC). */
const tidy = (values: Record<string, unknown>): void => {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue
    const trimmed = value.trim()
    values[key] = (isAscii(trimmed) ? trimmed : trimmed.normalize('NFC')) || null
  }
}

/** `, but is "13.11.2026"`, where the value may be repeated. */
const given = (values: Readonly<Record<string, unknown>>, column: string | null): string => {
  const value = column === null || !echoedColumns.has(column) ? null : values[column]
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  const shown = echo(String(value))
  return shown === null ? '' : `, but is ${shown}`
}

/** The values of a row, or null when the shape refuses it; then every reason is a finding of its own. */
const check = <V>(
  findings: Findings,
  place: Place,
  values: Readonly<Record<string, unknown>>,
  checked: z.ZodSafeParseResult<V>,
): V | null => {
  if (checked.success) return checked.data
  for (const issue of checked.error.issues) {
    const column = typeof issue.path[0] === 'string' ? issue.path[0] : null
    if (issue.code !== 'unrecognized_keys') findings.add(place, column, issue.message + given(values, column))
    else for (const key of issue.keys) findings.add(place, null, unknownProperty(key, place.table))
  }
  return null
}

const unknownProperty = (key: string, table: Table): string =>
  `unknown property ${nameForPeople(key)}; those of ${table} are ${columns[table].join(', ')}`
