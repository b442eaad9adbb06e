import { parseAsk } from '../domain/ask/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../domain/ask/context.js'
import type { Ask, Query } from '../domain/ask/query.js'
import { textForm } from '../domain/ask/text-form.js'
import { addDays, dayAt, isSameZone, isTimeZone, type Day } from '../domain/day.js'
import type { Member, Organization, Team } from '../domain/organization.js'
import { neighbourPeriod } from '../domain/period.js'
import type { Facts } from '../domain/presence.js'
import { Problem } from '../domain/problem.js'
import { personReply } from '../domain/reply/person-reply.js'
import { presenceReplyInSlices } from '../domain/reply/presence-reply.js'
import type { Asked, Reply } from '../domain/reply/reply.js'
import type { Reader, Store } from '../store/port.js'
import { emailKey } from './members.js'
import { createRecentFacts, type RecentFacts } from './recent-facts.js'
import { runPolitely } from './turns.js'

/** Who asks, as far as is known. */
export interface Asker {
  readonly email: string | null
  /** Of a Slack profile; then the member's counts, then the organization's. */
  readonly timezone: string | null
  /** BCP 47. */
  readonly locale: string | null
}

/** Somebody whom the text names by a Slack id. */
export interface Mentioned {
  readonly name: string
  readonly email: string | null
}

export interface AskRequest {
  readonly asker: Asker
  readonly text: string
  readonly now: Date
  /** `everyone`: the answer goes where others read it, so that nobody's own reasons are in it. */
  readonly audience: 'asker' | 'everyone'
  /** By Slack id. */
  readonly mentioned: ReadonlyMap<string, Mentioned>
  /** A team chosen from a list instead of by words; null: everybody. */
  readonly team?: string | null
}

export interface Answered {
  readonly reply: Reply
  /** Every team there is, by name. */
  readonly teams: readonly AskTeam[]
}

export interface AskService {
  /** The answer, everything masked that its readers may not see. Throws `unavailable`; `not_found` for a chosen team. */
  forAsk(organization: Pick<Organization, '_id'>, request: AskRequest): Promise<Answered>
}

/** All that an answer needs besides leaves. */
interface Scene {
  readonly organization: Organization
  readonly teams: readonly Team[]
  /** The active ones. */
  readonly members: readonly Member[]
  readonly me: Member | undefined
  /** The asker is a member who was deactivated. */
  readonly isGone: boolean
  /** Where it is not the organization's. */
  readonly zone: string | null
  readonly today: Day
}

const zoneOf = (asker: Asker, member: Member | undefined, { timezone }: Organization) => {
  const home = isTimeZone(timezone) ? timezone : 'UTC'
  const own = [asker.timezone, member?.timezone].find((zone) => zone && isTimeZone(zone)) ?? home
  return { own, other: isSameZone(own, home) ? null : own }
}

/** What is read from: one state of the store, and what is known of it already. */
interface Source {
  readonly view: Reader
  readonly recent: RecentFacts
}

const openScene = async (
  { view, recent }: Source,
  org: string,
  { asker, now }: AskRequest,
): Promise<Scene> => {
  const [organization] = await view.get('organizations', [org])
  if (!organization) throw new Problem('unavailable', 'The organization is gone.')
  const { teams, members: everybody } = await recent.people(view, organization)
  const email = asker.email === null ? null : emailKey(asker.email)
  const known = everybody.find((member) => emailKey(member.email) === email)
  const me = known?.active ? known : undefined
  const zone = zoneOf(asker, me, organization)
  return {
    organization,
    teams,
    members: everybody.filter(({ active }) => active),
    me,
    isGone: known !== undefined && !known.active,
    zone: zone.other,
    today: dayAt(now, zone.own),
  }
}

const slackIdsOf = ({ mentioned }: AskRequest): ReadonlyMap<string, string> =>
  new Map([...mentioned].flatMap(([id, { email }]) => (email === null ? [] : [[emailKey(email), id]])))

const contextOf = ({ organization, teams, members, today }: Scene, request: AskRequest): AskContext => {
  const slackIds = slackIdsOf(request)
  return {
    today,
    weekStart: organization.week_start,
    dateOrder: organization.date_order,
    locale: request.asker.locale ?? 'en-GB',
    teams: teams.map(({ id, name }) => ({ id, name })),
    people: members.map(({ id, name, email }): AskPerson => {
      const slackId = slackIds.get(emailKey(email))
      return { id, name, ...(slackId === undefined ? {} : { slackId }) }
    }),
  }
}

