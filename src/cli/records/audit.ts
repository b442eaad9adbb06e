import type { Command } from 'commander'
import type { AuditEntry } from '../../domain/records/audit.js'
import { listAudit } from '../../services/records/change.js'
import { loadLogNames, subjectName, type LogNames } from '../../services/records/names.js'
import { printJson, type Io } from '../io.js'
import { withOrganization } from '../open.js'
import { inColumns, actorText } from '../output.js'
import { limitOption } from './options.js'

const lineJson = (entry: AuditEntry, names: LogNames) => {
  const { at, what, who, from, subject, detail } = entry
  return {
    at,
    what,
    who,
    who_name: names.personOf(entry),
    from,
    subject: subject === '' ? null : subject,
    subject_name: subjectName(names, entry),
    detail,
  }
}

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const cellsOf = (entry: AuditEntry, names: LogNames): string[] => {
  const { at, what, from, subject, detail } = entry
  return [
    at,
    what,
    actorText(entry, names.personOf(entry)),
    from ?? '-',
    subjectName(names, entry) ?? (subject || '-'),
    Object.entries(detail)
      .map(([name, value]) => `${name}: ${String(value).replaceAll(ids, (id) => names.nameOf(id) ?? id)}`)
      .join(', '),
  ]
}

const shape =
  '[{"at", "what", "who", "who_name", "from", "subject", "subject_name", "detail": {}}]; "subject" is an id or null; names are as they are now, null when unknown'

/** `audit`. */
export const addAuditCommand = (program: Command, io: Io): void => {
  program
    .command('audit')
    .description('Show who changed data and settings over the last year, newest first')
    .requiredOption('--org <slug>', 'the organization')
    .option('--limit <count>', 'show at most this many', limitOption, 100)
    .option('--json', shape)
    .action(async ({ org, limit, json }: { org: string; limit: number; json?: boolean }) => {
      const { lines, names } = await withOrganization(io, org, async ({ _id }, dependencies) => ({
        lines: await listAudit(dependencies, _id, limit),
        names: await loadLogNames(dependencies.store, _id),
      }))
      if (json)
        return printJson(
          io,
          lines.map((line) => lineJson(line, names)),
        )
      if (lines.length === 0) return io.out('Nothing was changed within the last year.')
      const rows = lines.map((line) => cellsOf(line, names))
      io.out(inColumns(['WHEN', 'WHAT', 'WHO', 'FROM', 'ABOUT', ''], rows))
    })
}
