import type { Day, DayRange } from '../../calendar/day.js'
import type { Member } from '../organization/organization.js'
import { compare, digestInSlices, type Sliced } from '../slices.js'
import { createLeavesIn } from './away.js'
import { shownType, type LeaveType } from './privacy.js'
import type { Roll, RollLeave } from './roll.js'
import { visibleTeam, type PresenceReader } from './visible-team.js'

export interface PresenceMember {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly avatar: string | null
  readonly team_id: string | null
  readonly team_name: string | null
  readonly timezone: string | null
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

/** Members of one slice. */
const sliceLength = 1_000

/** The JSON of every active member without its closing brace, in the order of `roll.active`: made once for a roll. */
export function* memberTexts({ active, teamsById }: Roll): Sliced<readonly string[]> {
  const texts: string[] = []
  for (const member of active)
    if (texts.push(JSON.stringify(presenceMember(member, teamsById)).slice(0, -1)) % sliceLength === 0) yield
  return texts
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
  texts: readonly string[],
  question: PresenceQuestion,
  reader: PresenceReader,
): Sliced<Answer> {
  const { from, to, team_id } = question
  const team = visibleTeam(reader, team_id, (id) => roll.teamsById.has(id))
  const leavesIn = createLeavesIn(roll, question)
  const present: string[] = []
  const out: string[] = []
  const add = (list: string[], text: string): void => void list.push(list.length === 0 ? text : `,${text}`)
  for (const [place, member] of roll.active.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (team !== null && member.team_id !== team) continue
    const leaves = leavesIn(member)
    if (leaves.length === 0) add(present, `${texts[place]}}`)
    else add(out, `${texts[place]},"leaves":${JSON.stringify(presenceLeaves(leaves, reader))}}`)
  }
  const name = (team_id !== null && team === team_id && roll.teamsById.get(team_id)?.name) || null
  const head = `{"from":"${from}","to":"${to}","team_id":${JSON.stringify(team_id)},"team_name":${JSON.stringify(name)}`
  const body = yield* bytesInSlices([`${head},"in":[`, ...present, '],"out":[', ...out, ']}'])
  return { body, etag: `"${yield* digestInSlices(body)}"` }
}

/**
 * Characters of a text that is written at once: longer ones are kept until the next full garbage collection (measured:
 * 2,400 answers of 650 kB left 400 MB).
 */
const textLength = 1 << 15

/** Texts one after the other as UTF-8, in memory of its own. */
function* bytesInSlices(texts: readonly string[]): Sliced<Buffer> {
  const parts: string[] = []
  let part = ''
  for (const text of texts) {
    part += text
    if (part.length < textLength) continue
    parts.push(part)
    part = ''
  }
  parts.push(part)
  const body = Buffer.allocUnsafeSlow(parts.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  let at = 0
  for (const text of parts) {
    const end = at + body.write(text, at)
    if (Math.floor(end / sliceBytes) > Math.floor(at / sliceBytes)) yield
    at = end
  }
  return body
}

/** Bytes of one slice: most answers take one, so that few are under way at a time however many are asked for. */
const sliceBytes = 1 << 20

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
  const sizes = new Map<string | null, number>()
  for (const { team_id } of active) sizes.set(team_id, (sizes.get(team_id) ?? 0) + 1)
  return teams
    .filter(({ id }) => only === null || id === only)
    .map(({ id, name }) => ({ id, name, members: sizes.get(id) ?? 0 }))
}
