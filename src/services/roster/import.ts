import type { Day } from '../../calendar/day.js'
import type { RunningImport } from '../../domain/organization/organization.js'
import { tables, type Finding, type Table } from '../../domain/roster/findings.js'
import {
  changesToConfirm,
  needsConfirmation,
  type BulkChange,
  type FileSpan,
  type Permissions,
  type Removals,
} from '../../domain/roster/guard.js'
import type { RosterCounts } from '../../domain/roster/outcome.js'
import type { Compared, RosterChanges, Refused } from '../../domain/roster/changes.js'
import { createRowReader, type Rows } from '../../domain/roster/rows.js'
import type { EncodedText, Sheet } from '../../domain/roster/sheet.js'
import type { TableOptions } from '../../domain/roster/table.js'
import { importDeadline, type Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import { commitRoster, noQuietTime } from './commit.js'
import { claimImport, releaseImport, watchImport } from './lease.js'
import { compareRoster } from './compare.js'
import { newMeanings } from './meanings.js'
import { yieldOwnEntries } from '../own-entries/yield-to-sources.js'
import { auditLines, peopleLines } from '../records/change.js'
import { runInTurns } from '../turns.js'

/** `done` of `total` rows or documents; `total` is null while unknown. */
export interface ImportProgress {
  readonly step: 'reading' | 'comparing' | 'writing'
  readonly done: number
  readonly total: number | null
}

/** Why a file has no text, worded for a finding: `is a folder`. */
export interface Unreadable {
  readonly unreadable: string
}

/** Text, or the rows of a sheet, read only when needed so that one file is held at a time. `name` is for people. */
export interface ImportFile {
  readonly name: string
  read(): Promise<string | EncodedText | Sheet | Unreadable>
}

export interface ImportRequest {
  /** The organization's id. */
  readonly org: string
  /** Who imports, for the audit log. */
  readonly actor: Actor
  readonly files: readonly ImportFile[]
  /** Tables for which the files contain everything that imports may have brought. */
  readonly replace: ReadonlySet<Table>
  /** Compares without writing. */
  readonly dryRun: boolean
  /** The days within which `replace` removes leaves; absent: from the first day of the files on. */
  readonly within?: FileSpan
  /** How to read the files; the meanings of words are kept with the organization for later imports. */
  readonly reading?: Partial<TableOptions>
  /** E-mail addresses of members, or `skip`, by what the files call them, kept as well. */
  readonly people?: Readonly<Record<string, string>>
  /** What a person has confirmed beforehand; absent where nobody could be asked, which permits everything. */
  readonly permissions?: Permissions
  /** Restores people and leaves that were erased or removed by hand. */
  readonly bringBack?: boolean
  /** Leaves out the leaves of people who are not in the organization. */
  readonly skipUnknown?: boolean
  /** The maximum number of additions, changes and removals to list. */
  readonly listed?: number
  readonly progress?: (progress: ImportProgress) => void
}

/** Remarks from reading the files, whatever became of the import. */
interface Remarks {
  /** Columns that were not read. */
  readonly ignored: readonly string[]
  /** Rows that are not absences, counted by the word in their type column. */
  readonly skipped: ReadonlyMap<string, number>
}

/** Why an import stopped although its files are valid: someone must confirm it first. */
export type NeedsWord =
  | { readonly refused: 'removals'; readonly removals: Removals }
  | { readonly refused: 'overlaps'; readonly places: readonly string[]; readonly from: Day | null }
  | { readonly refused: 'changes'; readonly changes: readonly BulkChange[] }
  | { readonly refused: 'warnings'; readonly warnings: readonly Finding[] }

export interface Imported
  extends
    Remarks,
    Pick<Rows, 'read' | 'covers'>,
    Pick<
      RosterChanges,
      'counts' | 'warnings' | 'listing' | 'unknownPlaces' | 'replacedFrom' | 'outside' | 'leftOut'
    > {
  readonly ok: true
  /** The confirmation that a real run would ask for first. */
  readonly wouldAsk: NeedsWord | null
  /** When the interrupted import began that this one took over. */
  readonly tookOver: string | null
}

/** All problems of the files, what must be confirmed first, or what was done. */
export type ImportResult = (Refused & Remarks) | ({ readonly ok: false } & Remarks & NeedsWord) | Imported

/** Milliseconds between attempts when someone else changed the organization meanwhile. */
const pause = 100

/** One bad row, and nothing is written (decisions, "Data in"). Throws `not_found`, `conflict` and the store's errors. */
export const importRoster = async (
  dependencies: Dependencies,
  request: ImportRequest,
): Promise<ImportResult> => {
  const { now, wait } = dependencies
  const rows = await readFiles(dependencies, request)
  if (request.dryRun) {
    const { compared } = await compare(dependencies, request, rows)
    return compared.ok
      ? imported(rows, compared, null, confirmationNeeded(compared, request))
      : { ...remarksOn(rows), ...compared }
  }
  const until = now().getTime() + importDeadline
  for (let tries = 0; now().getTime() < until; tries += 1) {
    const before = await watchImport(dependencies, request.org)
    const tookOver = before?.started_at ?? null
    const result = await (tries === 0 ? tryOnce : holdAndTry)(dependencies, request, rows, before)
    if (result && 'refused' in result) return { ok: false, ...remarksOn(rows), ...result }
    if (result?.ok) await yieldOwnEntries(dependencies, request.org, request.actor)
    if (result) return result.ok ? imported(rows, result, tookOver, null) : { ...remarksOn(rows), ...result }
    await wait(pause)
  }
  throw noQuietTime()
}

const remarksOn = ({ ignored, skipped }: Rows): Remarks => ({ ignored, skipped })

const imported = (
  rows: Rows,
  { counts, ignoresPlaces, unknownPlaces, ...changes }: RosterChanges,
  tookOver: string | null,
  wouldAsk: NeedsWord | null,
): Imported => {
  const { warnings, listing, replacedFrom, outside, leftOut } = changes
  // Places that are asked about were read.
  const ignoresAll = ignoresPlaces && unknownPlaces.length === 0
  const ignored = ignoresAll ? rows.ignored : rows.ignored.filter((name) => !rows.locations.includes(name))
  return {
    ok: true,
    ...remarksOn(rows),
    ...{ ignored, read: rows.read, covers: rows.covers },
    ...{ counts, warnings, listing, unknownPlaces, replacedFrom, outside, leftOut },
    wouldAsk,
    tookOver,
  }
}

/** The confirmation needed before writing; null when none is. */
const confirmationNeeded = (
  { hardlyMeant, overlapping, overlapsFrom, removals, bulk, warnings }: RosterChanges,
  { permissions }: ImportRequest,
): NeedsWord | null => {
  if (!permissions) return null
  if (hardlyMeant > 0 && !permissions.yes) return { refused: 'warnings', warnings }
  if (overlapping.length > 0 && !permissions.keepBoth)
    return { refused: 'overlaps', places: overlapping, from: overlapsFrom }
  if (needsConfirmation(removals, permissions)) return { refused: 'removals', removals }
  const changes = changesToConfirm(bulk, permissions)
  return changes.length > 0 ? { refused: 'changes', changes } : null
}

/** Compares and writes; null when the organization changed in between and nothing was written. */
const tryOnce = async (
  dependencies: Dependencies,
  request: ImportRequest,
  rows: Rows,
  expected: RunningImport | null,
  held: RunningImport | null = null,
  written?: () => void,
): Promise<Compared | NeedsWord | null> => {
  const begun = dependencies.now()
  const { organization, compared } = await compare(dependencies, request, rows)
  if (!compared.ok) return compared
  const question = confirmationNeeded(compared, request)
  if (question !== null) return question
  if (organization.import?.id !== expected?.id) return null
  const total = compared.writes.count
  const tell = (done: number): void => {
    if (done > 0) written?.()
    request.progress?.({ step: 'writing', done, total })
  }
  tell(0)
  const kept = {
    ...newMeanings(organization, request.reading),
    ...(request.people && { import_people: compared.names }),
    ...(compared.writes.count > 0 && { last_import: dependencies.now().toISOString() }),
  }
  const audit = auditOf(dependencies, request, compared.counts)
  return (await commitRoster(dependencies, organization, compared.writes, {
    held,
    kept,
    audit,
    auditOf: (notes) => peopleLines(dependencies, request.org, begun, notes, '', request.actor),
    written: tell,
  }))
    ? compared
    : null
}

/** The line of the audit log: how many records of each kind were added, changed and removed. */
const auditOf = (
  dependencies: Dependencies,
  { org, actor, files, replace }: ImportRequest,
  counts: RosterCounts,
): readonly Change[] => {
  const numbers = tables.flatMap((table) =>
    (['added', 'changed', 'removed'] as const).map(
      (verb) => [`${table}_${verb}`, counts[table][verb]] as const,
    ),
  )
  const detail = {
    files: files.length,
    ...Object.fromEntries(numbers.filter(([, count]) => count > 0)),
    ...(replace.size > 0 && { replaced: [...replace].sort().join(' ') }),
  }
  return auditLines(dependencies, org, [{ what: 'imported', subject: '', member: null, detail }], actor)
}

/**
 * Like `tryOnce`, but records the import first: a comparison takes seconds, and settings may keep changing meanwhile.
 */
const holdAndTry = async (
  dependencies: Dependencies,
  request: ImportRequest,
  rows: Rows,
  before: RunningImport | null,
): Promise<Compared | NeedsWord | null> => {
  const held = await claimImport(dependencies, request.org, before)
  if (held === null) return null
  let begun = false
  try {
    return await tryOnce(dependencies, request, rows, held, held, () => (begun = true))
  } finally {
    if (!begun) await releaseImport(dependencies, request.org, held)
  }
}

const readFiles = async (
  { store }: Dependencies,
  { org, files, reading = {}, progress }: ImportRequest,
): Promise<Rows> => {
  const { import_types, import_statuses, import_halves = null } = await readOrganization({ store }, org)
  const reader = createRowReader(
    files.map(({ name }) => name),
    {
      ...reading,
      types: { ...import_types, ...reading.types },
      statuses: { ...import_statuses, ...reading.statuses },
      halves: reading.halves ?? import_halves,
    },
  )
  const turned = () => progress?.({ step: 'reading', done: reader.count(), total: null })
  for (const [index, file] of files.entries()) {
    const content = await file.read()
    if (typeof content === 'object' && 'unreadable' in content) reader.refuse(index, content.unreadable)
    else await runInTurns(reader.read(index, content), { turned })
  }
  return reader.rows()
}

const compare = (
  { store, now }: Dependencies,
  {
    org,
    replace,
    within,
    listed = 0,
    bringBack = false,
    skipUnknown = false,
    people,
    progress,
  }: ImportRequest,
  rows: Rows,
) => {
  const subject = {
    ...{ org, at: now().toISOString(), replace, listed, bringBack, skipUnknown },
    ...(within && { within }),
    ...(people && { people }),
  }
  return compareRoster(store, rows, subject, (done) => progress?.({ step: 'comparing', done, total: null }))
}
