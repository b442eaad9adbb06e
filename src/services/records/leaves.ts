import type { Day } from '../../calendar/day.js'
import { dayAt } from '../../calendar/day.js'
import { idBytes, randomId } from '../../domain/identity.js'
import { documentId, type Leave, type Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { leavesThatCount } from '../../domain/presence/counting.js'
import { addLeave, changeLeave, leaveRemoved, type LeaveChange } from '../../domain/records/leave-change.js'
import { memberByText } from '../../domain/records/people.js'
import { newLeaveTombstone } from '../../domain/records/tombstone.js'
import type { Change, Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import { findTeam } from '../organizations/teams.js'
import { yieldOwnEntries } from '../own-entries/yield-to-sources.js'
import { changeRecords, membersOf, tombstonesOf } from './change.js'

/** A leave as lists show it. */
export interface ListedLeave extends Pick<
  Leave,
  'id' | 'type' | 'start_date' | 'end_date' | 'status' | 'starts_at_noon' | 'ends_at_noon' | 'source'
> {
  readonly email: string
}

interface CountedLeave extends ListedLeave {
  /** Whether readers see it: approved, and not covered by a leave that takes precedence. */
  readonly counts: boolean
}

interface LeaveFilter {
  /** An e-mail address, a name or an id. */
  readonly member?: string | undefined
  /** A name or an id. */
  readonly team?: string | undefined
  /** Leaves that touch these days. */
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly source?: string | undefined
}

export interface ChangedLeaveRow {
  readonly row: ListedLeave
  readonly changed: boolean
}

const rowOf = (leave: Leave, email: string): ListedLeave => {
  const { id, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source } = leave
  return { id, email, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source }
}

const keyOf = ({ start_date, end_date, email, id }: ListedLeave): string =>
  [start_date, end_date, email, id].join(' ')

const byDay = (a: ListedLeave, b: ListedLeave): number => (keyOf(a) < keyOf(b) ? -1 : 1)

export const leavesOfMember = async (reader: Reader, org: string, member: string): Promise<Leave[]> => {
  const found: Leave[] = []
  for await (const page of reader.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }))
    found.push(...page.filter(({ member_id }) => member_id === member))
  return found
}

/** The e-mail addresses of the members whose leaves are requested, by member id. */
const peopleAsked = async (
  reader: Reader,
  org: string,
  { member, team }: LeaveFilter,
): Promise<ReadonlyMap<string, string>> => {
  const members = await membersOf(reader, org)
  const teamId = team === undefined ? undefined : (await findTeam(reader, org, team)).id
  const person = member === undefined ? undefined : memberByText(org, members, member)
  return new Map(
    members
      .filter(({ id }) => person === undefined || id === person.id)
      .filter(({ team_id }) => teamId === undefined || team_id === teamId)
      .map(({ id, email }) => [id, email]),
  )
}

/** Sorted by day; an absent filter excludes nothing. */
const list = ({ store }: Dependencies, org: string, filter: LeaveFilter): Promise<CountedLeave[]> =>
  store.view(org, async (reader) => {
    const emails = await peopleAsked(reader, org, filter)
    const { from, to, type, status, source } = filter
    const { working_days } = await readOrganization({ store: reader }, org)
    // Whether a leave counts depends on all that the person has, so only the members narrow what is read.
    const found: Leave[] = []
    for await (const page of reader.find('leaves', { index: 'by_end', equal: { org } }))
      found.push(...page.filter(({ member_id }) => emails.has(member_id)))
    const counting = leavesThatCount(found, working_days)
    return found
      .filter(
        (leave) =>
          (from === undefined || leave.end_date >= from) &&
          (to === undefined || leave.start_date <= to) &&
          (type === undefined || leave.type === type) &&
          (status === undefined || leave.status === status) &&
          (source === undefined || leave.source === source),
      )
      .map((leave) => ({ ...rowOf(leave, emails.get(leave.member_id)!), counts: counting.has(leave) }))
      .sort(byDay)
  })

const unknownLeave = (): Problem =>
  new Problem('not_found', 'There is no leave with that id.', {
    shell: 'To see the ids: whosout leaves list',
  })

