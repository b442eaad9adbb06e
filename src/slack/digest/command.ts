import type { ModalView } from '@slack/web-api'
import { dayAt } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { settingsWords, nextWords, statusLines } from '../../domain/words/digest-status.js'
import { bold, line, list, note, type Message, type Part } from '../../domain/words/message.js'
import type { ListedDigest } from '../../services/digests/digests.js'
import type { SlackAnswers, Asking } from '../ask/asking.js'
import { askingOf } from '../ask/who-asks.js'
import { drawMessage } from '../message/blocks.js'
import type { DigestDesk, DeskRefusal } from './desk.js'
import { formTitle, type FormMemory } from './form.js'
import { digestHelp, digestRefusals } from './texts.js'
import { isDirect } from '../channel.js'
import { openForm, sayTo, type CommandArgs } from '../modal/command.js'
import type { Log } from '../log.js'

/** Handles `/whosout digest…` after it was acknowledged. */
export interface DigestCommand {
  /** Whether the words are a digest command; otherwise they are a question. */
  takes(text: string): boolean
  run(args: CommandArgs, organization: Organization): Promise<void>
}

const words = /^digest(\s+(?<rest>.*))?$/is

const show = (args: CommandArgs, message: Message): Promise<void> => {
  const { text, blocks } = drawMessage(message)
  return sayTo(args, text, blocks)
}

interface CommandDeps {
  readonly desk: DigestDesk
  readonly asker: Pick<SlackAnswers, 'admit'>
  readonly now: () => Date
  readonly log: Log
}

const memoryOf = ({ command }: CommandArgs): FormMemory => ({
  channel: command.channel_id,
  channel_name: command.channel_name,
  response_url: command.response_url,
  team: null,
  seen: null,
  typesZone: false,
})

/** The form of this channel, or why there is none. */
const prepare = async (
  { desk }: CommandDeps,
  args: CommandArgs,
  asking: Asking,
): Promise<ModalView | DeskRefusal> => {
  const entered = await desk.enter(asking)
  return 'refused' in entered ? entered : desk.form(entered, memoryOf(args), null)
}

const heading = ({ digest, team }: ListedDigest): string =>
  digest.team_id === null ? 'Everybody' : (team ?? 'A deleted team')

const statusParts = async ({ desk, now }: CommandDeps, listed: ListedDigest): Promise<readonly Part[]> => {
  const { digest } = listed
  const runs = statusLines(await desk.digests.status(digest), digest, dayAt(now(), digest.timezone))
  return [
    line(bold(heading(listed)), `: ${settingsWords(digest)}; ${nextWords(digest, now())}.`),
    ...list(
      null,
      runs.map(({ day, said }) => [bold(day), `: ${said}`]),
    ),
    ...(runs.length === 0 ? [line('It has not run yet.')] : []),
  ]
}

const showStatus = async (deps: CommandDeps, args: CommandArgs, asking: Asking): Promise<void> => {
  if (asking.channel === null || isDirect(asking.channel)) return sayTo(args, digestRefusals.direct)
  const { organization, workspace, channel } = asking
  const listed = await deps.desk.digests.list(organization, { workspace, channel: channel.id })
  if (listed.length === 0) {
    const text = `This channel has no digest yet. Type \`${asking.command} digest\` to set one.`
    return sayTo(args, text)
  }
  const parts = await Promise.all(listed.map((one) => statusParts(deps, one)))
  return show(args, { title: 'The morning digest of this channel', parts: parts.flat() })
}

export const createDigestCommand = (deps: CommandDeps): DigestCommand => {
  const help = (args: CommandArgs, asking: Asking, misread: string): Promise<void> => {
    const { title, parts } = digestHelp(asking.command)
    const also = misread === '' ? [] : [note('Unknown digest command. Here is what you can use.')]
    return show(args, { title, parts: [...parts, ...also] })
  }
  return {
    takes: (text) => words.test(text.trim()),
    async run(args, organization) {
      const asking = askingOf(args, organization)
      const rest = (words.exec(args.command.text.trim())?.groups?.['rest'] ?? '').trim().toLowerCase()
      if (rest === '') return openForm(args, deps.log, formTitle, prepare(deps, args, asking))
      const admitted = await deps.asker.admit(asking)
      if ('refused' in admitted) return sayTo(args, admitted.refused)
      if (rest === 'status') return showStatus(deps, args, asking)
      return help(args, asking, rest === 'help' ? '' : rest)
    },
  }
}
