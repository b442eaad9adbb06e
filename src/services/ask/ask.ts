import { parseAsk } from '../../language/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../../language/context.js'
import { continued } from '../../domain/ask/continued.js'
import type { Ask, AskQuery } from '../../language/query.js'
import type { Member, Organization } from '../../domain/organization/organization.js'
import { namedCalendars } from '../../domain/holidays/named.js'
import { memberOf } from '../../domain/people/match.js'
import type { Roll } from '../../domain/presence/roll.js'
import { reasonsFor, type SaidReasons } from '../../domain/presence/reasons.js'
import { Problem } from '../../domain/problem.js'
import { answerable, membersAsked, rangeAsked, withoutLeave } from '../../domain/ask/question.js'
import type { Viewer } from '../../domain/reply/absences.js'
import { answerInSlices } from '../../domain/reply/answer.js'
import type { Reply } from '../../domain/reply/reply.js'
import { lateSentences } from '../../domain/words/late.js'
import type { FindLate } from '../sources/late.js'
import { askPersonOf } from '../roll/names.js'
import type { Rolls } from '../roll/rolls.js'
import { openContext, type AnswerContext, type AskRequest, type Mentioned } from './context.js'
import { runInTurns } from '../turns.js'
import { weekOf } from '../../domain/reply/asked.js'
import { askedOf } from './asked.js'
import { answerHolidays } from './holidays.js'

export interface Answered {
  readonly reply: Reply
  /** All teams, by name. */
  readonly teams: readonly AskTeam[]
}

/** The active members whom the text names by a Slack id. */
const mentionedPeople = (
  { mentioned }: AskRequest,
  { names, roll }: AnswerContext,
): ReadonlyMap<string, AskPerson> | undefined =>
  mentioned.size === 0
    ? undefined
    : new Map(
        [...mentioned].flatMap(([slackId, person]) => {
          const member = memberOf(names, person)
          return member?.active ? [[slackId, { ...askPersonOf(member, roll.teamsById), slackId }]] : []
        }),
      )

/** How an answer shows the reasons of others. */
const reasonsIn = (organization: Organization, { asker, audience }: AskRequest): SaidReasons =>
  audience === 'everyone' ? 'none' : reasonsFor(organization, asker)

const contextOf = (context: AnswerContext, request: AskRequest): AskContext => {
  const { organization, roll, names, me, today, half } = context
  const mentioned = mentionedPeople(request, context)
  return {
    today,
    half,
    weekStart: organization.week_start,
    dateOrder: organization.date_order,
    locale: request.asker.locale ?? 'en-GB',
    teams: names.teams,
    people: names.people,
    ...(mentioned && { mentioned }),
    ...(me && { asker: askPersonOf(me, roll.teamsById) }),
    workingDays: organization.working_days,
    calendars: namedCalendars(roll, me),
  }
}

/** `<@U012AB3CD|ana>`, Slack's form of a mention. */
const mention = /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g

/** The Slack ids of the people that a text names. */
export const mentionedIds = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(mention)].map(([, id]) => id!)),
]

/** The first person named by an id who is not a member. */
const findStranger = ({ text, mentioned }: AskRequest, { names }: AnswerContext): Mentioned | undefined =>
  mentionedIds(text)
    .flatMap((id) => mentioned.get(id) ?? [])
    .find((person) => !memberOf(names, person)?.active)

const chosenTeam = ({ roll }: AnswerContext, id: string | null): AskTeam | null => {
  if (id === null) return null
  const team = roll.teamsById.get(id)
  if (team) return { id: team.id, name: team.name }
  throw new Problem('not_found', 'That team no longer exists. Ask again to see the current teams.')
}

/** What a conversation has come to; null: no question was understood. */
const lastAsked = (before: readonly string[], context: AskContext): AskQuery | null =>
  before.reduce<AskQuery | null>((last, words) => {
    const ask = parseAsk(words, context)
    return ask.kind === 'query' ? continued(last, ask.query) : last
  }, null)

