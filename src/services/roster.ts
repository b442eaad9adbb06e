import { Problem } from '../domain/problem.js'
import type { Finding, Table } from '../domain/roster/findings.js'
import type { RosterCounts } from '../domain/roster/outcome.js'
import { createRowReader, type Rows } from '../domain/roster/rows.js'
import { importDeadline } from '../store/port.js'
import type { Dependencies } from './dependencies.js'
import { unknownOrganization } from './organization-write.js'
import { commitRoster } from './roster-commit.js'
import { watchImport } from './roster-lease.js'
import { compareRoster, type Comparison } from './roster-plan.js'
import { runPolitely } from './turns.js'

/** `done` of `total` rows or documents; null while the total is not known. */
export interface ImportProgress {
  readonly step: 'reading' | 'comparing' | 'writing'
  readonly done: number
  readonly total: number | null
}

/** Read when its turn comes, so that only one text is held at a time. `name` is for people. */
export interface ImportFile {
  readonly name: string
  read(): Promise<string>
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

/** Milliseconds between two comparisons when somebody else changed the organization meanwhile. */
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
  const until = now().getTime() + importDeadline
  for (;;) {
    const cutOff = request.dryRun ? null : await watchImport(dependencies, request.org)
    const { organization, plan } = await compare(dependencies, request, rows)
    if (!plan.ok) return plan
    if (request.dryRun) return { ok: true, counts: plan.counts, tookOver: null }
    const total = plan.writes.count
    const written = (done: number) => request.progress?.({ step: 'writing', done, total })
    written(0)
    const unmoved = organization.import?.id === cutOff?.id
    if (unmoved && (await commitRoster(dependencies, organization, plan.writes, written)))
      return { ok: true, counts: plan.counts, tookOver: cutOff?.started_at ?? null }
    if (now().getTime() >= until) throw neverQuiet()
    await wait(pause)
  }
}

const readFiles = async ({ files, progress }: ImportRequest): Promise<Rows> => {
  const reader = createRowReader(files.map(({ name }) => name))
  const read = () => progress?.({ step: 'reading', done: reader.count(), total: null })
  for (const [index, file] of files.entries()) await runPolitely(reader.read(index, await file.read()), read)
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

const neverQuiet = (): Problem =>
  new Problem('conflict', 'Others change this organization all the time. Nothing was changed; try again.')