/** `<@U012AB3CD|ana>`, as Slack writes somebody. */
const mention = /<@([A-Z0-9]+)(?:\|[^>]*)?>/g

/** Slack's ids of the people that a text names. */
export const mentionedIds = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(mention)].map(([, id]) => id!)),
]

/** The first person named by an id whom no member is. */
const findStranger = ({ text, mentioned }: AskRequest, { members }: Scene): Mentioned | undefined => {
  const emails = new Set(members.map(({ email }) => emailKey(email)))
  return mentionedIds(text)
    .flatMap((id) => mentioned.get(id) ?? [])
    .find(({ email }) => email === null || !emails.has(emailKey(email)))
}

const chosenTeam = ({ teams }: Scene, id: string | null): AskTeam | null => {
  if (id === null) return null
  const team = teams.find((one) => one.id === id)
  if (team) return { id: team.id, name: team.name }
  throw new Problem('not_found', 'That team does not exist any more. Ask again to see the teams there are.')
}

const understand = (scene: Scene, request: AskRequest): Ask => {
  const ask = parseAsk(request.text, contextOf(scene, request))
  if (ask.kind !== 'query' || request.team === undefined) return ask
  return { ...ask, query: { ...ask.query, team: chosenTeam(scene, request.team) } }
}

const askedOf = (query: Query, { organization, today, zone }: Scene): Asked => {
  const { team, person, range, clipped, corrections, alternative } = query
  const neighbour = (direction: -1 | 1): string | null => {
    const period = neighbourPeriod(clipped ?? range, direction)
    return period && textForm({ team, person, range: period })
  }
  return {
    organization: organization.name,
    today,
    zone,
    range: clipped ?? range,
    clipped_from: clipped ? range : null,
    team: team?.id === undefined ? null : { id: team.id, name: team.name },
    corrections,
    alternative,
    question: textForm(query),
    previous: neighbour(-1),
    next: neighbour(1),
  }
}

/** A leave that ended so many days before a range may still be what somebody is back from in it. */
const longestReturn = 7

const loadFacts = async ({ view, recent }: Source, scene: Scene, { range, today }: Asked): Promise<Facts> => {
  const { organization, teams, members } = scene
  const from = addDays(range.from, -longestReturn) ?? '0001-01-01'
  const leaves = await recent.leaves(view, organization, from, today)
  return { teams, members, leaves, masked: organization.privacy }
}

const answerQuery = async (
  source: Source,
  scene: Scene,
  query: Query,
  request: AskRequest,
): Promise<Reply> => {
  const { organization, members, me } = scene
  const { person } = query
  const member = person === 'me' ? me : person && members.find(({ id }) => id === person.id)
  if (person && !member) return { kind: 'unmatched', organization: organization.name }
  const asked = askedOf(query, scene)
  const facts = await loadFacts(source, scene, asked)
  const viewer = { member: request.audience === 'asker' ? (me?.id ?? null) : null }
  const material = { facts, workingDays: organization.working_days, viewer }
  return member ? personReply(asked, member, material) : runPolitely(presenceReplyInSlices(asked, material))
}

const answer = async (source: Source, scene: Scene, request: AskRequest): Promise<Reply> => {
  const organization = scene.organization.name
  if (scene.isGone) return { kind: 'deactivated', organization }
  const stranger = findStranger(request, scene)
  if (stranger) return { kind: 'unmatched_person', name: stranger.name, organization }
  const ask = understand(scene, request)
  return ask.kind === 'query' ? answerQuery(source, scene, ask.query, request) : ask
}

export const createAskService = (
  store: Pick<Store, 'view'>,
  recent: RecentFacts = createRecentFacts(),
): AskService => ({
  forAsk: ({ _id }, request) =>
    store.view(_id, async (view) => {
      const source = { view, recent }
      const scene = await openScene(source, _id, request)
      const reply = await answer(source, scene, request)
      return { reply, teams: scene.teams.map(({ id, name }) => ({ id, name })) }
    }),
})
