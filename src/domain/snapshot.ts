import { createHash } from 'node:crypto'
import type { Day } from './day.js'
import { inLeaveOrder, inReplyOrder, presenceMember, type Facts } from './presence.js'
import { leaveTypes, shownType, type LeaveType, type Reasons } from './privacy.js'
import { sortInSlices, type Sliced } from './slices.js'

/**
 * The fast path. A snapshot holds one revision of an organization in the shape of its answers: every member already
 * serialized, in reply order; every approved leave as four numbers, by member. A question costs one pass over the
 * leaves and a few copies of bytes. `presenceIn` is the plain path beside it: a property test holds both to the
 * same bytes.
 */
export interface Snapshot {
  readonly teams: ReadonlyMap<string, string>
  readonly masked: readonly LeaveType[]
  readonly everybody: Section
  /** One for each team asked for, made when it is first asked for. */
  readonly byTeam: Map<string, Section>
}

/** Members that are shown together, in reply order, with their leaves. */
export interface Section {
  /** Each member's JSON and a comma. */
  readonly bytes: Buffer
  /** Where member `i` ends, its comma included. */
  readonly ends: Uint32Array
  readonly teamIds: readonly (string | null)[]
  /** Of members that were out in an answer: see `memberText`. */
  readonly texts: (string | undefined)[]
  readonly digest: string
  readonly leaves: Leaves
  /** The same leaves as a reader with hidden reasons sees them; made when first asked for. */
  masked: Leaves | null
}

/** By member, then in the order in which they are shown. */
export interface Leaves {
  readonly member: Uint32Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly type: Uint8Array
}

const sliceLength = 1_000

/** `20261120` for `2026-11-20`: compares as the day does, in four bytes. */
export const packDay = (day: Day): number =>
  Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10))

export function* buildSnapshot(facts: Facts): Sliced<Snapshot> {
  const teams = new Map(facts.teams.map((team) => [team.id, team]))
  const members = yield* sortInSlices(
    facts.members.filter((member) => member.active),
    inReplyOrder,
  )
  const position = new Map<string, number>()
  const pieces: Buffer[] = []
  const ends = new Uint32Array(members.length)
  const teamIds: (string | null)[] = []
  let length = 0
  for (let at = 0; at < members.length; at += sliceLength) {
    const texts = members.slice(at, at + sliceLength).map((member, index) => {
      const shown = presenceMember(member, teams)
      const text = JSON.stringify(shown) + ','
      position.set(member.id, at + index)
      teamIds.push(shown.team_id)
      ends[at + index] = length += Buffer.byteLength(text)
      return text
    })
    pieces.push(Buffer.from(texts.join('')))
    yield
  }
  const bytes = Buffer.concat(pieces)
  const digest = yield* digestInSlices(bytes)
  const leaves = yield* packLeaves(facts, position, members.length)
  return {
    teams: new Map(facts.teams.map(({ id, name }) => [id, name])),
    masked: facts.masked,
    everybody: { bytes, ends, teamIds, texts: [], digest, leaves, masked: null },
    byTeam: new Map(),
  }
}

function* digestInSlices(bytes: Buffer): Sliced<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += 1 << 19) {
    hash.update(bytes.subarray(at, at + (1 << 19)))
    yield
  }
  return hash.digest('base64url')
}

/** A counting sort by member, then each member's few leaves in the order in which they are shown. */
function* packLeaves(facts: Facts, position: ReadonlyMap<string, number>, count: number): Sliced<Leaves> {
  const byMember: Facts['leaves'][number][][] = Array.from({ length: count }, () => none)
  let total = 0
  for (const [index, leave] of facts.leaves.entries()) {
    if (index % (10 * sliceLength) === 0) yield
    const at = position.get(leave.member_id)
    if (at === undefined || leave.status !== 'approved') continue
    const known = byMember[at]!
    if (known === none) byMember[at] = [leave]
    else known.push(leave)
    total++
  }
  const packed = emptyLeaves(total)
  let next = 0
  for (const [index, leaves] of byMember.entries()) {
    if (index % sliceLength === 0) yield
    if (leaves.length > 1) leaves.sort(inLeaveOrder)
    for (const leave of leaves) {
      packed.member[next] = index
      packed.start[next] = packDay(leave.start_date)
      packed.end[next] = packDay(leave.end_date)
      packed.type[next++] = leaveTypes.indexOf(leave.type)
    }
  }
  return packed
}

