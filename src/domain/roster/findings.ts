export const tables = ['teams', 'members', 'leaves'] as const
export type Table = (typeof tables)[number]

/** Where a row stands: a CSV line (the first is 1), or the position in its JSON array (the first is 0). */
export interface Place {
  readonly file: number
  readonly table: Table
  readonly format: 'csv' | 'json'
  readonly number: number
}

/**
 * What is wrong with a file, for the person who gave it. Of the file's values it repeats those of columns that say
 * nothing of a person (`columns.ts`), never an e-mail address, a name or a URL.
 */
export interface Finding {
  readonly file: string
  /** `line 14`, `leaves[14].end_date`, or null for the whole file. */
  readonly place: string | null
  readonly column: string | null
  readonly message: string
}

export interface Findings {
  add(place: Place, column: string | null, message: string): void
  /** About a file as a whole, or about a line of it that is no row. */
  addToFile(file: number, message: string, line?: number): void
  /** Where a row stands, for a finding about another one. */
  describe(place: Place): string
  count(): number
  /** The first ones found, at most `shownFindings`, in the order of the files and their rows. */
  list(): readonly Finding[]
  /** One that begins with these findings and goes its own way. */
  copy(): Findings
}

/** A hostile file must not print for ever: the rest is only counted. */
export const shownFindings = 100

const placeText = (place: Place, column: string | null): string =>
  place.format === 'csv'
    ? `line ${place.number}`
    : `${place.table}[${place.number}]${column === null ? '' : `.${column}`}`

/** File, table, row. */
type Order = readonly [number, number, number]

const compareOrders = (a: Order, b: Order): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

interface KeptFinding {
  readonly finding: Finding
  readonly order: Order
}

/** For one import; `names` are those of its files. */
export const createFindings = (
  names: readonly string[],
  earlier: readonly KeptFinding[] = [],
  earlierCount = 0,
): Findings => {
  const kept = [...earlier]
  let count = earlierCount
  const keep = (order: Order, place: string | null, column: string | null, message: string): void => {
    count += 1
    const file = names[order[0]] ?? ''
    if (kept.length < shownFindings) kept.push({ finding: { file, place, column, message }, order })
  }
  return {
    add: (place, column, message) =>
      keep(
        [place.file, tables.indexOf(place.table), place.number],
        placeText(place, column),
        column,
        message,
      ),
    addToFile: (file, message, line) =>
      keep([file, -1, line ?? 0], line === undefined ? null : `line ${line}`, null, message),
    describe: (place) => `${names[place.file] ?? ''} ${placeText(place, null)}`,
    count: () => count,
    copy: () => createFindings(names, kept, count),
    list: () => kept.toSorted((a, b) => compareOrders(a.order, b.order)).map(({ finding }) => finding),
  }
}

/**
 * The name of a column or a property that a file came up with. In a file without its header row that is a cell
 * of the first person's, so what looks like an e-mail address is not repeated.
 */
export const nameForPeople = (name: string): string =>
  name.includes('@') ? 'one that looks like an e-mail address' : JSON.stringify(shorten(name))

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name)

/** Rows between two slices of work: a few milliseconds. */
export const sliceSize = 500
