import type { Leave, Member, Team } from '../../../src/domain/organization/organization.js'
import type { Table } from '../../../src/domain/roster/findings.js'
import type { FileSpan } from '../../../src/domain/roster/guard.js'
import type { Write } from '../../../src/domain/roster/outcome.js'
import { createRosterComparer, type Compared, type Subject } from '../../../src/domain/roster/changes.js'
import { createRowReader, type Rows } from '../../../src/domain/roster/rows.js'
import type { TableOptions } from '../../../src/domain/roster/table.js'
import { compare, runAtOnce } from '../../../src/calendar/slices.js'

export interface SourceFile {
  readonly name: string
  readonly text: string
}

export const acme = '0b0e5a52-8f0c-4c4e-9a53-6d7b8f4f1a01'

export interface Stored {
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
  readonly leaves: readonly Leave[]
}

export const nothing: Stored = { teams: [], members: [], leaves: [] }

export const csv = (text: string, name = 'file.csv'): SourceFile => ({ name, text })
export const json = (value: unknown, name = 'file.json'): SourceFile => ({
  name,
  text: JSON.stringify(value),
})

/** What the files say, as the service reads them. */
export const read = (files: readonly SourceFile[], options: Partial<TableOptions> = {}): Rows => {
  const names = files.map(({ name }) => name)
  const reader = createRowReader(names, options)
  for (const [index, { text }] of files.entries()) runAtOnce(reader.read(index, text))
  return reader.rows()
}

/** The columns of a file that are not read. */
export const ignoredIn = (file: SourceFile): readonly string[] => read([file]).ignored
/** The instant of every import here. */
const importedAt = '2026-11-20T10:30:00.000Z'

/** The changes of an import, as the service makes it, against what is stored. */
export const changesOf = (
  files: readonly SourceFile[],
  { teams, members, leaves }: Stored = nothing,
  replace: readonly Table[] = [],
  options: Partial<TableOptions> & { readonly within?: FileSpan } = {},
  more: Partial<Subject> = {},
): Compared => {
  const rows = read(files, options)
  const comparer = runAtOnce(
    createRosterComparer(rows, {
      org: acme,
      at: importedAt,
      replace: new Set(replace),
      teams,
      members,
      ...more,
      ...(options.within && { within: options.within }),
    }),
  )
  for (const leave of leaves) comparer.meet([leave])
  return runAtOnce(comparer.finish())
}

/** Each finding as one line of text: `file.csv line 2, name: must not be blank`. */
export const findingsOf = (compared: Compared): string[] =>
  compared.ok
    ? []
    : compared.findings.map(
        ({ place, column, message }) =>
          `${place ?? 'file'}${column === null ? '' : `, ${column}`}: ${message}`,
      )

/** `teams +1 ~0 -0 =0 members … leaves …`. */
export const countsOf = (compared: Compared): string =>
  compared.ok
    ? Object.entries(compared.counts)
        .map(
          ([table, { added, changed, removed, same }]) =>
            `${table} +${added} ~${changed} -${removed} =${same}`,
        )
        .join(' ')
    : `${compared.count} findings: ${findingsOf(compared).join(' | ')}`

export const writesOf = (compared: Compared): readonly Write[] => {
  if (!compared.ok) throw new Error(`findings where none were expected: ${findingsOf(compared).join(' | ')}`)
  return [...compared.writes]
}

/** What is stored after these writes, people by e-mail and leaves by type: the simplest store there is. */
export const apply = (stored: Stored, writes: readonly Write[]): Stored => {
  const after = {
    teams: new Map(stored.teams.map((team) => [team._id, team])),
    members: new Map(stored.members.map((member) => [member._id, member])),
    leaves: new Map(stored.leaves.map((leave) => [leave._id, leave])),
  }
  for (const write of writes) {
    if ('remove' in write) {
      if (write.remove !== 'tombstones') after[write.remove].delete(write.id)
    } else if (write.put === 'teams') after.teams.set(write.document._id, write.document)
    else if (write.put === 'members') after.members.set(write.document._id, write.document)
    else after.leaves.set(write.document._id, write.document)
  }
  return {
    teams: [...after.teams.values()],
    members: [...after.members.values()].sort((a, b) => compare(a.email, b.email)),
    leaves: [...after.leaves.values()].sort((a, b) => compare(a.type, b.type)),
  }
}

/** What is stored after an import of these files. */
export const imported = (
  files: readonly SourceFile[],
  stored: Stored = nothing,
  replace: readonly Table[] = [],
  options: Parameters<typeof changesOf>[3] = {},
): Stored => apply(stored, writesOf(changesOf(files, stored, replace, options)))