const none: never[] = []

const emptyLeaves = (count: number): Leaves => ({
  member: new Uint32Array(count),
  start: new Uint32Array(count),
  end: new Uint32Array(count),
  type: new Uint8Array(count),
})

/** Bytes held by the snapshot, for the bound on memory: what grows with the organization, not every small object. */
export const snapshotBytes = (snapshot: Snapshot): number => {
  let total = 0
  for (const section of [snapshot.everybody, ...snapshot.byTeam.values()])
    total +=
      2 * section.bytes.length + // once more as texts
      24 * section.ends.length +
      (section.masked ? 14 : 13) * section.leaves.member.length
  return total
}

/** A member's JSON without its closing brace, each byte a character: a list of texts is written faster than bytes. */
export const memberText = ({ texts, bytes, ends }: Section, i: number): string =>
  (texts[i] ??= bytes.toString('latin1', i === 0 ? 0 : ends[i - 1]!, ends[i]! - 2))

export function* leavesFor(snapshot: Snapshot, section: Section, reasons: Reasons): Sliced<Leaves> {
  if (reasons === 'shown') return section.leaves
  return (section.masked ??= yield* maskLeaves(section.leaves, snapshot.masked))
}

/** The place of each type in alphabetical order. */
const alphabetical = leaveTypes.map((type) => [...leaveTypes].sort().indexOf(type))

/** Leaves that are looked at between two turns of the event loop. */
const leafLength = 20 * sliceLength

/**
 * The same leaves with masked types, in the order in which they are then shown: only the types of one member's leaves on
 * the same days can change places.
 */
function* maskLeaves(leaves: Leaves, masked: readonly LeaveType[]): Sliced<Leaves> {
  const shown = Uint8Array.from(leaveTypes, (type) => leaveTypes.indexOf(shownType(type, masked, 'hidden')))
  const type = new Uint8Array(leaves.type.length)
  for (let i = 0; i < type.length; i++) type[i] = shown[leaves.type[i]!]!
  const { member, start, end } = leaves
  for (let first = 0, next = 1; next <= type.length; next++) {
    if (next % leafLength === 0) yield
    if (member[first] === member[next] && start[first] === start[next] && end[first] === end[next]) continue
    if (next - first > 1) type.subarray(first, next).sort((a, b) => alphabetical[a]! - alphabetical[b]!)
    first = next
  }
  return { ...leaves, type }
}

/** A team's section, made and kept. */
export function* teamSection({ everybody, byTeam }: Snapshot, team: string): Sliced<Section> {
  const made = yield* sectionOf(everybody, team)
  byTeam.set(team, made)
  return made
}

function* sectionOf({ bytes, ends, teamIds, leaves }: Section, team: string): Sliced<Section> {
  const position = new Int32Array(teamIds.length).fill(-1)
  const parts: Buffer[] = []
  for (const [i, id] of teamIds.entries()) {
    if (id === team) position[i] = parts.push(bytes.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]!)) - 1
    if ((i + 1) % (5 * sliceLength) === 0) yield
  }
  const own = Buffer.concat(parts)
  yield
  let length = 0
  return {
    bytes: own,
    ends: Uint32Array.from(parts, (part) => (length += part.length)),
    teamIds: parts.map(() => team),
    texts: [],
    digest: yield* digestInSlices(own),
    leaves: yield* pickLeaves(leaves, position),
    masked: null,
  }
}

/** The leaves of those who have a position, by it. */
function* pickLeaves(leaves: Leaves, position: Int32Array): Sliced<Leaves> {
  const { member, start, end, type } = leaves
  let count = 0
  for (const index of member) if (position[index]! >= 0) count++
  const picked = emptyLeaves(count)
  let next = 0
  for (let i = 0; i < member.length; i++) {
    if ((i + 1) % leafLength === 0) yield
    const at = position[member[i]!]!
    if (at < 0) continue
    picked.member[next] = at
    picked.start[next] = start[i]!
    picked.end[next] = end[i]!
    picked.type[next++] = type[i]!
  }
  return picked
}

export const nobody: Section = {
  bytes: Buffer.alloc(0),
  ends: new Uint32Array(0),
  teamIds: [],
  texts: [],
  digest: '',
  leaves: emptyLeaves(0),
  masked: null,
}
