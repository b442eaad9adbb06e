import { Option } from '@commander-js/extra-typings'
import { tables, type Table } from '../../domain/roster/findings.js'
import { mixedCells, mixedColumns } from '../../domain/roster/mixed.js'
import { exportRoster, type ExportSink } from '../../services/backup/export.js'
import { declareOrganizationCommand } from '../command.js'
import { counted, csvLine } from '../output.js'
import { writePrivateFile, type PrivateFile } from './private-file.js'

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
      let writing: Writing | undefined
      const done = await exportRoster(store, org, () => {
        writing = format === 'json' ? writeJson(file) : writeCsv(file)
        return writing.sink
      })
      writing?.end?.()
      return done
    })
    const { teams, members, leaves } = counts
    return {
      json: { file: out, ...counts },
      text: `Wrote ${out}: ${counted(teams, 'team')}, ${counted(members, 'member')}, ${counted(leaves, 'leave')}.`,
    }
  },
})
