import { firstDay, lastDay, type Day } from '../../calendar/day.js'
import type { Leave, Member } from '../organization/organization.js'
import type { Away, AwayCounts } from '../presence/away.js'
import type { LeaveType } from '../presence/leave-types.js'
import { presenceLeaves, type PresenceLeave } from '../presence/presence.js'
import { shownType, type Reasons } from '../presence/reasons.js'
import { keyedId } from '../secrets/keyed-id.js'

export const eventKinds = [
  'leave.created',
  'leave.changed',
  'leave.cancelled',
  'leave.imported',
  'presence.day',
] as const
export type EventKind = (typeof eventKinds)[number]

/** What happened to one leave. */
export type LeaveKind = 'leave.created' | 'leave.changed' | 'leave.cancelled'

/** A person as events show them; the name is added when one is sent, so that it is stored nowhere. */
export interface EventMember {
  readonly id: string
  readonly team_id: string | null
}

type Dates = Pick<Leave, 'start_date' | 'end_date' | 'starts_at_noon' | 'ends_at_noon'>

/** Of a person who was erased, the ids alone. */
type EventLeave = { readonly id: string } & Partial<Dates & { readonly type: LeaveType }>

interface Numbered {
  readonly sequence: number
}

interface LeaveData extends Numbered {
  readonly member: EventMember
  readonly leave: EventLeave
  /** What it was before it changed. */
  readonly before?: Dates & { readonly type: LeaveType }
}

interface ImportData extends Numbered, ImportCounts {
  readonly team_id: string | null
}

interface DayData extends Numbered {
  readonly date: Day
  readonly team_id: string | null
  readonly counts: AwayCounts
  readonly out: readonly { readonly member: EventMember; readonly leaves: readonly PresenceLeave[] }[]
}

/** What an event says. Already as its webhook may read it. */
export type EventData = LeaveData | ImportData | DayData

/** What a webhook may read. */
export interface WebhookReader {
  /** What the ids of leaves are made with, in hex. */
  readonly event_key: string
  /** The only team that it is told of; null: all. */
  readonly team_id: string | null
  readonly reasons: Reasons
}

/** A leave before and after a change: null where there is none. The member as they are afterwards. */
export interface LeaveStep {
  readonly before: Leave | null
  readonly after: Leave | null
  readonly member: EventMember
  /** Whether they were erased in that change. */
  readonly isErased: boolean
}

const counted = (leave: Leave | null): Leave | null => (leave?.status === 'approved' ? leave : null)

const shown = (
  { type, start_date, end_date, starts_at_noon, ends_at_noon }: Leave,
  { reasons }: WebhookReader,
) => ({
  type: shownType(type, reasons),
  start_date,
  end_date,
  starts_at_noon,
  ends_at_noon,
})

/** What happened to a leave, as presence counts it. Null: nothing that this webhook is told. */
export const leaveKind = (
  { before: stood, after: stands, member }: LeaveStep,
  reader: WebhookReader,
): LeaveKind | null => {
  if (reader.team_id !== null && reader.team_id !== member.team_id) return null
  const [before, after] = [counted(stood), counted(stands)]
  if (!before) return after ? 'leave.created' : null
  if (!after) return 'leave.cancelled'
  return JSON.stringify(shown(before, reader)) === JSON.stringify(shown(after, reader))
    ? null
    : 'leave.changed'
}

/** What an event says about one leave. */
export const leaveData = (
  step: LeaveStep,
  kind: LeaveKind,
  sequence: number,
  reader: WebhookReader,
): EventData => {
  const { before, after, member, isErased } = step
  // There is one, for something happened to it.
  const leave = (after ?? before)!
  return {
    sequence,
    member,
    leave: { id: keyedId(reader.event_key, leave.id), ...(!isErased && shown(leave, reader)) },
    ...(kind === 'leave.changed' && { before: shown(before!, reader) }),
  }
}

/** How much changed at once, and the days that it touches. */
export interface ImportCounts {
  readonly created: number
  readonly changed: number
  readonly cancelled: number
  readonly from: Day
  readonly to: Day
}

/** Adds one leave to what changed at once; null: there was none before. */
export const addToImport = (
  counts: ImportCounts | null,
  { before, after }: LeaveStep,
  kind: LeaveKind,
): ImportCounts => {
  const sum = counts ?? { created: 0, changed: 0, cancelled: 0, from: lastDay, to: firstDay }
  const leaves = [before, after].filter((leave) => leave !== null)
  return {
    created: sum.created + Number(kind === 'leave.created'),
    changed: sum.changed + Number(kind === 'leave.changed'),
    cancelled: sum.cancelled + Number(kind === 'leave.cancelled'),
    from: [sum.from, ...leaves.map(({ start_date }) => start_date)].sort()[0]!,
    to: [sum.to, ...leaves.map(({ end_date }) => end_date)].sort().at(-1)!,
  }
}

export const memberOf = ({ id, team_id }: Pick<Member, 'id' | 'team_id'>): EventMember => ({ id, team_id })

/** Who is out on a day: on leave, as every surface counts; the other two kinds of absence are numbers. */
export const dayData = (
  date: Day,
  away: readonly Away[],
  counts: AwayCounts,
  sequence: number,
  { team_id, reasons }: WebhookReader,
): EventData => ({
  sequence,
  date,
  team_id,
  counts,
  out: away
    .filter(({ kind }) => kind === 'leave')
    .map(({ member, leaves }) => ({ member: memberOf(member), leaves: presenceLeaves(leaves, { reasons }) })),
})

/** The people whom an event speaks of. */
export const membersIn = (data: EventData): readonly string[] =>
  'out' in data ? data.out.map(({ member }) => member.id) : 'member' in data ? [data.member.id] : []

/** The same event, as far as it is about certain people; null: not at all. */
export const aboutSome = (data: EventData, isOne: (id: string) => boolean): EventData | null => {
  if ('out' in data) return { ...data, out: data.out.filter(({ member }) => isOne(member.id)) }
  return 'member' in data && !isOne(data.member.id) ? null : data
}

/** The body of a delivery. `nameOf` is for webhooks that may name people: null for somebody who is gone. */
export const eventBody = (
  { type, at, data }: { readonly type: EventKind; readonly at: string; readonly data: EventData },
  organization: string,
  nameOf: ((id: string) => string | null) | null,
): string => {
  const named = (member: EventMember) => (nameOf ? { ...member, name: nameOf(member.id) } : member)
  const said =
    'out' in data
      ? { ...data, out: data.out.map((one) => ({ ...one, member: named(one.member) })) }
      : 'member' in data
        ? { ...data, member: named(data.member) }
        : data
  return JSON.stringify({ type, timestamp: at, data: { organization, ...said } })
}
