import { dayAt } from '../../calendar/day.js'
import { settingsWords, nextWords, statusLines } from '../../domain/words/digest-status.js'
import { bold, line, list, note, type Message, type Part } from '../../domain/words/message.js'
import type { ListedDigest } from '../../services/digests/digests.js'
import type { Requester } from '../admission.js'
import { drawMessage } from '../message/blocks.js'
import { formOfChannel } from './editing.js'
import { formTitle, type FormMemory } from './form.js'
import { digestHelp, digestRefusals } from './texts.js'
import { isDirect } from '../channel.js'
import { openForm, sayTo } from '../modal/command.js'
import type { CommandArgs, Listener, SlackServices, SlashCommand } from '../listeners.js'

const words = /^digest(\s+(?<rest>.*))?$/is

const show = (args: CommandArgs, message: Message): Promise<void> => {
  const { text, blocks } = drawMessage(message)
  return sayTo(args, text, blocks)
}

const memoryOf = ({ command }: CommandArgs): FormMemory => ({
  channel: command.channel_id,
  channel_name: command.channel_name,
  response_url: command.response_url,
  team: null,
  seen: null,
  typesZone: false,
})

const heading = ({ digest, team }: ListedDigest): string =>
  digest.team_id === null ? 'Everybody' : (team ?? 'A deleted team')

const statusParts = async (
  { digests, now }: SlackServices,
  listed: ListedDigest,
): Promise<readonly Part[]> => {
  const { digest } = listed
  const runs = statusLines(await digests.status(digest), digest, dayAt(now(), digest.timezone))
  return [
    line(bold(heading(listed)), `: ${settingsWords(digest)}; ${nextWords(digest, now())}.`),
    ...list(
      null,
      runs.map(({ day, said }) => [bold(day), `: ${said}`]),
    ),
    ...(runs.length === 0 ? [line('It has not run yet.')] : []),
  ]
}

const showStatus: Listener<CommandArgs> = async (args, asker, services) => {
  const { organization, workspace, channel, command } = asker
  if (channel === null || isDirect(channel)) return sayTo(args, digestRefusals.direct)
  const listed = await services.digests.list(organization, { workspace, channel: channel.id })
  if (listed.length === 0)
    return sayTo(args, `This channel has no digest yet. Type \`${command} digest\` to set one.`)
  const parts = await Promise.all(listed.map((one) => statusParts(services, one)))
  return show(args, { title: 'The morning digest of this channel', parts: parts.flat() })
}

const showHelp = (args: CommandArgs, { command }: Requester, isMisread: boolean): Promise<void> => {
  const { title, parts } = digestHelp(command)
  const why = isMisread ? [note('Unknown digest command. Here is what you can use.')] : []
  return show(args, { title, parts: [...why, ...parts] })
}

const run: Listener<CommandArgs> = async (args, asker, services) => {
  const rest = (words.exec(args.command.text.trim())?.groups?.['rest'] ?? '').trim().toLowerCase()
  if (rest === '')
    return openForm(args, services.log, formTitle, formOfChannel(asker, services, memoryOf(args)))
  const admitted = await asker.admit()
  if ('refused' in admitted) return sayTo(args, admitted.refused)
  if (rest === 'status') return showStatus(args, asker, services)
  return showHelp(args, asker, rest !== 'help')
}

/** `/whosout digest…` */
export const digestCommand: SlashCommand = { matches: (text) => words.test(text), run }
