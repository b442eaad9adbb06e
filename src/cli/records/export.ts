import { Option, type Command } from 'commander'
import { tables, type Table } from '../../domain/roster/findings.js'
import { mixedCells, mixedColumns } from '../../domain/roster/mixed.js'
import { exportRoster, type ExportSink } from '../../services/backup/export.js'
import { printJson, type Io } from '../io.js'
import { withOrganization } from '../open.js'
import { writePrivateFile, type PrivateFile } from './private-file.js'
import { csvLine } from './print.js'
import { counted } from '../output.js'

interface Writing {
  readonly sink: ExportSink
  end?(): void
}

/** Writes the rows of all three tables, each starting with the name of its record. */
const writeCsv = (file: PrivateFile): Writing => {
  file.restart()
  file.append(`${csvLine(mixedColumns)}\n`)
  return { sink: (table, row) => file.append(`${csvLine(mixedCells(table, row))}\n`) }
}

/** Writes `{"teams": […], "members": […], "leaves": […]}` with one row per line. */
const writeJson = (file: PrivateFile): Writing => {
  file.restart()
  let open = -1
  let rows = 0
  const begin = (table: Table): void => {
    while (tables[open] !== table) {
      file.append(open === -1 ? '{\n' : rows === 0 ? '],\n' : '\n],\n')
      open += 1
      rows = 0
      file.append(`"${tables[open]}": [`)
    }
  }
  return {
    sink: (table, row) => {
      begin(table)
      file.append(`${rows === 0 ? '' : ','}\n${JSON.stringify(row)}`)
      rows += 1
    },
    end: () => {
      begin('leaves')
      file.append(rows === 0 ? ']\n}\n' : '\n]\n}\n')
    },
  }
}

interface ExportOptions {
  readonly org: string
  readonly format: 'json' | 'csv'
  readonly out: string
  readonly json?: boolean
}

/** `export`. */
export const addExportCommand = (program: Command, io: Io): void => {
  program
    .command('export')
    .description('Write the teams, members and leaves of an organization to a file that import reads back')
    .requiredOption('--org <slug>', 'the organization')
    .addOption(new Option('--format <format>', 'json or csv').choices(['json', 'csv']).default('json'))
    .requiredOption('--out <file>', 'the file to write')
    .option('--json', '{"file", "teams", "members", "leaves"}')
    .addHelpText(
      'after',
      '\nOne file contains all three. In CSV, the first column, record, is team, member or leave.\n' +
        'For one table only, use members list --csv or leaves list --csv. Ids are kept; keys, settings\n' +
        'and logs are not included: use backup for those.',
    )
    .action(async ({ org, format, out, json }: ExportOptions) => {
      const counts = await withOrganization(io, org, ({ _id }, { store }) =>
        writePrivateFile(out, async (file) => {
          let writing: Writing | undefined
          const done = await exportRoster(store, _id, () => {
            writing = format === 'json' ? writeJson(file) : writeCsv(file)
            return writing.sink
          })
          writing?.end?.()
          return done
        }),
      )
      if (json) return printJson(io, { file: out, ...counts })
      const { teams, members, leaves } = counts
      io.out(
        `Wrote ${out}: ${counted(teams, 'team')}, ${counted(members, 'member')}, ${counted(leaves, 'leave')}.`,
      )
    })
}
