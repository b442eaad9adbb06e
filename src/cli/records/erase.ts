import { showLines, showPlainly } from '../../domain/organization/name.js'
import { isUserId } from '../../domain/people/match.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../../services/dependencies.js'
import { declareOrganizationCommand } from '../command.js'
import { listOption } from '../options.js'
import { counted } from '../output.js'
import { writePrivateFile } from './private-file.js'

/**
 * Ends an erasure: nothing of it may be left in the store's files. Throws `unavailable` while that cannot be done, in
 * which case the same command with the id does this part again.
 */
const purge = async (store: Dependencies['store'], id: string, slug: string): Promise<void> => {
  const reason = await store.purge?.().catch((error: unknown) => {
    if (error instanceof Problem) return error.message
    throw error
  })
  if (reason)
    throw new Problem(
      'unavailable',
      `Erased, but not yet from the files of the store: ${reason}. Run it again: whosout members erase ${id} --org ${slug} --yes`,
    )
}

const help = `
Removes the name, the e-mail address, the leaves, the matches in Slack, the
person's own links and calendars, and whatever identifies the person in logs and
in other records. What remains is the id, under a number and with the day of
erasure, so that an import does not bring the person back without --bring-back,
and a keyed hash of name and address, so that calendars do not name them again.

The files of the embedded store then hold nothing of the person either. If
another process prevents that, the command says so: run it again.

Messages already posted in Slack stay there; the API and digests stop showing
the person with the next request. Earlier backups still contain the person:
after restoring one, erase the person again.`

export const erase = declareOrganizationCommand({
  usage: 'erase <member>',
  description: 'Permanently erase everything that is known about a person',
  options: (command) =>
    command
      .option('--yes', 'erase; without this option, only show what would be erased')
      .option('--export <file>', 'first write everything known about them to this file, as JSON')
      .option(
        '--slack-id <id>',
        'their Slack id, such as U012AB3CD, in addition to those matched by hand; repeat it for several',
        listOption,
      ),
  json: '{"id", "number", "erased_on", "leaves", "mentions", "possible_mentions": [{"what": "link|key|source", "id", "name"}]}',
  help,
  check: ({ options: { slackId = [] } }) => {
    if (slackId.some((id) => !isUserId(id)))
      throw new Problem('invalid', 'A Slack user id starts with U or W, such as U012AB3CD.')
  },
  run: async ({ io, org, slug, services, dependencies, actor, args: [person], options, json }) => {
    const { yes, export: file, slackId: slackIds = [] } = options
    const { store } = dependencies
    const { members } = services
    const gone = yes ? await members.erasedBefore(org, person) : undefined
    if (gone) {
      const { id, number, erased_on } = gone
      await purge(store, id, slug)
      return {
        json: { id, number, erased_on, leaves: 0, mentions: 0, possible_mentions: [] },
        text: `This person was erased on ${erased_on} (number ${number}); nothing more is left of them.`,
      }
    }
    const known = await members.known(org, { person, slackIds })
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
    const erased = await members.erase(org, { person: id, slackIds }, actor)
    await purge(store, id, slug)
    const { number, erased_on, leaves, mentions, possible_mentions } = erased
    const possible = possible_mentions.map((one) => `\n- the ${one.what} ${one.name} (${one.id})`)
    const text =
      `Erased a member with ${counted(leaves, 'leave')}, and removed them from ${counted(mentions, 'record')} of others. ` +
      `They remain only as number ${number}, erased on ${erased_on}.` +
      (possible.length > 0
        ? `\n\nLeft as they are, but these may name them too:${showLines(possible.join(''))}`
        : '')
    return { json: erased, text }
  },
})
