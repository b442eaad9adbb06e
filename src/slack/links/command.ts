import { addressesOf } from '../../domain/links/address.js'
import { dayAt } from '../../calendar/day.js'
import { dayWords } from '../../domain/words/dates.js'
import { bold, code, line, note, type Part } from '../../domain/words/message.js'
import { deactivatedMessage } from '../../domain/words/reply.js'
import type { PersonalLink } from '../../services/links/personal.js'
import { memberInSlack } from '../../services/people/people.js'
import type { Requester } from '../admission.js'
import { drawMessage } from '../message/blocks.js'
import type { CommandArgs, Listener, SlackServices, SlashCommand } from '../listeners.js'
import { sayTo } from '../modal/command.js'
import type { Profile } from '../people/profiles.js'

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

/** Undefined: the words are a question. */
const calendarActionOf = (text: string): CalendarAction | undefined => {
  const found = words.exec(text.trim())
  return found ? actions[(found.groups?.['rest'] ?? '').toLowerCase()] : undefined
}

const title = 'Your calendar'

/** Contains a secret that is shown once, so only in an ephemeral answer. */
const madeParts = (
  { token, link }: { readonly token: string; readonly link: PersonalLink['link'] },
  { address }: SlackServices,
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

const partsFor = async (
  action: CalendarAction,
  profile: Profile,
  { organization: { _id: org, name }, workspace, user, command }: Requester,
  services: SlackServices,
): Promise<readonly Part[]> => {
  const { personalLinks: links, store, now } = services
  if (action === 'help') return helpParts(command)
  const member = await memberInSlack(store, org, profile)
  const owner = { org, workspace, user, member_id: member?.id ?? null }
  if (action === 'off')
    return [line((await links.revoke(owner)) ? 'Your link no longer works.' : 'You do not have a link.')]
  if (member && !member.active) return deactivatedMessage(name).parts
  const found = await (action === 'new' ? links.renew(owner) : links.open(owner))
  return found.token === null
    ? knownParts(found, dayAt(now(), 'UTC'), command)
    : madeParts(found, services, command)
}

const run: Listener<CommandArgs> = async (args, asker, services) => {
  const admitted = await asker.admit()
  if ('refused' in admitted) return sayTo(args, admitted.refused)
  const action = calendarActionOf(args.command.text) ?? 'help'
  const { text, blocks } = drawMessage({ title, parts: await partsFor(action, admitted, asker, services) })
  return sayTo(args, text, blocks)
}

/** `/whosout calendar…` creates a person's own link on first use. It shows what everyone may ask about here. */
export const calendarCommand: SlashCommand = {
  matches: (text) => calendarActionOf(text) !== undefined,
  run,
}
