import {
  changedFields,
  documentId,
  leaveFields,
  type Leave,
  type Member,
  type TypeMeanings,
} from '../organization/organization.js'
import { Problem, type Issue } from '../problem.js'
import { readDate } from '../roster/dates.js'
import { leaveIdFor, periodName } from '../roster/identity.js'
import { endsBeforeItStarts, shapes, type LeaveValues } from '../roster/shapes.js'
import { readStatus, readType } from '../roster/types.js'
import { differences, type AuditKind, type AuditNote } from './audit.js'

/** A leave, or changes to one, as typed. */
export interface LeaveChange {
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: string | undefined
  readonly starts_at_noon?: boolean | undefined
  readonly ends_at_noon?: boolean | undefined
}

export interface ChangedLeave {
  readonly leave: Leave
  /** Null when nothing changed. */
  readonly note: AuditNote | null
}

export const lastBeforeFirst = 'The last day is before the first one.'

const optionOf: Readonly<Record<string, string>> = { start_date: 'from', end_date: 'to' }

const dayOf = (text: string | undefined): string | undefined => {
  const read = text === undefined ? null : readDate(text, null)
  return typeof read === 'object' && read !== null ? read.day : text
}

/** Parses types, statuses and dates as an import would; throws `invalid` with all issues. */
const accept = (email: string, typed: LeaveChange, types: TypeMeanings): LeaveValues => {
  const { type = '', from, to, status, starts_at_noon, ends_at_noon } = typed
  const checked = shapes.leaves.safeParse({
    email,
    type: readType(type, types) ?? type,
    start_date: dayOf(from),
    end_date: dayOf(to),
    status: status && (readStatus(status) ?? status),
    starts_at_noon,
    ends_at_noon,
  })
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path: [field], message }): Issue => {
    const said = message === endsBeforeItStarts ? lastBeforeFirst : `${message}.`
    return { path: [optionOf[String(field)] ?? String(field)], message: said }
  })
  throw new Problem('invalid', 'This leave is invalid.', { issues })
}

const noteOf = (what: AuditKind, before: Leave, after: Leave): AuditNote => ({
  what,
  subject: after.id,
  member: after.member_id,
  detail: differences(before, after, leaveFields),
})

/** No member may have the same leave twice: an import could not tell them apart. */
const refuseTwin = (leave: Leave, others: readonly Leave[]): void => {
  const twin = others.find((one) => one.id !== leave.id && periodName(one) === periodName(leave))
  if (twin)
    throw new Problem('conflict', `This person already has this leave (${twin.id}, ${twin.status}).`, {
      shell: `To change it: whosout leaves change ${twin.id}`,
    })
}

/** A leave entered by hand. `spareId` is used where the derived id is taken. Throws `invalid` and `conflict`. */
export const addLeave = (
  { org, id: member_id, email }: Member,
  typed: LeaveChange,
  {
    others,
    types,
    isTaken,
    spareId,
  }: {
    readonly others: readonly Leave[]
    readonly types: TypeMeanings
    readonly isTaken: (id: string) => boolean
    readonly spareId: string
  },
): ChangedLeave => {
  const { type, start_date, end_date, status, starts_at_noon, ends_at_noon } = accept(email, typed, types)
  const derived = leaveIdFor(member_id, { type, start_date, end_date })
  const id = isTaken(derived) ? spareId : derived
  const leave: Leave = {
    _id: documentId(org, id),
    org,
    id,
    member_id,
    type,
    start_date,
    end_date,
    status: status ?? 'approved',
    starts_at_noon: starts_at_noon ?? false,
    ends_at_noon: ends_at_noon ?? false,
    source: 'manual',
  }
  refuseTwin({ ...leave, id: '' }, others)
  const detail = { type, start_date, end_date, status: leave.status }
  return { leave, note: { what: 'leave_added', subject: id, member: member_id, detail } }
}

/** A leave after an edit by hand, which makes its source `manual`. Throws `invalid` and `conflict`. */
export const changeLeave = (
  before: Leave,
  email: string,
  typed: LeaveChange,
  { others, types }: { readonly others: readonly Leave[]; readonly types: TypeMeanings },
): ChangedLeave => {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
  const values = accept(email, { ...before, from: before.start_date, to: before.end_date, ...given }, types)
  const { type, start_date, end_date, status, starts_at_noon, ends_at_noon } = values
  const after: Leave = {
    ...before,
    type,
    start_date,
    end_date,
    status: status ?? before.status,
    starts_at_noon: starts_at_noon ?? before.starts_at_noon,
    ends_at_noon: ends_at_noon ?? before.ends_at_noon,
    source: 'manual',
  }
  if (changedFields(leaveFields, before, after).length === 0) return { leave: before, note: null }
  refuseTwin(after, others)
  const isCancelled = after.status === 'cancelled' && before.status !== 'cancelled'
  return { leave: after, note: noteOf(isCancelled ? 'leave_cancelled' : 'leave_changed', before, after) }
}

/** The audit note for the removal of a leave. */
export const leaveRemoved = ({ id, member_id, type, start_date, end_date }: Leave): AuditNote => ({
  what: 'leave_removed',
  subject: id,
  member: member_id,
  detail: { type, start_date, end_date },
})
