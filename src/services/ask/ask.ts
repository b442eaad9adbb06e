import { parseAsk } from '../../domain/ask/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../../domain/ask/context.js'
import { sectionsOf, type Ask, type AskQuery, type AskSection } from '../../domain/ask/query.js'
import { addDays } from '../../calendar/day.js'
import type { Organization, Team } from '../../domain/organization/organization.js'
import { memberOf } from '../../domain/people/match.js'
import type { Facts } from '../../domain/presence/presence.js'
import { reasonsFor, type SaidReasons } from '../../domain/presence/privacy.js'
import { Problem } from '../../domain/problem.js'
import type { Material, Viewer } from '../../domain/reply/absences.js'
import { personReply } from '../../domain/reply/person.js'
import { presenceReplyInSlices } from '../../domain/reply/presence.js'
import { returnsReplyInSlices } from '../../domain/reply/who-returns.js'
import type { Asked, Reply, SectionsReply } from '../../domain/reply/reply.js'
import type { Store } from '../../store/port.js'
import { lateSentences } from '../../domain/words/late.js'
import type { FindLate } from '../sources/late.js'
import { holidayFacts } from '../presence/facts.js'
import {
  askPersonOf,
  createRecentFacts,
  namesOfTeams,
  type Names,
  type RecentFacts,
} from '../presence/recent-facts.js'
import {
  openScene,
  type AnswerContext,
  type AnswerSource,
  type AskRequest,
  type Mentioned,
} from './context.js'
import { runInTurns } from '../turns.js'
import { askedOf, queryOfPart } from './asked.js'
import { answerHolidays } from './holidays.js'

export interface Answered {
  readonly reply: Reply
  /** All teams, by name. */
  readonly teams: readonly AskTeam[]
}

export interface AskService {
  /**
   * The answer, with everything masked that its readers may not see. Throws `unavailable`; `not_found` for a chosen
   * team.
   */
  forAsk(organization: Pick<Organization, '_id'>, request: AskRequest): Promise<Answered>
}

/** The active members whom the text names by a Slack id. */
const mentionedPeople = (
  { mentioned }: AskRequest,
  names: Names,
  teams: readonly Team[],
): ReadonlyMap<string, AskPerson> | undefined =>
  mentioned.size === 0
    ? undefined
    : new Map(
        [...mentioned].flatMap(([slackId, person]) => {
          const member = memberOf(names, person)
          return member?.active ? [[slackId, { ...askPersonOf(member, namesOfTeams(teams)), slackId }]] : []
        }),
      )

/** How an answer shows the reasons of others. */
const reasonsIn = (organization: Organization, { asker, audience }: AskRequest): SaidReasons =>
  audience === 'everyone' ? 'none' : reasonsFor(organization, asker)

const contextOf = (
  { organization, names, teams, me, today }: AnswerContext,
  request: AskRequest,
): AskContext => {
  const mentioned = mentionedPeople(request, names, teams)
  return {
    today,
    weekStart: organization.week_start,
    dateOrder: organization.date_order,
    locale: request.asker.locale ?? 'en-GB',
    teams: names.teams,
    people: names.people,
    ...(mentioned && { mentioned }),
    ...(me && { asker: askPersonOf(me, namesOfTeams(teams)) }),
    workingDays: organization.working_days,
    reasons: reasonsIn(organization, request),
  }
}

/** `<@U012AB3CD|ana>`, Slack's form of a mention. */
const mention = /<@([A-Z0-9]+)(?:\|[^>]*)?>/g

/** The Slack ids of the people that a text names. */
export const mentionedIds = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(mention)].map(([, id]) => id!)),
]

/** The first person named by an id who is not a member. */
const findStranger = ({ text, mentioned }: AskRequest, { names }: AnswerContext): Mentioned | undefined =>
  mentionedIds(text)
    .flatMap((id) => mentioned.get(id) ?? [])
    .find((person) => !memberOf(names, person)?.active)

const chosenTeam = ({ teams }: AnswerContext, id: string | null): AskTeam | null => {
  if (id === null) return null
  const team = teams.find((one) => one.id === id)
  if (team) return { id: team.id, name: team.name }
  throw new Problem('not_found', 'That team no longer exists. Ask again to see the current teams.')
}

