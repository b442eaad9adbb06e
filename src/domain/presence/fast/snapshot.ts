import type { DayRange } from '../../../calendar/day.js'
import { emptyLeaves, maskLeaves, packDay, pickLeaves, type Leaves } from './leaves.js'
import { inReplyOrder } from '../presence.js'
import type { PresenceReader } from '../visible-team.js'
import type { Reasons } from '../privacy.js'
import { digestInSlices, type Sliced } from '../../slices.js'

/**
 * The fast path. A snapshot holds one revision of an organization in the form of its answers: every member already
 * serialized, in reply order; every approved leave as four numbers, by member; and the same list again including the
 * bank holidays of calendars. A question costs one pass over the leaves and a few copies of bytes. `presenceIn` is the
 * plain path beside it: a property test holds both to the same bytes.
 */
export interface Snapshot {
  readonly teams: ReadonlyMap<string, string>
  /** The bank holidays of all calendars, as packed days; most questions include none of them. */
  readonly holidays: readonly number[]
  readonly everybody: Section
  /** The sections of teams, each created when first requested. */
  readonly byTeam: Map<string, Section>
}

/** Members shown together, in reply order, with their leaves. */
export interface Section {
  /** Each member's JSON, followed by a comma. */
  readonly bytes: Buffer
  /** The end of member `i`, including its comma. */
  readonly ends: Uint32Array
  readonly teamIds: readonly (string | null)[]
  /** Texts of members that were out in an answer (see `memberText`). */
  readonly texts: (string | undefined)[]
  readonly digest: string
  readonly stored: LeaveList
  /** Including the bank holidays of calendars, which are several times as many; the same list when there are none. */
  readonly all: LeaveList
}

export interface LeaveList {
  readonly shown: Leaves
  /** The leaves as a reader with hidden reasons sees them; created when first requested. */
  masked: Leaves | null
}

export const leaveList = (shown: Leaves): LeaveList => ({ shown, masked: null })

const sliceLength = 1_000

/**
 * Bytes held by the snapshot, for the memory limit: whatever grows with the organization, but not every small object.
 */
export const snapshotBytes = (snapshot: Snapshot): number => {
  let total = 0
  for (const section of [snapshot.everybody, ...snapshot.byTeam.values()])
    total +=
      2 * section.bytes.length + // once more as texts
      24 * section.ends.length +
      listBytes(section.stored) +
      (section.all === section.stored ? 0 : listBytes(section.all))
  return total
}

const listBytes = ({ shown, masked }: LeaveList): number => (masked ? 14 : 13) * shown.member.length

/**
 * A member's JSON without its closing brace, one character per byte: writing a joined list of strings is faster than
 * copying bytes.
 */
export const memberText = ({ texts, bytes, ends }: Section, i: number): string =>
  (texts[i] ??= bytes.toString('latin1', i === 0 ? 0 : ends[i - 1]!, ends[i]! - 2))

/** A list of leaves that includes all that touch the range. */
export function* leavesFor(
  { holidays }: Snapshot,
  section: Section,
  reasons: Reasons,
  range: DayRange,
): Sliced<Leaves> {
  const [from, to] = [packDay(range.from), packDay(range.to)]
  const list = holidays.some((day) => day >= from && day <= to) ? section.all : section.stored
  if (reasons === 'shown') return list.shown
  return (list.masked ??= yield* maskLeaves(list.shown))
}

/** A team's section, created and kept. */
export function* teamSection({ everybody, byTeam }: Snapshot, team: string): Sliced<Section> {
  const made = yield* sectionOf(everybody, team)
  byTeam.set(team, made)
  return made
}

function* sectionOf({ bytes, ends, teamIds, stored, all }: Section, team: string): Sliced<Section> {
  const position = new Int32Array(teamIds.length).fill(-1)
  const parts: Buffer[] = []
  for (const [i, id] of teamIds.entries()) {
    if (id === team) position[i] = parts.push(bytes.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]!)) - 1
    if ((i + 1) % (5 * sliceLength) === 0) yield
  }
  const own = Buffer.concat(parts)
  yield
  let length = 0
  const picked = leaveList(yield* pickLeaves(stored.shown, position))
  return {
    bytes: own,
    ends: Uint32Array.from(parts, (part) => (length += part.length)),
    teamIds: parts.map(() => team),
    texts: [],
    digest: yield* digestInSlices(own),
    stored: picked,
    all: all === stored ? picked : leaveList(yield* pickLeaves(all.shown, position)),
  }
}

const noLeaves = leaveList(emptyLeaves(0))

export const nobody: Section = {
  bytes: Buffer.alloc(0),
  ends: new Uint32Array(0),
  teamIds: [],
  texts: [],
  digest: '',
  stored: noLeaves,
  all: noLeaves,
}

/** A team as lists of teams show it. */
export interface TeamSize {
  readonly id: string
  readonly name: string
  /** Number of active members. */
  readonly members: number
}

/** The teams that a reader sees, in reply order: the one that the key is limited to, otherwise all. */
export const teamsOf = (
  { teams, everybody }: Pick<Snapshot, 'teams' | 'everybody'>,
  { team_id: only }: Pick<PresenceReader, 'team_id'>,
): readonly TeamSize[] => {
  const sizes = new Map<string | null, number>()
  for (const id of everybody.teamIds) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  return [...teams]
    .filter(([id]) => only === null || id === only)
    .map(([id, name]) => ({ id, name, members: sizes.get(id) ?? 0 }))
    .sort(inReplyOrder)
}
