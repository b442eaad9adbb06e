import type { Command } from 'commander'
import type { AuditEntry } from '../../domain/records/audit.js'
import { listAudit } from '../../services/records/change.js'
import { printJson, type Io } from '../io.js'
import { withOrganization } from '../open.js'
import { inColumns } from '../output.js'
import { limitOption } from './options.js'

const lineJson = ({ at, what, who, from, subject, detail }: AuditEntry) => ({
  at,
  what,
  who,
  from,
  subject: subject === '' ? null : subject,
  detail,
})

const cellsOf = ({ at, what, who, from, subject, detail }: AuditEntry): string[] => [
  at,
  what,
  who,
  from ?? '-',
  subject === '' ? '-' : subject,
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', '),
]

/** `audit`. */
export const addAuditCommand = (program: Command, io: Io): void => {
  program
    .command('audit')
    .description('Show manual changes to members, teams and leaves over the last year, newest first')
    .requiredOption('--org <slug>', 'the organization')
    .option('--limit <count>', 'show at most this many', limitOption, 100)
    .option('--json', '[{"at", "what", "who", "from", "subject", "detail": {}}]; "subject" is an id or null')
    .action(async ({ org, limit, json }: { org: string; limit: number; json?: boolean }) => {
      const lines = await withOrganization(io, org, ({ _id }, dependencies) =>
        listAudit(dependencies, _id, limit),
      )
      if (json) return printJson(io, lines.map(lineJson))
      if (lines.length === 0) return io.out('No manual changes within the last year.')
      io.out(inColumns(['WHEN', 'WHAT', 'WHO', 'FROM', 'ABOUT', ''], lines.map(cellsOf)))
    })
}