/** Only what may go on with an earlier question makes anybody look for that. */
const parseAfter = async ({ text, before }: AskRequest, context: AskContext): Promise<Ask> => {
  const ask = parseAsk(text, context)
  if (ask.kind !== 'query' || !ask.query.isFragment || !before) return ask
  return { ...ask, query: continued(lastAsked(await before(), context), ask.query) }
}

const understand = async (context: AnswerContext, request: AskRequest): Promise<Ask> => {
  const ask = await parseAfter(request, contextOf(context, request))
  if (ask.kind !== 'query' || request.team === undefined) return ask
  const team = chosenTeam(context, request.team)
  return { ...ask, query: { ...ask.query, team, who: [{ team, person: ask.query.person }] } }
}

/** What answers are made from: the picture of an organization, and its calendars that are late. */
interface AnswerSource {
  readonly rolls: Rolls
  readonly findLate: FindLate
}

/** Whom a query is about, as `membersAsked`. */
const createMembersAsked = ({ among }: AskRequest, { names, me }: AnswerContext) => {
  const ids = among && new Set(among.map((person) => memberOf(names, person)?.id))
  return (query: AskQuery, roll: Pick<Roll, 'active'>): readonly Member[] | null => {
    const members = membersAsked(query, roll, me)
    return ids && members ? members.filter(({ id }) => ids.has(id)) : members
  }
}

const answerQuery = async (
  source: AnswerSource,
  context: AnswerContext,
  typed: AskQuery,
  request: AskRequest,
): Promise<Reply> => {
  if (typed.asks === 'holidays') return answerHolidays(typed, context)
  const { organization, me, today } = context
  const { now, audience } = request
  const asked = createMembersAsked(request, context)
  const known = asked(typed, context.roll)
  if (!known) return { kind: 'unmatched', organization: organization.name }
  const viewer: Viewer = {
    member: audience === 'asker' ? (me?.id ?? null) : null,
    reasons: reasonsIn(organization, request),
  }
  const shown = answerable(typed, known, viewer, organization)
  const about = new Set(typed.who.flatMap(({ person }) => (person === 'me' ? me?.id : person?.id) ?? []))
  const calendars = await source.findLate(organization._id, now, about)
  const late = lateSentences(calendars, { ...organization, today })
  const roll = await source.rolls.of(organization, { days: rangeAsked(shown, today), today })
  const query = withoutLeave(typed, shown, known, roll, today)
  return runInTurns(
    answerInSlices(
      query,
      {
        askedAs: (one) => ({
          ...askedOf(one, context),
          ...(one === query && late.length > 0 && { late }),
        }),
        membersOf: (one) => asked(one, roll) ?? [],
      },
      { roll, viewer },
    ),
  )
}

const answer = async (source: AnswerSource, context: AnswerContext, request: AskRequest): Promise<Reply> => {
  const organization = context.organization.name
  if (context.isGone) return { kind: 'deactivated', organization }
  const stranger = findStranger(request, context)
  if (stranger) return { kind: 'unmatched_person', name: stranger.name, organization }
  const ask = await understand(context, request)
  if (ask.kind === 'query') return answerQuery(source, context, ask.query, request)
  return ask.kind === 'help' ? ask : { ...ask, today: context.today, week: weekOf(context.organization) }
}

export const createAskService = (rolls: Rolls, findLate: FindLate = () => []) => ({
  /** Masked for its readers. Throws `unavailable`, and `not_found` for a chosen team. */
  async forAsk({ _id }: Pick<Organization, '_id'>, request: AskRequest): Promise<Answered> {
    const context = await openContext(rolls, _id, request)
    const reply = await answer({ rolls, findLate }, context, request)
    return { reply, teams: context.names.teams }
  },
})
export type AskService = ReturnType<typeof createAskService>
