import type { Command } from 'commander'
import { showPlainly } from '../../domain/organization/name.js'
import { isUserId } from '../../domain/people/match.js'
import { Problem } from '../../domain/problem.js'
import { createMembers } from '../../services/records/members.js'
import { printJson, type Io } from '../io.js'
import { actorOf, listOption, withOrganization } from '../open.js'
import { writePrivateFile } from '../private-file.js'
import type { ListOptions } from './print.js'

interface EraseOptions extends ListOptions {
  readonly yes?: boolean
  readonly export?: string
  readonly slackId?: readonly string[]
}

const help = `
It removes the name, the address, the leaves, the matches in Slack, and whatever names the person in the logs of
keys and changes, in digests and in workspaces. What remains is the id under a number, with the day, so that an import does not bring
them back unless it is told --bring-back. Slack keeps what was posted there; the API and digests no longer show
them from the next request on. Backups made before still hold them: erase them again after you restore one.`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const addErase = (members: Command, io: Io): void => {
  members
    .command('erase <member>')
    .description('Erase all that is known of a person, for good')
    .requiredOption('--org <slug>', 'the organization')
    .option('--yes', 'erase; without it, nothing is done but to say what would be')
    .option('--export <file>', 'first write what is known of them, as JSON')
    .option(
      '--slack-id <id>',
      'their id in Slack, such as U012AB3CD, besides those matched by hand; repeat it for several',
      listOption,
    )
    .option('--json', '{"id", "number", "erased_on", "leaves", "mentions"}')
    .addHelpText('after', help)
    .action(async (person: string, { org, yes, export: file, slackId, json }: EraseOptions) => {
      const erasure = { person, slackIds: slackId ?? [] }
      if (erasure.slackIds.some((id) => !isUserId(id)))
        throw new Problem('invalid', 'A Slack user ID starts with U or W, such as U012AB3CD.')
      await withOrganization(io, org, async ({ _id }, dependencies) => {
        const services = createMembers(dependencies)
        const known = await services.known(_id, erasure)
        if (file !== undefined) {
          const text = `${JSON.stringify(known, null, 2)}\n`
          await writePrivateFile(file, async (written) => written.append(text))
          if (!json) io.out(`Wrote what is known of them to ${file}.`)
        }
        const { id, name } = known.member
        const held = counted(known.leaves.length, 'leave')
        if (!yes)
          throw new Problem(
            'conflict',
            showPlainly(
              `This erases ${name} (${id}) with ${held}, for good. If that is right, repeat it with --yes.`,
            ),
          )
        const erased = await services.erase(_id, { ...erasure, person: id }, actorOf(io))
        if (json) return printJson(io, erased)
        const { number, erased_on, leaves, mentions } = erased
        io.out(
          `Erased a member with ${counted(leaves, 'leave')}, and took them out of ${counted(mentions, 'line')} of the logs. ` +
            `What remains is number ${number}, erased on ${erased_on}.`,
        )
      })
    })
}
