import type { Command } from 'commander'
import { showPlainly } from '../../domain/organization/name.js'
import { isUserId } from '../../domain/people/match.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../../services/dependencies.js'
import { createMembers } from '../../services/records/members.js'
import { printJson, type Io } from '../io.js'
import { actorOf, listOption, withOrganization } from '../open.js'
import { counted } from '../output.js'
import { writePrivateFile } from './private-file.js'
import type { ListOptions } from './print.js'

/**
 * Ends an erasure: nothing of it may be left in the store's files. Throws `unavailable` while that cannot be done, in
 * which case the same command with the id does this part again.
 */
const purge = async (store: Dependencies['store'], id: string, org: string): Promise<void> => {
  const reason = await store.purge?.().catch((fault: unknown) => {
    if (fault instanceof Problem) return fault.message
    throw fault
  })
  if (reason)
    throw new Problem(
      'unavailable',
      `Erased, but not yet from the files of the store: ${reason}. Run it again: whosout members erase ${id} --org ${org} --yes`,
    )
}

interface EraseOptions extends ListOptions {
  readonly yes?: boolean
  readonly export?: string
  readonly slackId?: readonly string[]
}

const help = `
Removes the name, the e-mail address, the leaves, the matches in Slack, the person's own links and calendars, and
whatever identifies the person in the logs of keys and changes and in other records. The id stays under a number,
with the day of erasure, so that an import does not bring the person back unless --bring-back is given, and with a
keyed hash of name and address, so that calendars do not name them again. On the embedded store nothing is left in
the files either when the command is done; if another process prevents that, it says so: run it again. What was posted in Slack stays there; the API
and digests stop showing the person with the next request. Earlier backups still contain the person: erase them again
after restoring one.`

export const addErase = (members: Command, io: Io): void => {
  members
    .command('erase <member>')
    .description('Permanently erase everything that is known about a person')
    .requiredOption('--org <slug>', 'the organization')
    .option('--yes', 'erase; without this option, only show what would be erased')
    .option('--export <file>', 'first write everything known about them to this file, as JSON')
    .option(
      '--slack-id <id>',
      'their Slack id, such as U012AB3CD, in addition to those matched by hand; repeat it for several',
      listOption,
    )
    .option('--json', '{"id", "number", "erased_on", "leaves", "mentions"}')
    .addHelpText('after', help)
    .action(async (person: string, { org, yes, export: file, slackId, json }: EraseOptions) => {
      const erasure = { person, slackIds: slackId ?? [] }
      if (erasure.slackIds.some((id) => !isUserId(id)))
        throw new Problem('invalid', 'A Slack user id starts with U or W, such as U012AB3CD.')
      await withOrganization(io, org, async ({ _id }, dependencies) => {
        const services = createMembers(dependencies)
        const { store } = dependencies
        const gone = yes ? await services.erasedBefore(_id, person) : undefined
        if (gone) {
          const { id, number, erased_on } = gone
          await purge(store, id, org)
          if (json) return printJson(io, { id, number, erased_on, leaves: 0, mentions: 0 })
          return io.out(
            `This person was erased on ${erased_on} (number ${number}); nothing more is left of them.`,
          )
        }
        const known = await services.known(_id, erasure)
        if (file !== undefined) {
          const text = `${JSON.stringify(known, null, 2)}\n`
          await writePrivateFile(file, async (written) => written.append(text))
          if (!json) io.out(`Wrote everything known about them to ${file}.`)
        }
        const { id, name } = known.member
        const held = counted(known.leaves.length, 'leave')
        if (!yes)
          throw new Problem(
            'conflict',
            showPlainly(
              `This permanently erases ${name} (${id}) with ${held}. If this is intended, run it again with --yes.`,
            ),
          )
        const erased = await services.erase(_id, { ...erasure, person: id }, actorOf(io))
        await purge(store, id, org)
        if (json) return printJson(io, erased)
        const { number, erased_on, leaves, mentions } = erased
        io.out(
          `Erased a member with ${counted(leaves, 'leave')}, and removed them from ${counted(mentions, 'record')} of others. ` +
            `They remain only as number ${number}, erased on ${erased_on}.`,
        )
      })
    })
}
