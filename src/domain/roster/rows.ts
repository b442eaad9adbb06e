import { echo } from '../organization/name.js'
import type { Sliced } from '../../calendar/slices.js'
import { substitutes } from './columns.js'
import { checked, quoteOf } from './checked.js'
import { createCsvGrid } from './csv.js'
import { createFindings, nameForPeople, type Findings, type Place, type Table } from './findings.js'
import { foldEmail } from '../organization/email.js'
import { withShortCells, type Grid } from './grid.js'
import { looksLikeJson, readJson } from './json.js'
import { createLeaveReader } from './leave-reader.js'
import { createLeaveRows, type LeaveRows } from './leave-rows.js'
import { hasTooManyLines, lineAt, maxRows, tooManyRows } from './pieces.js'
import { isEmail } from './kinds.js'
import { mayBeMeant } from './header-place.js'
import { foldColumn } from './naming.js'
import { createReadParts, type FileParts } from './read-parts.js'
import { createOpenEnds } from './open-ends.js'
import { createRecordsGrid, looksLikeRecords } from './records.js'
import { createNamedPeople, type NamedPeople } from './persons.js'
import { shapes, type MemberValues, type TeamValues } from './shapes.js'
import { createSheetGrid, type EncodedText, type Sheet } from './sheet.js'
import { isOverlong, tidy } from './values.js'
import { isDenied } from './leave.js'
import { reportUnreadable } from './unreadable.js'
import { plainOptions, readTable, type RowReading, type RowSink, type TableOptions } from './table.js'

/** Nothing else about it has been validated. */
interface RefusedLeave {
  readonly place: Place
  /** In lower case. */
  readonly email: string
}

export interface Row<V> {
  readonly place: Place
  readonly values: V
  /** The quoted status of a member who has given notice or is on leave. */
  readonly leaving?: string
}

/** The rows in the files of one import, and the problems found so far. */
export interface Rows extends FileParts {
  readonly teams: readonly Row<TeamValues>[]
  readonly members: readonly Row<MemberValues>[]
  readonly leaves: LeaveRows
  /** Tables that the files mention, even without a row: `--replace` is refused for any other. */
  readonly given: ReadonlySet<Table>
  /** Files without a single row. */
  readonly emptyFiles: readonly string[]
  /** People in leaves without an e-mail address. */
  readonly people: NamedPeople
  /** Refused rows about people that lack an address, by folded name or number. */
  readonly addressless: ReadonlyMap<string, Place>
  /** Lower-case e-mail addresses of refused rows about people. */
  readonly refused: ReadonlySet<string>
  /** Leaves refused for something other than their e-mail address, which may still belong to nobody. */
  readonly refusedLeaves: readonly RefusedLeave[]
  /** False when some rows about people could not be read at all. */
  readonly complete: boolean
  readonly findings: Findings
  readonly warnings: Findings
  /** The number of warnings of values that are permitted, but implausible. */
  readonly hardlyMeant: number
  /** Ignored columns, each once, as named in the files. */
  readonly ignored: readonly string[]
  /** Columns of places, as named in the files. */
  readonly locations: readonly string[]
  /** Rows about people who work elsewhere, counted by the word of their type: they are not absences. */
  readonly skipped: ReadonlyMap<string, number>
}

