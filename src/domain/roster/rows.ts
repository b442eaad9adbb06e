import type { z } from 'zod'
import type { Sliced } from '../slices.js'
import { columns } from './columns.js'
import { readCsv } from './csv.js'
import {
  createFindings,
  nameForPeople,
  type Findings,
  type Place,
  type SourceFile,
  type Table,
} from './findings.js'
import { foldEmail } from './identity.js'
import { looksLikeJson, readJson } from './json.js'
import { shapes, type LeaveValues, type MemberValues, type TeamValues } from './shapes.js'

export interface Row<V> {
  readonly place: Place
  readonly values: V
}

/** What the files of one import say, row by row, and what is wrong with them so far. */
export interface Rows {
  readonly teams: readonly Row<TeamValues>[]
  readonly members: readonly Row<MemberValues>[]
  readonly leaves: readonly Row<LeaveValues>[]
  /** What the files speak of, be it with no row: `--replace` is refused for anything else. */
  readonly given: ReadonlySet<Table>
  /** E-mail addresses, in lower case, of rows about people that were refused. */
  readonly refused: ReadonlySet<string>
  /** False when rows about people could not be read at all. */
  readonly complete: boolean
  readonly findings: Findings
}

/** Reads the files of one import. A finding does not end it: all of them are told at once. */
export const readRows = function* (files: readonly SourceFile[]): Sliced<Rows> {
  const findings = createFindings(files.map(({ name }) => name))
  const collector = createCollector(findings)
  let complete = true
  for (const [number, { name, text: raw }] of files.entries()) {
    const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw
    const foreign = text.indexOf('\uFFFD')
    if (foreign !== -1) {
      const line = text.slice(0, foreign).split('\n').length
      findings.addToFile(number, 'is not UTF-8 text; save the file as UTF-8', line)
      complete = false
      continue
    }
    const read = looksLikeJson(name, text) ? readJson : readCsv
    complete = (yield* read(number, text, findings, collector)) && complete
  }
  return { ...collector.rows, complete, findings }
}

const createCollector = (findings: Findings) => {
  const rows = {
    teams: [] as Row<TeamValues>[],
    members: [] as Row<MemberValues>[],
    leaves: [] as Row<LeaveValues>[],
    given: new Set<Table>(),
    refused: new Set<string>(),
  }
  const share = createSharing()
  const take = (place: Place, raw: Readonly<Record<string, unknown>>): void => {
    const values = tidy(raw)
    if (place.table === 'teams') {
      const team = check(findings, place, shapes.teams.safeParse(values))
      if (team) rows.teams.push({ place, values: team })
    } else if (place.table === 'leaves') {
      const leave = check(findings, place, shapes.leaves.safeParse(values))
      if (leave) rows.leaves.push({ place, values: sharedLeave(leave, share) })
    } else {
      const member = check(findings, place, shapes.members.safeParse(values))
      if (member) rows.members.push({ place, values: member })
      else if (typeof values['email'] === 'string') rows.refused.add(foldEmail(values['email']))
    }
  }
  return { rows, take, mention: (table: Table): void => void rows.given.add(table) }
}

/** Blanks around a text are nobody's name, and a text of nothing else is a blank cell. Names are composed (NFC). */
const tidy = (raw: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const values: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(raw))
    values[key] = typeof value === 'string' ? value.trim().normalize('NFC') || null : value
  return values
}

/** Years of leaves name the same days and people again and again: one text for each keeps a big import small. */
const createSharing = (): ((text: string) => string) => {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
}

const sharedLeave = (leave: LeaveValues, share: (text: string) => string): LeaveValues => ({
  ...leave,
  email: share(foldEmail(leave.email)),
  start_date: share(leave.start_date),
  end_date: share(leave.end_date),
})

/** The values of a row, or null when the shape refuses it; then every reason is a finding of its own. */
const check = <V>(findings: Findings, place: Place, checked: z.ZodSafeParseResult<V>): V | null => {
  if (checked.success) return checked.data
  for (const issue of checked.error.issues) {
    const column = typeof issue.path[0] === 'string' ? issue.path[0] : null
    if (issue.code !== 'unrecognized_keys') findings.add(place, column, issue.message)
    else for (const key of issue.keys) findings.add(place, null, unknownProperty(key, place.table))
  }
  return null
}

const unknownProperty = (key: string, table: Table): string =>
  `unknown property ${nameForPeople(key)}; those of ${table} are ${columns[table].join(', ')}`
