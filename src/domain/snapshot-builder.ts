import type { Leave, Member, Team } from './organization.js'
import { createLeafList, sortLeaves } from './packed-leaves.js'
import { inReplyOrder, presenceMember } from './presence.js'
import type { LeaveType } from './privacy.js'
import { digestInSlices, sortInSlices, type Sliced } from './slices.js'
import type { Section, Snapshot } from './snapshot.js'

/** What a snapshot is made from, of a member and of a leave. */
export const seenOfMember = ['id', 'name', 'email', 'avatar', 'team_id', 'timezone', 'active'] as const
export const seenOfLeave = ['member_id', 'type', 'start_date', 'end_date', 'status'] as const
export type SeenMember = Pick<Member, (typeof seenOfMember)[number]>
export type SeenLeave = Pick<Leave, (typeof seenOfLeave)[number]>

/**
 * Takes an organization page by page, all members before the first leaf, and keeps of a page only what answers are made
 * of: a quarter of a million documents at once would be a long walk for every collection of garbage.
 */
export interface SnapshotBuilder {
  meetMembers(page: readonly SeenMember[]): void
  meetLeaves(page: readonly SeenLeave[]): void
  /** To be called once, when all pages are in. */
  finish(): Sliced<Snapshot>
}

/** An active member: what is sorted by, and its JSON with a comma in the bytes of its page. */
interface Row {
  readonly name: string
  readonly id: string
  readonly team_id: string | null
  /** In the order in which they came. */
  readonly number: number
  readonly page: Buffer
  readonly begin: number
  readonly end: number
}

export const createSnapshotBuilder = (
  teams: readonly Team[],
  masked: readonly LeaveType[],
): SnapshotBuilder => {
  const teamsById = new Map(teams.map((team) => [team.id, team]))
  const rows: Row[] = []
  const numbers = new Map<string, number>()
  const leaves = createLeafList()

  return {
    meetMembers(page) {
      for (const row of rowsOf(page, teamsById, rows.length)) {
        numbers.set(row.id, row.number)
        rows.push(row)
      }
    },

    meetLeaves(page) {
      for (const leave of page) {
        const number = numbers.get(leave.member_id)
        if (number !== undefined && leave.status === 'approved') leaves.add(number, leave)
      }
    },

    *finish() {
      const { position, ...people } = yield* layOut(yield* sortInSlices(rows, inReplyOrder))
      const sorted = yield* sortLeaves(leaves.list(), position)
      return {
        teams: new Map(teams.map(({ id, name }) => [id, name])),
        masked,
        everybody: { ...people, texts: [], leaves: sorted, masked: null },
        byTeam: new Map(),
      }
    },
  }
}

const rowsOf = (
  members: readonly SeenMember[],
  teams: ReadonlyMap<string, Team>,
  before: number,
): readonly Row[] => {
  const shown = members.filter(({ active }) => active).map((member) => presenceMember(member, teams))
  const texts = shown.map((member) => JSON.stringify(member))
  const page = Buffer.from(texts.join() + ',')
  let end = 0
  return shown.map(({ name, id, team_id }, index) => {
    const begin = end
    end += Buffer.byteLength(texts[index]!) + 1
    return { name, id, team_id, number: before + index, page, begin, end }
  })
}

/** Members that are copied between two turns of the event loop. */
const rowLength = 1_000

interface People extends Pick<Section, 'bytes' | 'ends' | 'teamIds' | 'digest'> {
  /** Of the members in the order in which they came. */
  readonly position: Uint32Array
}

/** Puts the JSON of the members one behind the other. */
function* layOut(rows: readonly Row[]): Sliced<People> {
  const bytes = Buffer.allocUnsafeSlow(rows.reduce((sum, { begin, end }) => sum + end - begin, 0))
  const ends = new Uint32Array(rows.length)
  const position = new Uint32Array(rows.length)
  const teamIds: (string | null)[] = []
  let at = 0
  for (const [index, { page, begin, end, team_id, number }] of rows.entries()) {
    if ((index + 1) % rowLength === 0) yield
    ends[index] = at += page.copy(bytes, at, begin, end)
    position[number] = index
    teamIds.push(team_id)
  }
  return { bytes, ends, teamIds, digest: yield* digestInSlices(bytes), position }
}