const leaveAndMember = async (reader: Reader, org: string, id: string): Promise<[Leave, Member]> => {
  const [leave] = await reader.get('leaves', [documentId(org, id.trim().toLowerCase())])
  const [member] = leave ? await reader.get('members', [documentId(org, leave.member_id)]) : []
  if (!leave || !member) throw unknownLeave()
  return [leave, member]
}

/** Writes a leave with the current time as its last change. */
const put = ({ now }: Pick<Dependencies, 'now'>, leave: Leave): Change => ({
  put: 'leaves',
  document: { ...leave, changed_at: now().toISOString() },
})

const add = (
  dependencies: Dependencies,
  org: string,
  person: string,
  input: LeaveChange,
  actor: Actor,
): Promise<ListedLeave> => {
  const spareId = randomId(dependencies.random(idBytes))
  return changeRecords(dependencies, org, actor, async ({ import_types: types = {} }, reader) => {
    const member = memberByText(org, await membersOf(reader, org), person)
    const others = await leavesOfMember(reader, org, member.id)
    const taken = new Set(others.map(({ id }) => id))
    const context = { others, types, isTaken: (id: string) => taken.has(id), spareId }
    const { leave, note } = addLeave(member, input, context)
    // Entering a leave again lifts the tombstone of its removal by hand.
    const raised: Change = { remove: 'tombstones', id: leave._id }
    return {
      changes: [put(dependencies, leave), raised],
      notes: note ? [note] : [],
      result: rowOf(leave, member.email),
    }
  })
}

const change = (
  dependencies: Dependencies,
  org: string,
  id: string,
  input: LeaveChange,
  actor: Actor,
): Promise<ChangedLeaveRow> =>
  changeRecords<ChangedLeaveRow>(dependencies, org, actor, async ({ import_types: types = {} }, reader) => {
    const [before, { email }] = await leaveAndMember(reader, org, id)
    const others = await leavesOfMember(reader, org, before.member_id)
    const { leave, note } = changeLeave(before, email, input, { others, types })
    const row = rowOf(leave, email)
    if (note === null) return { changes: [], notes: [], result: { row, changed: false } }
    return { changes: [put(dependencies, leave)], notes: [note], result: { row, changed: true } }
  })

/** A leave that an import may have brought gets a tombstone, so that the next import does not bring it back. */
const remove = (dependencies: Dependencies, org: string, id: string, actor: Actor): Promise<ListedLeave> =>
  changeRecords(dependencies, org, actor, async ({ timezone }, reader) => {
    const [leave, { email }] = await leaveAndMember(reader, org, id)
    const today = dayAt(dependencies.now(), timezone)
    const tombstones = await tombstonesOf(reader, org)
    const buried: Change[] = ['import', 'manual'].includes(leave.source)
      ? [{ put: 'tombstones', document: newLeaveTombstone(leave, tombstones, today) }]
      : []
    return {
      changes: [{ remove: 'leaves', id: leave._id }, ...buried],
      notes: [leaveRemoved(leave)],
      result: rowOf(leave, email),
    }
  })

/** An admin's entry takes precedence over a member's own. */
const thenYield = async <T>(
  dependencies: Dependencies,
  org: string,
  actor: Actor,
  work: Promise<T>,
): Promise<T> => {
  const done = await work
  await yieldOwnEntries(dependencies, org, actor)
  return done
}

/** Operations on leaves. `org` is an organization's id, `id` a leave's. Each throws a Problem when refused. */
export const createLeaves = (dependencies: Dependencies) => ({
  list: list.bind(null, dependencies),
  add: (org: string, person: string, input: LeaveChange, actor: Actor) =>
    thenYield(dependencies, org, actor, add(dependencies, org, person, input, actor)),
  change: (org: string, id: string, input: LeaveChange, actor: Actor) =>
    thenYield(dependencies, org, actor, change(dependencies, org, id, input, actor)),
  /** The leave is kept with the status `cancelled`. */
  cancel: (org: string, id: string, actor: Actor) =>
    change(dependencies, org, id, { status: 'cancelled' }, actor),
  remove: remove.bind(null, dependencies),
})
