export const tables = ['teams', 'members', 'leaves'] as const
export type Table = (typeof tables)[number]

export const formats = ['csv', 'sheet', 'json'] as const
/** The structure of a file: lines of text, rows of a sheet, or arrays. */
export type Format = (typeof formats)[number]

/** The position of a row: a CSV line or a sheet row (counted from 1), or the index in its JSON array (from 0). */
export interface Place {
  readonly file: number
  readonly table: Table
  readonly format: Format
  readonly number: number
}

/** It quotes only values of impersonal columns (`columns.ts`), never an e-mail address, a name or a URL. */
export interface Finding {
  readonly file: string
  /** `line 14`, `row 14`, `leaves[14].end_date`, or null for the whole file. */
  readonly place: string | null
  readonly column: string | null
  readonly message: string
}

/** The same problem in one or more places of a file. */
export interface Cause {
  readonly file: string
  readonly column: string | null
  /** Contains `{}` in place of the value, if there are values, and may contain `{word}`. */
  readonly message: string
  /** The refused values in order of first appearance, and the number of times each occurred. */
  readonly values: readonly { readonly text: string; readonly count: number }[]
  readonly count: number
  /** The first few places. */
  readonly places: readonly string[]
}

export interface Findings {
  /** `value` replaces the `{}` in the message, and `{word}` without its quotes; a message without one takes no value. */
  add(place: Place, column: string | null, message: string, value?: string): void
  /** About a whole file, or about a line or row that belongs to no table. */
  addToFile(file: number, message: string, number?: number, value?: string, format?: Format): void
  /** The position of a row, for a finding about another row. */
  describe(place: Place): string
  count(): number
  /** All findings in the order of files and rows, at most `listedFindings`. */
  list(): readonly Finding[]
  /** The findings grouped by problem, in the order of files and their first rows. */
  causes(): readonly Cause[]
  /** An independent copy, starting with these findings. */
  copy(): Findings
}

/** A limit, so that a hostile file cannot fill the memory: the rest is only counted. */
const listedFindings = 100_000
const shownPlaces = 5

/** Findings that differ only in row and value. Both are stored as numbers, since there may be a million. */
interface KeptCause {
  readonly file: number
  readonly table: Table | null
  readonly format: Format
  readonly column: string | null
  readonly message: string
  readonly rows: number[]
  /** Indexes into `values`, one per row; empty when the message takes no value. */
  readonly seen: number[]
  readonly values: Map<string, number>
}

const placeText = (table: Table, format: Format, number: number, column: string | null): string =>
  format === 'csv'
    ? `line ${number}`
    : format === 'sheet'
      ? `row ${number}`
      : `${table}[${number}]${column === null ? '' : `.${column}`}`

const placeOf = ({ table, format, column }: KeptCause, row: number): string | null => {
  if (table !== null) return placeText(table, format, row, column)
  return row === 0 ? null : placeText('members', format, row, null)
}

const tableOrder = (table: Table | null): number => (table === null ? -1 : tables.indexOf(table))

const byPlace = (a: readonly [KeptCause, number], b: readonly [KeptCause, number]): number =>
  a[0].file - b[0].file ||
  tableOrder(a[0].table) - tableOrder(b[0].table) ||
  a[0].rows[a[1]]! - b[0].rows[b[1]]!

const copyCause = (cause: KeptCause): KeptCause => ({
  ...cause,
  rows: [...cause.rows],
  seen: [...cause.seen],
  values: new Map(cause.values),
})

/** The findings of one import; `names` are the names of its files. */
export const createFindings = (
  names: readonly string[],
  earlier: ReadonlyMap<string, KeptCause> = new Map(),
): Findings => {
  const causes = new Map([...earlier].map(([key, cause]) => [key, copyCause(cause)]))
  const keep = (at: Omit<KeptCause, 'rows' | 'seen' | 'values'>, row: number, value?: string): void => {
    const { file, table, format, column, message } = at
    const key = JSON.stringify([file, table, format, column, message])
    let cause = causes.get(key)
    if (!cause) causes.set(key, (cause = { ...at, rows: [], seen: [], values: new Map() }))
    cause.rows.push(row)
    if (value === undefined) return
    const known = cause.values.get(value) ?? cause.values.size
    cause.values.set(value, known)
    cause.seen.push(known)
  }
  const count = (): number => [...causes.values()].reduce((sum, { rows }) => sum + rows.length, 0)
  const findingAt = ([cause, index]: readonly [KeptCause, number], texts: readonly string[]): Finding => ({
    file: names[cause.file] ?? '',
    place: placeOf(cause, cause.rows[index]!),
    column: cause.column,
    message: withValue(cause.message, texts[cause.seen[index]!] ?? ''),
  })
  return {
    add: ({ file, table, format, number }, column, message, value) =>
      keep({ file, table, format, column, message }, number, value),
    addToFile: (file, message, number, value, format = 'csv') =>
      keep({ file, table: null, format, column: null, message }, number ?? 0, value),
    describe: ({ file, table, format, number }) =>
      `${names[file] ?? ''} ${placeText(table, format, number, null)}`,
    count,
    copy: () => createFindings(names, causes),
    list: () => {
      const texts = new Map([...causes.values()].map((cause) => [cause, [...cause.values.keys()]]))
      const entries = [...causes.values()].flatMap((cause) =>
        cause.rows.slice(0, listedFindings).map((_, index) => [cause, index] as const),
      )
      return entries
        .sort(byPlace)
        .slice(0, listedFindings)
        .map((entry) => findingAt(entry, texts.get(entry[0])!))
    },
    causes: () =>
      [...causes.values()]
        .map((cause) => [cause, 0] as const)
        .sort(byPlace)
        .map(([cause]) => shownCause(names, cause)),
  }
}

const shownCause = (names: readonly string[], cause: KeptCause): Cause => {
  const counts = new Array<number>(cause.values.size).fill(0)
  for (const value of cause.seen) counts[value]! += 1
  return {
    file: names[cause.file] ?? '',
    column: cause.column,
    message: cause.message,
    values: [...cause.values.keys()].map((text, index) => ({ text, count: counts[index]! })),
    count: cause.rows.length,
    places: cause.rows.slice(0, shownPlaces).flatMap((row) => placeOf(cause, row) ?? []),
  }
}

/** A message with its value; where it stands for several, `{word}` is the first. */
export const withValue = (message: string, value: string, first = value): string =>
  message.replace('{}', () => value).replace('{word}', () => first.replaceAll('"', ''))

/** An unknown column for a message. Without a header row it is a person's cell, so addresses are not quoted. */
export const nameForPeople = (name: string): string =>
  name.includes('@') ? 'one that looks like an e-mail address' : JSON.stringify(shorten(name))

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name)

/** Rows between two slices of work: a few milliseconds. */
export const sliceSize = 500
