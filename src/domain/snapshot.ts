import { emptyLeaves, maskLeaves, pickLeaves, type Leaves } from './packed-leaves.js'
import type { LeaveType, Reasons } from './privacy.js'
import { digestInSlices, type Sliced } from './slices.js'

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

const sliceLength = 1_000

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

export const nobody: Section = {
  bytes: Buffer.alloc(0),
  ends: new Uint32Array(0),
  teamIds: [],
  texts: [],
  digest: '',
  leaves: emptyLeaves(0),
  masked: null,
}
