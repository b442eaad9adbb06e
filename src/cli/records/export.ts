import { Option } from '@commander-js/extra-typings'
import { mixedCells, mixedColumns } from '../../domain/roster/mixed.js'
import { exportRoster, type ExportSink } from '../../services/backup/export.js'
import { declareOrganizationCommand } from '../command.js'
import { counted, csvLine } from '../output.js'
import { writePrivateFile, type PrivateFile } from './private-file.js'

/** Writes the rows of all three tables, each starting with the name of its record. */
const csvSink = (file: PrivateFile): ExportSink => {
  file.restart()
  file.append(`${csvLine(mixedColumns)}\n`)
  const line = (table: Parameters<typeof mixedCells>[0], row: object): void =>
    // Rows contain only strings and booleans.
    file.append(`${csvLine(mixedCells(table, row as Parameters<typeof mixedCells>[1]))}\n`)
  return {
    team: (row) => line('teams', row),
    member: (row) => line('members', row),
    leave: (row) => line('leaves', row),
  }
}

/** Writes `{"teams": […], "members": […], "leaves": […]}` with one row per line. */
const jsonSink = (file: PrivateFile): ExportSink & { readonly end: () => void } => {
  file.restart()
  const tables = ['teams', 'members', 'leaves'] as const
  let open = -1
  let rows = 0
  const begin = (table: (typeof tables)[number]): void => {
    while (tables[open] !== table) {
      file.append(open === -1 ? '{\n' : rows === 0 ? '],\n' : '\n],\n')
      open += 1
      rows = 0
      file.append(`"${tables[open]}": [`)
    }
  }
  const put = (table: (typeof tables)[number], row: object): void => {
    begin(table)
    file.append(`${rows === 0 ? '' : ','}\n${JSON.stringify(row)}`)
    rows += 1
  }
  return {
    team: (row) => put('teams', row),
    member: (row) => put('members', row),
    leave: (row) => put('leaves', row),
    end: () => {
      begin('leaves')
      file.append(rows === 0 ? ']\n}\n' : '\n]\n}\n')
    },
  }
}

export const exportCommand = declareOrganizationCommand({
  usage: 'export',
  description: 'Write the teams, members and leaves of an organization to a file that import reads back',
  options: (command) =>
    command
      .addOption(new Option('--format <format>', 'json or csv').choices(['json', 'csv']).default('json'))
      .requiredOption('--out <file>', 'the file to write'),
  json: '{"file", "teams", "members", "leaves"}',
  help:
    '\nOne file contains all three. In CSV, the first column, record, is team, member or leave.\n' +
    'For one table only, use members list --csv or leaves list --csv. Ids are kept; keys, settings\n' +
    'and logs are not included: use backup for those.',
  run: async ({ org, dependencies: { store }, options: { format, out } }) => {
    const counts = await writePrivateFile(out, async (file) => {
      let sink: (ExportSink & { end?: () => void }) | undefined
      const done = await exportRoster(store, org, () => {
        sink = format === 'json' ? jsonSink(file) : csvSink(file)
        return sink
      })
      sink?.end?.()
      return done
    })
    const { teams, members, leaves } = counts
    return {
      json: { file: out, ...counts },
      text: `Wrote ${out}: ${counted(teams, 'team')}, ${counted(members, 'member')}, ${counted(leaves, 'leave')}.`,
    }
  },
})
