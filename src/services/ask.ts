import type { AskContext, AskPerson, AskTeam } from '../domain/ask/context.js'
import { parseAsk } from '../domain/ask/ask.js'
import type { Query } from '../domain/ask/query.js'
import { textForm } from '../domain/ask/text-form.js'
import { addDays, dayAt, isSameZone, isTimeZone, type Day } from '../domain/day.js'
import type { Member, Organization, Team } from '../domain/organization.js'
import type { Facts } from '../domain/presence.js'
import { Problem } from '../domain/problem.js'
import { personReply } from '../domain/reply/person-reply.js'
import { presenceReply } from '../domain/reply/presence-reply.js'
import type { Asked, Reply } from '../domain/reply/reply.js'
import { collect, type Reader, type Store } from '../store/port.js'
import { findLeaves } from './facts.js'
import { emailKey } from './members.js'

/** Who asks, as far as is known. */
export interface Asker {
  /** Compared with the members' in lower case. */
  readonly email: string | null
  /** Of a Slack profile; then the member's counts, then the organization's. */
  readonly timezone: string | null
  /** BCP 47. */
  readonly locale: string | null
}

export interface AskRequest {
  readonly asker: Asker
  readonly text: string
  readonly now: Date
  /** `everyone`: the answer goes where others read it, so that nobody's own reasons are in it. */
  readonly audience: 'asker' | 'everyone'
  /** Slack ids by e-mail address in lower case, of people whom the text may name by them. */
  readonly slackIds: ReadonlyMap<string, string>
}

export interface AskService {
  /** The answer, everything masked that its readers may not see. Throws `unavailable`. */
  forAsk(organization: Pick<Organization, '_id'>, request: AskRequest): Promise<Reply>
}

interface People {
  readonly organization: Organization
  readonly teams: readonly Team[]
  readonly members: readonly Member[]
}

const loadPeople = async (view: Reader, org: string): Promise<People> => {
  const [organization] = await view.get('organizations', [org])
  if (!organization) throw new Problem('unavailable', 'The organization is gone.')
  const teams = await collect(view.find('teams', { index: 'by_org', equal: { org } }))
  const members = await collect(view.find('members', { index: 'by_org', equal: { org } }))
  return { organization, teams, members: members.filter(({ active }) => active) }
}

const zonesOf = (asker: Asker, member: Member | undefined, { timezone }: Organization) => {
  const home = isTimeZone(timezone) ? timezone : 'UTC'
  const own = [asker.timezone, member?.timezone].find((zone) => zone && isTimeZone(zone)) ?? home
  return { own, other: isSameZone(own, home) ? null : own }
}

const contextOf = (people: People, today: Day, { asker, slackIds }: AskRequest): AskContext => {
  const { organization, teams, members } = people
  return {
    today,
    weekStart: organization.week_start,
    dateOrder: organization.date_order,
    locale: asker.locale ?? 'en-GB',
    teams: teams.map(({ id, name }): AskTeam => ({ id, name })),
    people: members.map((member): AskPerson => {
      const slackId = slackIds.get(emailKey(member.email))
      return { id: member.id, name: member.name, ...(slackId === undefined ? {} : { slackId }) }
    }),
  }
}

const askedOf = (query: Query, today: Day, zone: string | null): Asked => {
  const { team, range, clipped, corrections, alternative } = query
  return {
    today,
    zone,
    range: clipped ?? range,
    clipped_from: clipped ? range : null,
    team: team?.id === undefined ? null : { id: team.id, name: team.name },
    corrections,
    alternative,
    question: textForm(query),
  }
}

/** A leave that ended so many days before a range may still be what somebody is back from in it. */
const longestReturn = 7

const loadFacts = async (view: Reader, people: People, { range, today }: Asked): Promise<Facts> => {
  const { organization, teams, members } = people
  const first = range.from < today ? range.from : today
  const from = addDays(first, -longestReturn) ?? '0001-01-01'
  const leaves = await collect(findLeaves(view, organization._id, { from }))
  return { teams, members, leaves, masked: organization.privacy }
}

const answer = async (view: Reader, org: string, request: AskRequest): Promise<Reply> => {
  const people = await loadPeople(view, org)
  const { asker, now, text, audience } = request
  const { organization, members } = people
  const email = asker.email === null ? null : emailKey(asker.email)
  const me = members.find((member) => emailKey(member.email) === email)
  const zones = zonesOf(asker, me, organization)
  const today = dayAt(now, zones.own)
  const ask = parseAsk(text, contextOf(people, today, request))
  if (ask.kind !== 'query') return ask
  const { person } = ask.query
  const member = person === 'me' ? me : person && members.find(({ id }) => id === person.id)
  if (person && !member) return { kind: 'unmatched' }
  const asked = askedOf(ask.query, today, zones.other)
  const facts = await loadFacts(view, people, asked)
  const viewer = { member: audience === 'asker' ? (me?.id ?? null) : null }
  const material = { facts, workingDays: organization.working_days, viewer }
  return member ? personReply(asked, member, material) : presenceReply(asked, material)
}

export const createAskService = (store: Pick<Store, 'view'>): AskService => ({
  forAsk: ({ _id }, request) => store.view(_id, (view) => answer(view, _id, request)),
})
