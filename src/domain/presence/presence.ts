import { countedBy } from '../../calendar/grouped.js'
import { createHash, hash, type Hash } from 'node:crypto'
import type { Day, DayRange } from '../../calendar/day.js'
import type { Member } from '../organization/organization.js'
import { compare, type Sliced } from '../../calendar/slices.js'
import { createLeavesIn } from './away.js'
import type { LeaveType } from './leave-types.js'
import { shownType } from './reasons.js'
import type { Roll, RollLeave } from './roll.js'
import { visibleTeam, type PresenceReader } from './visible-team.js'

export interface PresenceMember extends Pick<
  Member,
  'id' | 'name' | 'email' | 'avatar' | 'team_id' | 'timezone'
> {
  readonly team_name: string | null
}

export interface PresenceLeave {
  readonly type: LeaveType
  readonly start_date: Day
  readonly end_date: Day
}

export interface OutMember extends PresenceMember {
  readonly leaves: readonly PresenceLeave[]
}

/** The body of a 200 reply, field by field in the order of the contract. */
export interface Presence {
  readonly from: Day
  readonly to: Day
  readonly team_id: string | null
  readonly team_name: string | null
  readonly in: readonly PresenceMember[]
  readonly out: readonly OutMember[]
}

/** The question with its days resolved. `team_id` is in lower case, null for all teams. */
export interface PresenceQuestion extends DayRange {
  readonly team_id: string | null
}

/** A reply's body and its strong validator, including quotes. */
export interface Answer {
  readonly body: Buffer
  readonly etag: string
}

/** A member as the API shows it. */
const presenceMember = (member: Member, teams: Roll['teamsById']): PresenceMember => {
  const team = member.team_id === null ? undefined : teams.get(member.team_id)
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    avatar: member.avatar,
    team_id: team?.id ?? null,
    team_name: team?.name ?? null,
    timezone: member.timezone,
  }
}

/** A member's JSON as an item of a list, with the comma before it. */
interface MemberJson {
  readonly whole: Buffer
  /** Without the closing brace: for those who are out, whose leaves follow. */
  readonly open: Buffer
}

/** The active members of a roll as JSON: made once, and put together for each answer. */
export interface MemberJsons {
  /** In the order of `roll.active`. */
  readonly of: readonly MemberJson[]
  readonly bytes: number
  /** Digests of the JSON of each team's members, and of all by null. */
  readonly digests: ReadonlyMap<string | null, string>
}

/** Members of one slice. */
const sliceLength = 1_000

export function* memberJsons({ active, teamsById }: Roll): Sliced<MemberJsons> {
  const jsons: MemberJson[] = []
  const hashes = new Map<string | null, Hash>()
  let bytes = 0
  for (const member of active) {
    const whole = Buffer.from(`,${JSON.stringify(presenceMember(member, teamsById))}`)
    bytes += whole.length
    for (const team of new Set([null, member.team_id])) {
      const hash = hashes.get(team) ?? createHash('sha256')
      hashes.set(team, hash.update(whole))
    }
    if (jsons.push({ whole, open: whole.subarray(0, -1) }) % sliceLength === 0) yield
  }
  const digests = new Map([...hashes].map(([team, hash]) => [team, hash.digest('base64url')]))
  return { of: jsons, bytes, digests }
}

/** By `start_date`, `end_date` and the type as shown: sorted after masking, so that the order reveals nothing. */
const inLeaveOrder = (a: PresenceLeave, b: PresenceLeave): number =>
  compare(a.start_date, b.start_date) || compare(a.end_date, b.end_date) || compare(a.type, b.type)

/** Leaves as the API shows them. */
export const presenceLeaves = (
  leaves: readonly RollLeave[],
  { reasons }: Pick<PresenceReader, 'reasons'>,
): readonly PresenceLeave[] =>
  leaves
    .map(({ type, start_date, end_date }) => ({
      type: shownType(type, reasons),
      start_date,
      end_date,
    }))
    .sort(inLeaveOrder)

/**
 * Who is in and who is out, as the body of a reply. Every visible active member is in exactly one list: in `out` when
 * at least one approved leave touches the range, with those leaves unclipped, else in `in` (decisions, "Presence").
 */
export function* answerInSlices(
  roll: Roll,
  jsons: MemberJsons,
  question: PresenceQuestion,
  reader: PresenceReader,
): Sliced<Answer> {
  const { from, to, team_id } = question
  const team = visibleTeam(reader, team_id, (id) => roll.teamsById.has(id))
  const leavesIn = createLeavesIn(roll, question)
  const present: Buffer[] = []
  const out: Buffer[] = []
  let away = ''
  const add = (member: Member, { whole, open }: MemberJson): void => {
    if (team !== null && member.team_id !== team) return
    const leaves = leavesIn(member)
    if (leaves.length === 0) present.push(whole)
    else {
      const shown = `,"leaves":[${presenceLeaves(leaves, reader).map(jsonOf).join(',')}]}`
      out.push(open, Buffer.from(shown))
      away += `${member.id}${shown}`
    }
  }
  for (let first = 0; first < roll.active.length; first += sliceLength) {
    if (first > 0) yield
    roll.active
      .slice(first, first + sliceLength)
      .forEach((member, place) => add(member, jsons.of[first + place]!))
  }
  const name = (team_id !== null && team === team_id && roll.teamsById.get(team_id)?.name) || null
  const head = `{"from":"${from}","to":"${to}","team_id":${JSON.stringify(team_id)},"team_name":${JSON.stringify(name)}`
  for (const list of [present, out]) if (list[0]) list[0] = list[0].subarray(1)
  return {
    body: Buffer.concat([Buffer.from(`${head},"in":[`), ...present, between, ...out, end]),
    // Who is visible, who of them is out and how: what makes the body, in a fifth of its bytes.
    etag: `"${hash('sha256', `${head}${jsons.digests.get(team) ?? ''}${away}`, 'base64url')}"`,
  }
}

/** What a leave shows needs no escapes; `JSON.stringify` would take a tenth of the time of an answer. */
const jsonOf = ({ type, start_date, end_date }: PresenceLeave): string =>
  `{"type":"${type}","start_date":"${start_date}","end_date":"${end_date}"}`

const between = Buffer.from('],"out":[')
const end = Buffer.from(']}')

/** The active members of the team that was asked for, as far as a reader sees them, by name. */
export const visibleMembers = (
  { active, teamsById }: Roll,
  reader: PresenceReader,
  team_id: string | null,
): readonly Member[] => {
  const team = visibleTeam(reader, team_id, (id) => teamsById.has(id))
  return team === null ? active : active.filter((member) => member.team_id === team)
}

/** A team as lists of teams show it. */
export interface TeamSize {
  readonly id: string
  readonly name: string
  /** Number of active members. */
  readonly members: number
}

/** The teams that a reader sees, by name: the one that the key is limited to, otherwise all. */
export const teamsFor = (
  { teams, active }: Roll,
  { team_id: only }: Pick<PresenceReader, 'team_id'>,
): readonly TeamSize[] => {
  const sizes = countedBy(active, ({ team_id }) => team_id)
  return teams
    .filter(({ id }) => only === null || id === only)
    .map(({ id, name }) => ({ id, name, members: sizes.get(id) ?? 0 }))
}
