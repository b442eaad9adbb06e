import type { WebClient } from '@slack/web-api'
import { monthOf } from '../../domain/chart/period.js'
import { isAnswer, type Reply } from '../../domain/reply/reply.js'
import { code, line, list, note, type Message, type Part, type Voice } from '../../domain/words/message.js'
import { replyMessage } from '../../domain/words/reply.js'
import { mentionedIds, type Answered, type AskService } from '../../services/ask/ask.js'
import type { Mentioned } from '../../services/ask/context.js'
import type { FindCalendar } from '../../services/links/in-slack.js'
import type { Organization } from '../../domain/organization/organization.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { isDirect } from '../channel.js'
import { controlsOf } from './controls.js'
import { slackErrorOf } from '../log.js'
import { offerOf } from '../own-entries/form.js'
import type { SlackPeople, Profile } from '../people/profiles.js'
import { accountRefusal, unseen } from '../refusals.js'

/** The person who asks, and the place they ask from. */
export interface Asking {
  readonly client: WebClient
  readonly workspace: string
  readonly user: string
  readonly organization: Organization
  /** Null where there is no channel, as in the Home tab. */
  readonly channel: { readonly id: string; readonly name: string } | null
  /** As the asker types it. */
  readonly command: string
}

export interface Question {
  readonly text: string
  /** A team chosen from a list; null: everybody. */
  readonly team?: string | null
  /** The page of a long list, from 1. */
  readonly page?: number
}

/** A message to send, or a sentence that says why there is none. */
export type AskOutcome = SlackMessage | { readonly refused: string }

export interface AskingDeps {
  readonly ask: AskService
  readonly people: SlackPeople
  readonly findCalendar: FindCalendar
  readonly now: () => Date
}

/** More people than anyone can name in 200 characters. */
const maxMentions = 20

/** The person who asks, when they may; otherwise a sentence that says why not. */
const admit = async (
  { people }: AskingDeps,
  { client, workspace, user }: Asking,
): Promise<Profile | { readonly refused: string }> => {
  try {
    const profile = await people.profile(client, workspace, user)
    return profile.kind === 'member' ? profile : { refused: accountRefusal(profile.kind) }
  } catch (fault) {
    if (slackErrorOf(fault) === 'missing_scope') return { refused: unseen }
    throw fault
  }
}

const mentionedIn = async ({ people }: AskingDeps, text: string, { client, workspace }: Asking) => {
  const ids = mentionedIds(text).slice(0, maxMentions)
  const found = await Promise.all(ids.map((id) => people.profile(client, workspace, id)))
  return new Map(ids.map((id, place): [string, Mentioned] => [id, found[place]!]))
}

const answerFor = async (
  deps: AskingDeps,
  asker: Profile,
  asking: Asking,
  { text, team, page }: Question,
  audience: 'asker' | 'everyone',
): Promise<Answered> =>
  deps.ask.forAsk(asking.organization, {
    asker,
    text,
    now: deps.now(),
    audience,
    mentioned: await mentionedIn(deps, text, asking),
    ...(team === undefined ? {} : { team }),
    ...(page === undefined ? {} : { page }),
  })

/** Whoever is told that an admin can fix this, and is one, is told where. */
const adminParts = ({ isAdmin }: Profile, { kind }: Reply): readonly Part[] =>
  isAdmin && (kind === 'unmatched' || kind === 'unmatched_person')
    ? [note('You are an admin: you can match people with members in the Home tab of whosout, under People.')]
    : []

/** Settings have no command; a team of that name is asked for with `team:settings`. */
const settingsMessage: Message = {
  title: 'Settings',
  parts: [line("Settings are in the app's Home tab.")],
}

const answer = async (
  deps: AskingDeps,
  asking: Asking,
  question: Question,
  also: readonly Part[],
): Promise<AskOutcome> => {
  const profile = await admit(deps, asking)
  if ('refused' in profile) return profile
  const isSettings = /^settings$/i.test(question.text.trim())
  if (isSettings && profile.isAdmin) return drawMessage(settingsMessage)
  const asked = isSettings ? { ...question, text: 'help' } : question
  const { reply, teams } = await answerFor(deps, profile, asking, asked, 'asker')
  const offered = offerOf(reply, asking.organization, profile.locale)
  if (offered) return offered
  const { title, parts } = replyMessage(reply, voiceOf(asking))
  const { channel, user } = asking
  const share = also.length === 0 && channel !== null && !isDirect(channel) ? channel.name : null
  const controls = channel === null ? [] : controlsOf(reply, teams, { share, asker: user })
  const said =
    reply.kind === 'help' ? [...parts.slice(0, 1), ...commandParts(asking), ...parts.slice(1)] : parts
  const message = { title, parts: [...said, ...adminParts(profile, reply), ...also] }
  return drawMessage(await withCalendar(deps, message, reply, asking), controls)
}

/** Answers about one person lead to nobody's calendar; those about a team to the team's, if it has one. */
const withCalendar = async (
  { findCalendar }: Pick<AskingDeps, 'findCalendar'>,
  message: Message,
  reply: Reply,
  { organization }: Asking,
): Promise<Message> => {
  const scope = groupOf(reply)
  const page = scope && (await findCalendar(organization._id, scope.team_id))
  if (!page) return message
  const isThisMonth = scope.month === monthOf(scope.today)
  return { ...message, calendar: isThisMonth ? page : `${page}?month=${scope.month}` }
}

/** Whom an answer is about, and when; null: one person, or nobody. */
const groupOf = (reply: Reply) => {
  if (!isAnswer(reply) || reply.kind === 'person') return null
  if (reply.kind === 'sections' && reply.sections.some(({ kind }) => kind === 'person')) return null
  const { team, range, today } = reply.asked
  return { team_id: team?.id ?? null, month: monthOf(range.from), today }
}

/**
 * The digest, the calendar and one's own days off are commands rather than questions, so only Slack's help lists them.
 */
const commandParts = ({ command }: Asking): readonly Part[] =>
  list(null, [
    [code(`${command} off fri`), ' – enter your own days off'],
    [code(`${command} back`), ' – end them today'],
    [code(`${command} digest`), ' – the morning digest of this channel'],
    [code(`${command} calendar`), ' – your own calendar link'],
  ])

/** Answers people's questions in Slack, each with the visibility of the person who asks. */
export interface SlackAnswers {
  /**
   * The person who asks, when they may; otherwise a sentence that says why not. Rejects with the errors of Slack's
   * client.
   */
  admit(asking: Asking): Promise<Profile | { readonly refused: string }>
  /** The answer as data, for a person who was admitted. */
  answerFor(
    profile: Profile,
    asking: Asking,
    question: Question,
    audience: 'asker' | 'everyone',
  ): Promise<Answered>
  /** For the asker only, with buttons. `also` appears below the answer, in place of the share button. */
  answer(asking: Asking, question: Question, also?: readonly Part[]): Promise<AskOutcome>
  /** An answer with the address of the calendar that it leads to, if there is one. */
  withCalendar(message: Message, reply: Reply, asking: Asking): Promise<Message>
}

export const createSlackAnswers = (deps: AskingDeps): SlackAnswers => ({
  admit: (asking) => admit(deps, asking),
  answerFor: (profile, asking, question, audience) => answerFor(deps, profile, asking, question, audience),
  answer: (asking, question, also = []) => answer(deps, asking, question, also),
  withCalendar: (message, reply, asking) => withCalendar(deps, message, reply, asking),
})

export const voiceOf = ({ command }: Pick<Asking, 'command'>): Voice => ({
  absolute: false,
  write: (words: string): string => `${command} ${words}`.trimEnd(),
})
