import { monthOf } from '../../calendar/day.js'
import { isAnswer, type Reply } from '../../domain/reply/reply.js'
import { bold, code, list, note, type Message, type Part, type Voice } from '../../domain/words/message.js'
import { replyMessage } from '../../domain/words/reply.js'
import { mentionedIds, type Answered } from '../../services/ask/ask.js'
import type { AskRequest, Mentioned } from '../../services/ask/context.js'
import type { Requester, Denial } from '../admission.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { isDirect } from '../channel.js'
import { controlsOf } from './controls.js'
import type { SlackServices } from '../listeners.js'
import { shortcutNames } from '../manifest.js'
import { formBlocks, offerOf } from '../own-entries/form.js'
import type { Profile } from '../people/profiles.js'

export interface Question {
  readonly text: string
  /** A team chosen from a list; null: everybody. */
  readonly team?: string | null
  readonly before?: NonNullable<AskRequest['before']>
  readonly among?: NonNullable<AskRequest['among']>
}

/** A message to send, or a sentence that says why there is none. */
export type AskOutcome = SlackMessage | Denial

/** What Slack is sent of an outcome. */
export const contentOf = (outcome: AskOutcome) =>
  'refused' in outcome ? { text: outcome.refused } : { ...outcome, blocks: [...outcome.blocks] }

type AskServices = Pick<SlackServices, 'ask' | 'profiles' | 'findCalendar' | 'now'>

/** More people than 200 characters can name. */
export const maxMentions = 20

const mentionedIn = async ({ profiles }: AskServices, text: string, { client, workspace }: Requester) => {
  const ids = mentionedIds(text).slice(0, maxMentions)
  const found = await Promise.all(ids.map((id) => profiles.profile(client, workspace, id)))
  return new Map(ids.map((id, place): [string, Mentioned] => [id, found[place]!]))
}

/** The answer as data, for a person who was admitted. */
export const answerFor = async (
  services: AskServices,
  profile: Profile,
  asker: Requester,
  { text, team, before, among }: Question,
  audience: 'asker' | 'everyone',
): Promise<Answered> =>
  services.ask.forAsk(asker.organization, {
    asker: profile,
    text,
    now: services.now(),
    audience,
    mentioned: await mentionedIn(services, text, asker),
    ...(team === undefined ? {} : { team }),
    ...(before && { before }),
    ...(among && { among }),
  })

/** Tells an admin, where an answer says that an admin can fix this, where to do so. */
const adminParts = ({ isAdmin }: Profile, { kind }: Reply): readonly Part[] =>
  isAdmin && (kind === 'unmatched' || kind === 'unmatched_person')
    ? [note('You are an admin: you can match people with members in the Home tab of whosout, under People.')]
    : []

/** For the asker only, with buttons. `also` appears below the answer, in place of the share button. */
export const answerQuestion = async (
  services: AskServices,
  asker: Requester,
  question: Question,
  also: readonly Part[] = [],
): Promise<AskOutcome> => {
  const profile = await asker.admit()
  if ('refused' in profile) return profile
  const { reply, teams } = await answerFor(services, profile, asker, question, 'asker')
  const offered = offerOf(reply, asker.organization, profile.locale)
  if (offered) return offered
  const { title, parts, is_cut = false } = replyMessage(reply, voiceOf(asker))
  const { channel, user } = asker
  const share = also.length === 0 && channel !== null && !isDirect(channel) ? channel.name : null
  const form = formBlocks(question.text, reply, asker.organization)
  const controls = channel === null ? [] : controlsOf(reply, teams, { share, asker: user, is_cut })
  const said =
    reply.kind === 'help' ? [...parts.slice(0, 1), ...commandParts(asker), ...parts.slice(1)] : parts
  const message = { title, parts: [...said, ...adminParts(profile, reply), ...also] }
  return drawMessage(await withCalendar(services, message, reply, asker), [...form, ...controls])
}

/** Answers about one person lead to nobody's calendar; those about a team to the team's, if it has one. */
export const withCalendar = async (
  { findCalendar }: Pick<AskServices, 'findCalendar'>,
  message: Message,
  reply: Reply,
  { organization }: Requester,
): Promise<Message> => {
  const scope = groupOf(reply)
  const page = scope && (await findCalendar(organization._id, scope.team_id))
  if (!page) return message
  const isThisMonth = scope.month === monthOf(scope.today)
  return { ...message, calendar: isThisMonth ? page : `${page}?month=${scope.month}` }
}

/** Whom an answer is about, and when; null: one person, or nobody. */
const groupOf = (reply: Reply) => {
  if (!isAnswer(reply) || reply.kind === 'person' || reply.asked.found?.is_named) return null
  if (reply.kind === 'sections' && reply.sections.some(({ kind }) => kind === 'person')) return null
  const { team, range, today } = reply.asked
  return { team_id: team?.id ?? null, month: monthOf(range.from), today }
}

/**
 * The digest, the calendar and one's own days off are commands rather than questions, so only Slack's help lists them;
 * and the ways without a command, which are otherwise found by chance. Messages to the app need optional scopes.
 */
const commandParts = ({ command }: Requester): readonly Part[] => [
  ...list(null, [
    [code(`${command} off fri`), ' – enter your own days off'],
    [code(`${command} back`), ' – end them today'],
    [code(`${command} digest`), ' – the morning digest of this channel'],
    [code(`${command} calendar`), ' – your own calendar link'],
  ]),
  ...list(null, [
    [bold(shortcutNames.whos_out), ' and ', bold(shortcutNames.im_off), ' – in the shortcuts menu of Slack'],
    [bold(shortcutNames.whos_out_here), ' – in the menu of a message'],
    [code('@whosout share friday'), ' – for the whole channel; without “share”, only you see the answer'],
    ['Direct messages – ask me, then go on with “and design?”'],
    ['My Home tab – your team’s week, and your days off as your status'],
  ]),
  note('Mentions and direct messages work where your workspace allows them.'),
]

/** A button shows everybody else. */
const maxAnswerLines = 12

export const voiceOf = ({ command }: Pick<Requester, 'command'>): Voice => ({
  absolute: false,
  lines: maxAnswerLines,
  write: (words: string): string => `${command} ${words}`.trimEnd(),
})