/** Reads the files of one import one after the other, so that only one text is held at a time. */
export const createRowReader = (names: readonly string[], given: Partial<TableOptions> = {}) => {
  const options = { ...plainOptions, ...given }
  const findings = createFindings(names)
  const warnings = createFindings(names)
  const collector = createCollector(findings, warnings, options)
  const emptyFiles: string[] = []
  const parts = createReadParts(names)
  let complete = true
  const count = (): number => {
    const { teams, members, leaves, skipped } = collector.rows
    const others = [...skipped.values()].reduce((sum, rows) => sum + rows, 0)
    return teams.length + members.length + leaves.count() + others
  }
  const readGrid = (file: number, grid: Grid): Sliced<boolean> =>
    readTable(file, withShortCells(grid), options, findings, collector)
  const readText = (file: number, raw: string): Sliced<boolean> => {
    const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw
    if (looksLikeCalendar(text)) return refuse(file, isCalendar)
    if (looksLikeRecords(text)) return readGrid(file, createRecordsGrid(text))
    if (looksLikeJson(names[file] ?? '', text)) return readJson(file, text, findings, collector)
    if (hasTooManyLines(text)) return refuse(file, tooManyRows)
    return readGrid(file, createCsvGrid(text))
  }
  const readSheet = (file: number, content: Sheet): Sliced<boolean> => {
    if (content.cells.length > maxRows) return refuse(file, tooManyRows)
    const grid = withShortCells(createSheetGrid(content))
    const { sheet = '', book = '', isChosen = true } = content
    if (isChosen || mayBeMeant(grid, options.columns))
      return readTable(file, grid, options, findings, collector, sheet)
    parts.pass(file, book, sheet, content.cells.length === 0)
    return pass()
  }
  const readContent = (file: number, content: string | EncodedText | Sheet): Sliced<boolean> => {
    if (typeof content === 'object' && 'cells' in content) return readSheet(file, content)
    const text = typeof content === 'string' ? content : content.text
    return isUtf8(findings, file, text) ? readText(file, text) : refuse(file, null)
  }
  const pass = function* (): Sliced<boolean> {
    return true
  }
  const refuse = function* (file: number, message: string | null): Sliced<boolean> {
    if (message !== null) findings.addToFile(file, message)
    return false
  }
  return {
    /** `file` is the index of its name. A finding does not stop the reading: all findings are reported at once. */
    read: function* (file: number, content: string | EncodedText | Sheet): Sliced<void> {
      const [before, found] = [count(), findings.count()]
      const reading = readContent(file, content)
      let step = reading.next()
      while (!step.done && findings.count() <= maxProblems) {
        yield
        step = reading.next()
      }
      if (!step.done) findings.addToFile(file, tooManyProblems)
      complete = step.done === true && step.value && complete
      collector.endFile()
      parts.note(file, content, collector.seen)
      if (count() === before && findings.count() === found && !parts.isPassed(file))
        emptyFiles.push(names[file] ?? '')
    },
    /** Records a file that could not be read at all. */
    refuse: (file: number, message: string): void => {
      complete = false
      findings.addToFile(file, message)
    },
    /** The number of rows so far. */
    count,
    rows: (): Rows => {
      for (const index of parts.fruitless()) findings.addToFile(index, noSheet)
      for (const [folded, { name }] of options.columns)
        if (!collector.met.has(folded))
          findings.addToFile(0, 'has no column {}, which --map names', undefined, nameForPeople(name))
      return {
        ...collector.rows,
        ignored: [...collector.ignored],
        locations: [...collector.locations],
        ...parts.all(),
        emptyFiles,
        complete,
        findings,
        warnings,
        hardlyMeant: collector.hardlyMeant(),
      }
    },
  }
}

/** With a byte order mark, too. */
export const looksLikeCalendar = (text: string): boolean => /^\s*BEGIN:VCALENDAR/i.test(text)
const isCalendar =
  'is a calendar: add its address with "whosout sources add calendar", or import one person\'s with --member EMAIL'
const noSheet = 'has no sheet with the columns of members or leaves; choose one with --sheet'

/** Decoders put U+FFFD where bytes are not UTF-8. */
const isUtf8 = (findings: Findings, file: number, text: string): boolean => {
  const foreign = text.indexOf('\uFFFD')
  if (foreign === -1) return true
  findings.addToFile(file, 'is not UTF-8 text; save the file as UTF-8', lineAt(text, foreign))
  return false
}

/** Nobody reads more, and each takes time: what remains of a hopeless file is not read. */
const maxProblems = 200_000
const tooManyProblems = `has more than ${maxProblems.toLocaleString('en')} problems: the rest of it was not read`

const everythingGiven: RowReading = { missing: new Set(), unreadable: new Map(), dates: null }

