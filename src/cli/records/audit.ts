import { byPerson } from '../../domain/records/batch.js'
import { listAudit } from '../../services/records/change.js'
import { loadLogNames, subjectName } from '../../services/records/names.js'
import { declareOrganizationCommand } from '../command.js'
import { limitOption } from '../options.js'
import { listed, logColumns } from '../output.js'

export const auditCommand = declareOrganizationCommand({
  usage: 'audit',
  description: 'Show who changed data and settings over the last year, newest first',
  options: (command) =>
    command.option('--limit <count>', 'show at most this many', limitOption(999_999), 100),
  json: '[{"at", "what", "who", "who_name", "from", "subject", "subject_name", "detail": {}}]; "subject" is an id or null; names are as they are now, null when unknown',
  table: true,
  run: async ({ org, dependencies, options: { limit } }) => {
    const entries = await listAudit(dependencies, org, limit)
    const names = await loadLogNames(dependencies.store, org)
    const rows = entries
      .flatMap(byPerson)
      .slice(0, limit)
      .map((entry) => {
        const { at, what, who, from, subject, detail } = entry
        const subject_name = subjectName(names, entry)
        return {
          at,
          what,
          who,
          who_name: names.personOf(entry),
          from,
          subject: subject || null,
          subject_name,
          detail,
        }
      })
    const about = ({ subject, subject_name }: (typeof rows)[number]) => subject_name ?? subject
    const columns = logColumns(['ABOUT', about], names.nameOf)
    return listed(rows, columns, 'Nothing was changed within the last year.')
  },
})