const understand = (scene: AnswerContext, request: AskRequest): Ask => {
  const ask = parseAsk(request.text, contextOf(scene, request))
  if (ask.kind !== 'query' || request.team === undefined) return ask
  const team = chosenTeam(scene, request.team)
  return { ...ask, query: { ...ask.query, team, who: [{ team, person: ask.query.person }] } }
}

/** A leave that ended up to this many days before a range may be one that a person is back from in it. */
const maxReturnDays = 7

const loadFacts = async (
  { view, recent }: AnswerSource,
  scene: AnswerContext,
  { range, today }: Asked,
): Promise<Facts> => {
  const { organization, teams, names, calendars } = scene
  const from = addDays(range.from, -maxReturnDays) ?? '0001-01-01'
  const leaves = await recent.leaves(view, organization, from, today)
  return {
    teams,
    members: names.active,
    leaves,
    holidays: holidayFacts(organization, calendars),
  }
}

/** One part of an answer; null when the asker asks about themselves and is not a member. */
const answerPart = async (
  asked: Asked,
  { person }: Pick<AskSection, 'person'>,
  { names, me }: AnswerContext,
  material: Material,
): Promise<SectionsReply['sections'][number] | null> => {
  const member = person === 'me' ? me : person && names.active.find(({ id }) => id === person.id)
  if (member) return personReply(asked, member, material)
  if (person) return null
  return asked.asks === 'back'
    ? runInTurns(returnsReplyInSlices(asked, material))
    : runInTurns(presenceReplyInSlices(asked, material))
}

const answerQuery = async (
  source: AnswerSource,
  scene: AnswerContext,
  query: AskQuery,
  request: AskRequest,
): Promise<Reply> => {
  if (query.asks === 'holidays') return answerHolidays(query, scene)
  const { organization, me } = scene
  const { page = null, now } = request
  const parts = sectionsOf(query)
  const about = new Set(parts.flatMap(({ person }) => (person === 'me' ? me?.id : person?.id) ?? []))
  const calendars = await source.findLate(organization._id, now, about)
  const late = lateSentences(calendars, { ...organization, today: scene.today })
  const asked = { ...askedOf(query, scene, page), ...(late.length > 0 && { late }) }
  const facts = await loadFacts(source, scene, asked)
  const member = request.audience === 'asker' ? (me?.id ?? null) : null
  const viewer: Viewer = { member, reasons: reasonsIn(organization, request) }
  const material = { facts, workingDays: organization.working_days, viewer }
  const unmatched: Reply = { kind: 'unmatched', organization: organization.name }
  if (parts.length === 1) return (await answerPart(asked, query, scene, material)) ?? unmatched
  const sections: SectionsReply['sections'][number][] = []
  for (const part of parts) {
    const reply = await answerPart(
      askedOf(queryOfPart(query, part, scene.today), scene, page),
      part,
      scene,
      material,
    )
    if (!reply) return unmatched
    sections.push(reply)
  }
  return { kind: 'sections', asked: { ...asked, team: null }, sections }
}

const answer = async (source: AnswerSource, scene: AnswerContext, request: AskRequest): Promise<Reply> => {
  const organization = scene.organization.name
  if (scene.isGone) return { kind: 'deactivated', organization }
  const stranger = findStranger(request, scene)
  if (stranger) return { kind: 'unmatched_person', name: stranger.name, organization }
  const ask = understand(scene, request)
  if (ask.kind === 'query') return answerQuery(source, scene, ask.query, request)
  return ask.kind === 'help' ? ask : { ...ask, today: scene.today }
}

export const createAskService = (
  store: Pick<Store, 'view'>,
  recent: RecentFacts = createRecentFacts(),
  findLate: FindLate = () => [],
): AskService => ({
  forAsk: ({ _id }, request) =>
    store.view(_id, async (view) => {
      const source = { view, recent, findLate }
      const scene = await openScene(source, _id, request)
      const reply = await answer(source, scene, request)
      return { reply, teams: scene.names.teams }
    }),
})