const createCollector = (findings: Findings, warnings: Findings, options: TableOptions) => {
  const named = createNamedPeople()
  const rows = {
    teams: [] as Row<TeamValues>[],
    members: [] as Row<MemberValues>[],
    leaves: createLeaveRows(),
    given: new Set<Table>(),
    refused: new Set<string>(),
    refusedLeaves: [] as RefusedLeave[],
    skipped: new Map<string, number>(),
    people: named.people,
    addressless: named.addressless,
  }
  const ignored = new Set<string>()
  const locations = new Set<string>()
  /** Rows of the file that is being read. */
  const seen = new Map<Table, number>()
  const met = new Set<string>()
  const openEnds = createOpenEnds(warnings)
  const leaveReader = createLeaveReader(findings, warnings, options)
  /** The columns about which nothing more is said, now that their unreadable cells are. */
  const silentOf = (place: Place, { missing, unreadable }: RowReading, told: readonly string[] = []) =>
    new Set([...told, ...missing, ...reportUnreadable(findings, place, unreadable)])
  const takeLeave = (place: Place, values: Record<string, unknown>, reading: RowReading): void => {
    const noteEnd = openEnds.look(place, values)
    const told = leaveReader.translate(place, values, reading.dates ?? options.dateFormat)
    if (told === 'skip') {
      const word = String(values['type']).slice(0, 80)
      rows.skipped.set(word, (rows.skipped.get(word) ?? 0) + 1)
      return
    }
    const silent = silentOf(place, reading, told)
    // Half a name is nobody's.
    if (silent.has('email'))
      for (const column of [...substitutes['email']!, 'first_name']) delete values[column]
    if (place.format !== 'json') named.settle(place, values)
    const leave = checked(findings, place, values, shapes.leaves.safeParse(values), silent)
    if (leave) {
      leaveReader.warn(place, leave)
      noteEnd(leave)
      rows.leaves.add(place, { ...leave, email: foldEmail(leave.email) })
    } else if (isEmail(values['email']) && !isDenied(values['status']))
      rows.refusedLeaves.push({ place, email: foldEmail(values['email']) })
  }
  const takeMember = (place: Place, values: Record<string, unknown>, reading: RowReading): void => {
    const silent = silentOf(place, reading)
    const { employment } = values
    if (place.format !== 'json' && typeof employment === 'string') {
      findings.add(
        place,
        'status',
        unknownEmployment(reading.statusName),
        quoteOf(values, 'employment') || 'this one',
      )
      delete values['employment']
    }
    const member = checked(findings, place, values, shapes.members.safeParse(values), silent)
    const leaving = reading.leaving === undefined ? null : echo(reading.leaving)
    if (member) rows.members.push({ place, values: member, ...(leaving !== null && { leaving }) })
    else if (typeof values['email'] === 'string') rows.refused.add(foldEmail(values['email']))
    else named.miss(place, values)
  }
  const take: RowSink['take'] = (place, values, reading = everythingGiven) => {
    seen.set(place.table, (seen.get(place.table) ?? 0) + 1)
    if (isOverlong(findings, place, values)) return
    tidy(values)
    if (place.table === 'leaves') takeLeave(place, values, reading)
    else if (place.table === 'members') takeMember(place, values, reading)
    else {
      const silent = silentOf(place, reading)
      const team = checked(findings, place, values, shapes.teams.safeParse(values), silent)
      if (team) rows.teams.push({ place, values: team })
    }
  }
  return {
    rows,
    ignored,
    locations,
    take,
    hardlyMeant: leaveReader.hardlyMeant,
    endFile: openEnds.tell,
    met,
    meet: (named: readonly string[], unread: readonly string[], location?: string) => {
      if (location !== undefined) locations.add(location)
      for (const name of named) met.add(foldColumn(name))
      for (const name of unread) ignored.add(name)
    },
    seen,
    mention: (table: Table): void => {
      rows.given.add(table)
      seen.set(table, seen.get(table) ?? 0)
    },
  }
}

const unknownEmployment = (column = 'COLUMN'): string =>
  `{} is not a known employment status; use active or inactive, or ignore the column with --map "${column}=-"`
