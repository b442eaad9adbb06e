import { z } from 'zod'
import type { Sliced } from '../../calendar/slices.js'
import { nameForPeople, sliceSize, tables, type Findings, type Table } from './findings.js'
import { cutJson, elementsOf } from './json-pieces.js'
import { lineAt, maxRows, recordLimit, rowTooLong, tooManyRows } from './pieces.js'
import type { RowSink } from './table.js'

const rows = z.array(z.unknown(), 'must be an array').nullish()
const notARoster = 'must be an object with any of teams, members and leaves, each an array'
const roster = z.strictObject({ teams: rows, members: rows, leaves: rows }, notARoster)
type Roster = z.infer<typeof roster>

/** Whether a text is read as JSON: by the file name, or because it begins like an object or an array. */
export const looksLikeJson = (name: string, text: string): boolean =>
  name.toLowerCase().endsWith('.json') || /^\s*[{[]/.test(text)

/**
 * Reads `{ "teams": [], "members": [], "leaves": [] }`, each optional, row by row: text takes a small part of the memory
 * of what is made of it. Returns false when rows about people may have been missed.
 */
export const readJson = function* (
  file: number,
  text: string,
  findings: Findings,
  sink: RowSink,
): Sliced<boolean> {
  const cut = cutJson(text, recordLimit)
  const breakAt = (position: number): false => {
    findings.addToFile(file, 'is not valid JSON', lineAt(text, position))
    return false
  }
  if ('brokenAt' in cut) {
    if (!cut.deep) return breakAt(cut.brokenAt)
    findings.addToFile(file, `is nested too deeply; it ${notARoster}`, lineAt(text, cut.brokenAt))
    return false
  }
  if (cut.rest.length > recordLimit) {
    findings.addToFile(file, notARoster)
    return false
  }
  const parsed = parseText(cut.rest)
  if ('brokenAt' in parsed) return breakAt(cut.placeOf(parsed.brokenAt))
  const read = checkRoster(file, parsed.value, findings)
  if (read === null) return false
  let complete = read.members !== null
  for (const table of tables) {
    // In place of the rows, the array has the number of their place.
    const [index] = read[table] ?? []
    const place = typeof index === 'number' ? cut.arrays[index] : undefined
    if (!place) continue
    sink.mention(table)
    let number = 0
    for (const { from, to } of elementsOf(text, place)) {
      const problem = to - from > recordLimit ? rowTooLong : number === maxRows ? tooManyRows : null
      if (problem !== null) {
        findings.addToFile(file, problem, lineAt(text, from))
        return false
      }
      const row = parseText(text.slice(from, to))
      if ('brokenAt' in row) return breakAt(from + row.brokenAt)
      complete = takeRow({ file, table, number }, row.value, findings, sink) && complete
      number += 1
      if (number % sliceSize === 0) yield
    }
  }
  return complete
}

const takeRow = (
  { file, table, number }: { readonly file: number; readonly table: Table; readonly number: number },
  row: unknown,
  findings: Findings,
  sink: RowSink,
): boolean => {
  const place = { file, table, format: 'json', number } as const
  if (isObject(row)) sink.take(place, row)
  else findings.add(place, null, 'must be an object')
  return isObject(row) || table !== 'members'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arrays that are present; anything else in the file is a finding. */
const checkRoster = (file: number, parsed: unknown, findings: Findings): Roster | null => {
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

const parseText = (text: string): { readonly value: unknown } | { readonly brokenAt: number } => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    // Not the engine's own message, which quotes the text around the position.
    return { brokenAt: Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length) }
  }
}
