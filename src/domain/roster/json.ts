import { z } from 'zod'
import type { Sliced } from '../slices.js'
import type { RowSink } from './table.js'
import { nameForPeople, sliceSize, tables, type Findings } from './findings.js'

const rows = z.array(z.unknown(), 'must be an array').nullish()
const roster = z.strictObject(
  { teams: rows, members: rows, leaves: rows },
  'must be an object with any of teams, members and leaves, each an array',
)
type Roster = z.infer<typeof roster>

/** Whether a text is read as JSON: by the file name, or because it begins like an object or an array. */
export const looksLikeJson = (name: string, text: string): boolean =>
  name.toLowerCase().endsWith('.json') || /^\s*[{[]/.test(text)

/**
 * Reads one JSON file, `{ "teams": [], "members": [], "leaves": [] }`, where each may be absent. Returns false when
 * rows about people may have been missed.
 */
export const readJson = function* (
  file: number,
  text: string,
  findings: Findings,
  sink: RowSink,
): Sliced<boolean> {
  const read = parseRoster(file, text, findings)
  if (read === null) return false
  let complete = read.members !== null
  for (const table of tables) {
    const list = read[table]
    if (!list) continue
    sink.mention(table)
    for (const [number, row] of list.entries()) {
      const place = { file, table, format: 'json', number } as const
      if (isObject(row)) sink.take(place, row)
      else {
        findings.add(place, null, 'must be an object')
        complete &&= table !== 'members'
      }
      // Only the array still holds the row, and 200,000 of them need not stay in memory.
      list[number] = null
      if (number % sliceSize === sliceSize - 1) yield
    }
  }
  return complete
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arrays that are present; anything else in the file is a finding. */
const parseRoster = (file: number, text: string, findings: Findings): Roster | null => {
  const parsed = parseText(file, text, findings)
  if (parsed === undefined) return null
  const checked = roster.safeParse(parsed)
  if (checked.success) return checked.data
  for (const issue of checked.error.issues) {
    const where = issue.path.length > 0 ? `"${issue.path.join('.')}" ` : ''
    if (issue.code !== 'unrecognized_keys') findings.addToFile(file, `${where}${issue.message}`)
    else for (const key of issue.keys) findings.addToFile(file, unknownProperty(key))
  }
  return isObject(parsed) ? arraysOf(parsed) : null
}

const unknownProperty = (key: string): string =>
  `unknown property ${nameForPeople(key)}; the known ones are ${tables.join(', ')}`

const arraysOf = (parsed: Readonly<Record<string, unknown>>): Roster =>
  Object.fromEntries(tables.map((table) => [table, Array.isArray(parsed[table]) ? parsed[table] : null]))

const parseText = (file: number, text: string, findings: Findings): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Not the engine's own message, which quotes the text around the position.
    const position = /position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length
    findings.addToFile(file, 'is not valid JSON', line)
    return undefined
  }
}
