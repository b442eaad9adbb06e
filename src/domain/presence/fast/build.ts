import { createBankHolidays, noHolidays, withBankHolidays, type HolidayFacts } from '../../holidays/derive.js'
import type { Leave, Member, Team } from '../../organization/organization.js'
import { createLeafList, packDay, sortLeaves } from './leaves.js'
import { inReplyOrder, presenceMember } from '../presence.js'
import { digestInSlices, sortInSlices, type Sliced } from '../../slices.js'
import { leaveList, type Section, type Snapshot } from './snapshot.js'

/** The fields of members and leaves that a snapshot is built from. */
export const seenOfMember = [
  'id',
  'name',
  'email',
  'avatar',
  'team_id',
  'timezone',
  'active',
  'holidays',
] as const
export const seenOfLeave = ['member_id', 'type', 'start_date', 'end_date', 'status'] as const
type SeenMember = Pick<Member, (typeof seenOfMember)[number]>
type SeenLeave = Pick<Leave, (typeof seenOfLeave)[number]>

/**
 * Takes an organization page by page, all members before the first leaf, and keeps only what answers need: holding a
 * quarter of a million documents at once would make every garbage collection slow.
 */
export interface SnapshotBuilder {
  addMembers(page: readonly SeenMember[]): void
  meetLeaves(page: readonly SeenLeave[]): void
  /** Call once, after the last page. */
  finish(): Sliced<Snapshot>
}

/** An active member: the sort fields, and the position of its JSON with a comma in the bytes of its page. */
interface MemberBytes {
  readonly name: string
  readonly id: string
  readonly team_id: string | null
  /** Numbered in order of arrival. */
  readonly number: number
  readonly page: Buffer
  readonly begin: number
  readonly end: number
}

export const createSnapshotBuilder = (
  teams: readonly Team[],
  holidays: HolidayFacts = noHolidays,
): SnapshotBuilder => {
  const teamsById = new Map(teams.map((team) => [team.id, team]))
  const rows: MemberBytes[] = []
  const numbers = new Map<string, number>()
  const leaves = createLeafList()
  const bankHolidays = createBankHolidays(holidays, teams)
  /** By member number. */
  const holidaysOf: (readonly Leave[])[] = []
  /** Bank holidays stored as leaves, by member number. */
  const storedHolidays = new Map<number, SeenLeave[]>()

  /**
   * Added to the snapshot, so that a question costs no more than one about stored leaves. Returns whether there are
   * any.
   */
  function* addBankHolidays(): Sliced<boolean> {
    let added = 0
    leaves.reserve(holidaysOf.reduce((sum, { length }) => sum + length, 0))
    for (const [number, days] of holidaysOf.entries()) {
      const stored = storedHolidays.get(number) ?? []
      for (const day of withBankHolidays<SeenLeave>(stored, days).slice(stored.length)) {
        leaves.add(number, day)
        if (++added % leafLength === 0) yield
      }
    }
    return added > 0
  }

  return {
    addMembers(page) {
      for (const member of page) if (member.active) holidaysOf.push(bankHolidays(member))
      for (const row of rowsOf(page, teamsById, rows.length)) {
        numbers.set(row.id, row.number)
        rows.push(row)
      }
    },

    meetLeaves(page) {
      for (const leave of page) {
        const number = numbers.get(leave.member_id)
        if (number === undefined || leave.status !== 'approved') continue
        leaves.add(number, leave)
        if (leave.type !== 'bank_holiday' || holidaysOf[number]!.length === 0) continue
        const known = storedHolidays.get(number)
        if (known) known.push(leave)
        else storedHolidays.set(number, [leave])
      }
    },

    *finish() {
      const { position, ...people } = yield* layOut(yield* sortInSlices(rows, inReplyOrder))
      const stored = leaveList(yield* sortLeaves(leaves.list(), position))
      const hasMore = yield* addBankHolidays()
      const all = hasMore ? leaveList(yield* sortLeaves(leaves.list(), position)) : stored
      return {
        teams: new Map(teams.map(({ id, name }) => [id, name])),
        holidays: hasMore ? daysOf(holidays) : [],
        everybody: { ...people, texts: [], stored, all },
        byTeam: new Map(),
      }
    },
  }
}

/** The distinct days of all calendars. */
const daysOf = ({ calendars }: HolidayFacts): readonly number[] => [
  ...new Set(calendars.flatMap(({ days }) => days.map(({ date }) => packDay(date)))),
]

const rowsOf = (
  members: readonly SeenMember[],
  teams: ReadonlyMap<string, Team>,
  before: number,
): readonly MemberBytes[] => {
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

/** Bank holidays added between two turns of the event loop. */
const leafLength = 20_000

/** Members copied between two turns of the event loop. */
const rowLength = 1_000

interface MemberArrays extends Pick<Section, 'bytes' | 'ends' | 'teamIds' | 'digest'> {
  /** The position in reply order of each member, by order of arrival. */
  readonly position: Uint32Array
}

/** Concatenates the JSON of the members. */
function* layOut(rows: readonly MemberBytes[]): Sliced<MemberArrays> {
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
