import { addressesOf } from '../../domain/links/address.js'
import { dayAt } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { dayWords } from '../../domain/words/dates.js'
import { bold, code, line, note, type Message, type Part } from '../../domain/words/message.js'
import { deactivatedMessage } from '../../domain/words/reply.js'
import { createPersonalLinks, type PersonalLink } from '../../services/links/personal.js'
import { memberInSlack } from '../../services/people/people.js'
import type { SlackAnswers } from '../ask/asking.js'
import { drawMessage } from '../message/blocks.js'
import type { CommandArgs } from '../modal/command.js'
import { askingOf } from '../ask/who-asks.js'
import type { ListenerContext } from '../listeners.js'
import type { Profile } from '../people/profiles.js'

/** Handles `/whosout calendar…` after it was acknowledged. */
export interface CalendarCommand {
  /** Whether the words are a calendar command; otherwise they are a question. */
  takes(text: string): boolean
  run(args: CommandArgs, organization: Organization): Promise<void>
}

type CalendarAction = 'open' | 'new' | 'off' | 'help'

const actions: Readonly<Record<string, CalendarAction>> = {
  '': 'open',
  new: 'new',
  renew: 'new',
  off: 'off',
  revoke: 'off',
  stop: 'off',
  help: 'help',
}

const words = /^calendar(\s+(?<rest>\S+))?$/i

const calendarActionOf = (text: string): CalendarAction | undefined => {
  const found = words.exec(text.trim())
  return found ? actions[(found.groups?.['rest'] ?? '').toLowerCase()] : undefined
}

interface CalendarDeps extends Pick<ListenerContext, 'store' | 'now' | 'random' | 'address'> {
  readonly asker: Pick<SlackAnswers, 'admit'>
}

const title = 'Your calendar'

/** Contains a secret that is shown once, so only in an ephemeral answer. */
const madeParts = (
  { token, link }: { readonly token: string; readonly link: PersonalLink['link'] },
  { address }: CalendarDeps,
  command: string,
): readonly Part[] => {
  const { url, feed_url } = addressesOf(address.base, token)
  return [
    line(
      'This is your own link to the calendar of who is out. It is shown only this once, so keep it somewhere safe.',
    ),
    line(bold('Page'), ': ', code(url)),
    line(bold('Feed'), ' for calendar apps: ', code(feed_url)),
    note(
      'Anyone with the link sees the calendar, without reasons. ',
      code(`${command} calendar off`),
      ' revokes it.',
    ),
    ...(link.expires_at === null
      ? []
      : [note(`It works until ${link.expires_at.slice(0, 10)}, because you are not a member here.`)]),
    ...(address.isKnown
      ? []
      : [
          note(code('BASE_URL'), ' is not set, so this address works only on the machine that runs whosout.'),
        ]),
  ]
}

const knownParts = ({ link }: PersonalLink, today: string, command: string): readonly Part[] => {
  const used =
    link.last_used_at === null ? 'never used' : `last used ${dayWords(link.last_used_at.slice(0, 10), today)}`
  return [
    line(
      `You have had a link since ${dayWords(link.created_at.slice(0, 10), today)}, ${used}. Its address was shown only when it was created.`,
    ),
    line(code(`${command} calendar new`), ' creates a new one and revokes the one you have.'),
    line(code(`${command} calendar off`), ' revokes it without creating a new one.'),
  ]
}

const helpParts = (command: string): readonly Part[] => [
  line(
    code(`${command} calendar`),
    ' creates your own link to a calendar page. Calendar apps can subscribe to it as well.',
  ),
  line(code(`${command} calendar new`), ' creates a new one and revokes the one you have.'),
  line(code(`${command} calendar off`), ' revokes it.'),
]

/** Creates a person's own link on first use. It shows what everyone may ask about here. */
export const createCalendarCommand = (deps: CalendarDeps): CalendarCommand => {
  const links = createPersonalLinks(deps)

  const partsFor = async (
    action: CalendarAction,
    profile: Profile,
    { command }: CommandArgs,
    { _id: org, name: organization }: Organization,
  ): Promise<readonly Part[]> => {
    if (action === 'help') return helpParts(command.command)
    const member = await memberInSlack(deps.store, org, profile)
    const owner = { org, workspace: command.team_id, user: command.user_id, member_id: member?.id ?? null }
    if (action === 'off')
      return [line((await links.revoke(owner)) ? 'Your link no longer works.' : 'You do not have a link.')]
    if (member && !member.active) return deactivatedMessage(organization).parts
    const found = await (action === 'new' ? links.renew(owner) : links.open(owner))
    return found.token === null
      ? knownParts(found, dayAt(deps.now(), 'UTC'), command.command)
      : madeParts(found, deps, command.command)
  }

  return {
    takes: (text) => calendarActionOf(text) !== undefined,
    async run(args, organization) {
      const asking = askingOf(args, organization)
      const admitted = await deps.asker.admit(asking)
      const say = (text: string, blocks: ReturnType<typeof drawMessage>['blocks'] = []) =>
        args.respond({ text, blocks: [...blocks], response_type: 'ephemeral', replace_original: false })
      if ('refused' in admitted) return void (await say(admitted.refused))
      const parts = await partsFor(
        calendarActionOf(args.command.text) ?? 'help',
        admitted,
        args,
        organization,
      )
      const message: Message = { title, parts }
      const drawn = drawMessage(message)
      await say(drawn.text, drawn.blocks)
    },
  }
}
