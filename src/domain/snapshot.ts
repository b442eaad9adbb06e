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
    everybody: { bytes, ends, teamIds, digest, leaves, masked: null },
    byTeam: new Map(),
  }
}

function* digestInSlices(bytes: Buffer): Sliced<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += 1 << 21) {
    hash.update(bytes.subarray(at, at + (1 << 21)))
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
      section.bytes.length +
      24 * section.ends.length +
      (section.masked ? 14 : 13) * section.leaves.member.length
  return total
}

export const leavesFor = (snapshot: Snapshot, section: Section, reasons: Reasons): Leaves => {
  if (reasons === 'shown') return section.leaves
  section.masked ??= maskLeaves(section.leaves, snapshot.masked)
  return section.masked
}

/** The place of each type in alphabetical order. */
const alphabetical = leaveTypes.map((type) => [...leaveTypes].sort().indexOf(type))

/**
 * The same leaves with masked types, in the order in which they are then shown: only the types of one member's leaves on
 * the same days can change places.
 */
const maskLeaves = (leaves: Leaves, masked: readonly LeaveType[]): Leaves => {
  const shown = leaveTypes.map((type) => leaveTypes.indexOf(shownType(type, masked, 'hidden')))
  const type = leaves.type.map((index) => shown[index]!)
  const sameDays = (a: number, b: number): boolean =>
    leaves.member[a] === leaves.member[b] &&
    leaves.start[a] === leaves.start[b] &&
    leaves.end[a] === leaves.end[b]
  for (let first = 0, next = 1; next <= type.length; next++) {
    if (next < type.length && sameDays(first, next)) continue
    if (next - first > 1) type.subarray(first, next).sort((a, b) => alphabetical[a]! - alphabetical[b]!)
    first = next
  }
  return { ...leaves, type }
}

const pickLeaves = (
  leaves: Leaves,
  order: readonly number[],
  member: (i: number) => number,
  type: (i: number) => number,
): Leaves => ({
  member: Uint32Array.from(order, member),
  start: Uint32Array.from(order, (i) => leaves.start[i]!),
  end: Uint32Array.from(order, (i) => leaves.end[i]!),
  type: Uint8Array.from(order, type),
})

export const teamSection = (snapshot: Snapshot, team: string): Section => {
  const known = snapshot.byTeam.get(team)
  if (known) return known
  const made = sectionOf(snapshot.everybody, team)
  snapshot.byTeam.set(team, made)
  return made
}

const sectionOf = ({ bytes, ends, teamIds, leaves }: Section, team: string): Section => {
  const chosen: number[] = []
  const position = new Int32Array(teamIds.length).fill(-1)
  for (const [i, id] of teamIds.entries()) if (id === team) position[i] = chosen.push(i) - 1
  const parts = chosen.map((i) => bytes.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]!))
  const kept: number[] = []
  for (let i = 0; i < leaves.member.length; i++) if (position[leaves.member[i]!]! >= 0) kept.push(i)
  const own = Buffer.concat(parts)
  let length = 0
  return {
    bytes: own,
    ends: Uint32Array.from(parts, (part) => (length += part.length)),
    teamIds: chosen.map(() => team),
    digest: createHash('sha256').update(own).digest('base64url'),
    leaves: pickLeaves(
      leaves,
      kept,
      (i) => position[leaves.member[i]!]!,
      (i) => leaves.type[i]!,
    ),
    masked: null,
  }
}

export const nobody: Section = {
  bytes: Buffer.alloc(0),
  ends: new Uint32Array(0),
  teamIds: [],
  digest: '',
  leaves: emptyLeaves(0),
  masked: null,
}
