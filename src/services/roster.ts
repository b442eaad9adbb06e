import type { RunningImport } from '../domain/organization.js'
import type { Finding, Table } from '../domain/roster/findings.js'
import type { RosterCounts } from '../domain/roster/outcome.js'
import type { Plan } from '../domain/roster/plan.js'
import { createRowReader, type Rows } from '../domain/roster/rows.js'
import { importDeadline } from '../store/port.js'
import type { Dependencies } from './dependencies.js'
import { unknownOrganization } from './organization-write.js'
import { commitRoster, noQuietTime } from './roster-commit.js'
import { takeHold, letGo, watchImport } from './roster-lease.js'
import { compareRoster, type Comparison } from './roster-plan.js'
import { runPolitely } from './turns.js'

/** `done` of `total` rows or documents; null while the total is not known. */
export interface ImportProgress {
  readonly step: 'reading' | 'comparing' | 'writing'
  readonly done: number
  readonly total: number | null
}

/** Why a file has no text, as a finding says it: `is a folder`. */
export interface Unreadable {
  readonly unreadable: string
}

/** Read when its turn comes, so that only one text is held at a time. `name` is for people. */
export interface ImportFile {
  readonly name: string
  read(): Promise<string | Unreadable>
}

export interface ImportRequest {
  /** The organization's id. */
  readonly org: string
  readonly files: readonly ImportFile[]
  /** Tables of which the files hold all that an import may have brought. */
  readonly replace: ReadonlySet<Table>
  /** Compares and writes nothing. */
  readonly dryRun: boolean
  readonly progress?: (progress: ImportProgress) => void
}

/** Everything that is wrong with the files (`count` of them, the first hundred shown), or what was done. */
export type ImportResult =
  | { readonly ok: false; readonly findings: readonly Finding[]; readonly count: number }
  | {
      readonly ok: true
      readonly counts: RosterCounts
      /** When the import began that was cut off in the middle and whose place this one took. */
      readonly tookOver: string | null
    }

/** Milliseconds between two tries when somebody else changed the organization meanwhile. */
const pause = 100

/**
 * Brings files into an organization (decisions, "Data in"): one bad row, and nothing is written. Throws `not_found`,
 * `conflict` when another import runs or others change the organization all the time, and what the store throws.
 */
export const importRoster = async (
  dependencies: Dependencies,
  request: ImportRequest,
): Promise<ImportResult> => {
  const { now, wait } = dependencies
  const rows = await readFiles(request)
  if (request.dryRun) {
    const { plan } = await compare(dependencies, request, rows)
    return plan.ok ? { ...plan, tookOver: null } : plan
  }
  const until = now().getTime() + importDeadline
  for (let tries = 0; now().getTime() < until; tries += 1) {
    const before = await watchImport(dependencies, request.org)
    const tookOver = before?.started_at ?? null
    const result = await (tries === 0 ? tryOnce : holdAndTry)(dependencies, request, rows, before)
    if (result) return result.ok ? { ...result, tookOver } : result
    await wait(pause)
  }
  throw noQuietTime()
}

/** Compares and writes; null when the organization was changed in between, and nothing was written. */
const tryOnce = async (
  dependencies: Dependencies,
  request: ImportRequest,
  rows: Rows,
  expected: RunningImport | null,
  held: RunningImport | null = null,
  written?: () => void,
): Promise<Plan | null> => {
  const { organization, plan } = await compare(dependencies, request, rows)
  if (!plan.ok) return plan
  if (organization.import?.id !== expected?.id) return null
  const total = plan.writes.count
  const tell = (done: number): void => {
    if (done > 0) written?.()
    request.progress?.({ step: 'writing', done, total })
  }
  tell(0)
  return (await commitRoster(dependencies, organization, plan.writes, held, tell)) ? plan : null
}

/** The same, but recorded first: a comparison takes seconds, and somebody may change settings all the time. */
const holdAndTry = async (
  dependencies: Dependencies,
  request: ImportRequest,
  rows: Rows,
  before: RunningImport | null,
): Promise<Plan | null> => {
  const held = await takeHold(dependencies, request.org, before)
  if (held === null) return null
  let begun = false
  try {
    return await tryOnce(dependencies, request, rows, held, held, () => (begun = true))
  } finally {
    if (!begun) await letGo(dependencies, request.org, held)
  }
}

const readFiles = async ({ files, progress }: ImportRequest): Promise<Rows> => {
  const reader = createRowReader(files.map(({ name }) => name))
  const read = () => progress?.({ step: 'reading', done: reader.count(), total: null })
  for (const [index, file] of files.entries()) {
    const text = await file.read()
    if (typeof text === 'string') await runPolitely(reader.read(index, text), read)
    else reader.refuse(index, text.unreadable)
  }
  return reader.rows()
}

const compare = async (
  { store }: Dependencies,
  { org, replace, progress }: ImportRequest,
  rows: Rows,
): Promise<Comparison> => {
  const compared = (done: number) => progress?.({ step: 'comparing', done, total: null })
  const comparison = await compareRoster(store, org, rows, replace, compared)
  if (comparison) return comparison
  throw unknownOrganization()
}
