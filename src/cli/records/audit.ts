import { byPerson } from '../../domain/records/batch.js'
import { listAudit } from '../../services/records/change.js'
import { loadLogNames, subjectName } from '../../services/records/names.js'
import { declareOrganizationCommand } from '../command.js'
import { limitOption } from '../options.js'
import { actorText, listed } from '../output.js'

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export const auditCommand = declareOrganizationCommand({
  usage: 'audit',
  description: 'Show who changed data and settings over the last year, newest first',
  options: (command) =>
    command.option('--limit <count>', 'show at most this many', limitOption(999_999), 100),
  json: '[{"at", "what", "who", "who_name", "from", "subject", "subject_name", "detail": {}}]; "subject" is an id or null; names are as they are now, null when unknown',
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
    return listed(
      rows,
      {
        WHEN: 'at',
        WHAT: 'what',
        WHO: actorText,
        FROM: 'from',
        ABOUT: ({ subject, subject_name }) => subject_name ?? subject,
        '': ({ detail }) =>
          Object.entries(detail)
            .map(
              ([name, value]) => `${name}: ${String(value).replaceAll(ids, (id) => names.nameOf(id) ?? id)}`,
            )
            .join(', '),
      },
      'Nothing was changed within the last year.',
    )
  },
})
