import { documentId, type Leave } from '../organization.js'
import type { Sliced } from '../slices.js'
import { sliceSize } from './findings.js'
import { leaveIdFor } from './identity.js'
import { noCounts, type Context, type Counts, type Write } from './outcome.js'
import type { Row, Rows } from './rows.js'
import type { LeaveValues } from './shapes.js'

type LeaveRow = Row<LeaveValues>

export interface LeavesPlan {
  readonly counts: Counts
  readonly puts: readonly Write[]
  readonly removes: readonly Write[]
}

/**
 * Plans leaves against the stored ones without ever holding all of those: they may be years of history, so they
 * are met page by page and forgotten.
 */
export interface LeavePlanner {
  /** A page of stored leaves; each leave exactly once, in any order. */
  meet(page: readonly Leave[]): void
  /** After the last page. */
  finish(): Sliced<LeavesPlan>
}

interface Wanted {
  readonly row: LeaveRow
  readonly member: string
  met: boolean
  /** The id that it would get is another leave's. */
  taken: boolean
}

/** Rows by the id they give, and all of them by what makes two leaves the same one. */
interface Matching {
  readonly given: Map<string, Wanted>
  readonly natural: Map<string, Wanted>
}

/** `members` are the ids by e-mail in lower case, as they will be. */
export const createLeavePlanner = function* (
  context: Context,
  rows: Rows,
  members: ReadonlyMap<string, string>,
): Sliced<LeavePlanner> {
  const matching: Matching = { given: new Map(), natural: new Map() }
  for (const [index, row] of rows.leaves.entries()) {
    placeRow(context, matching, row, rows, members)
    if (index % sliceSize === sliceSize - 1) yield
  }
  const plan = { counts: noCounts(), puts: [] as Write[], removes: [] as Write[] }
  return {
    meet: (page) => {
      for (const leave of page) meetLeave(context, matching, leave, plan)
    },
    finish: () => finish(context, matching, plan),
  }
}

const placeRow = (
  { findings }: Context,
  { given, natural }: Matching,
  row: LeaveRow,
  { refused, complete }: Rows,
  members: ReadonlyMap<string, string>,
): void => {
  const { email, type, start_date, end_date, id } = row.values
  const member = members.get(email)
  if (member === undefined) {
    // People in rows that were refused are there as soon as those are mended.
    if (complete && !refused.has(email)) findings.add(row.place, 'email', 'is the e-mail of no member')
    return
  }
  const key = leaveIdFor(member, type, start_date, end_date)
  const twin = natural.get(key)
  const sameId = id === undefined ? undefined : given.get(id)
  const wanted = { row, member, met: false, taken: false }
  if (twin) findings.add(row.place, null, `is the same leave as ${findings.describe(twin.row.place)}`)
  else natural.set(key, wanted)
  if (sameId) findings.add(row.place, 'id', `is also that of ${findings.describe(sameId.row.place)}`)
  else if (id !== undefined) given.set(id, wanted)
}

const meetLeave = (
  { replace, findings, org }: Context,
  { given, natural }: Matching,
  leave: Leave,
  plan: LeavesPlan & { readonly puts: Write[]; readonly removes: Write[] },
): void => {
  const key = leaveIdFor(leave.member_id, leave.type, leave.start_date, leave.end_date)
  const twin = natural.get(key)
  const wanted =
    given.get(leave.id) ?? (twin && twin.row.values.id === undefined && !twin.met ? twin : undefined)
  const stranger = natural.get(leave.id)
  if (stranger && stranger !== wanted && stranger.row.values.id === undefined) stranger.taken = true
  if (wanted) {
    wanted.met = true
    const after = merge(org, leave.id, leave, wanted)
    if (isSame(leave, after)) plan.counts.same += 1
    else {
      plan.counts.changed += 1
      plan.puts.push({ put: 'leaves', document: after })
    }
  } else if (replace.has('leaves') && leave.source === 'import') {
    plan.counts.removed += 1
    plan.removes.push({ remove: 'leaves', id: leave._id })
  } else if (twin && twin.row.values.id !== undefined)
    findings.add(
      twin.row.place,
      'id',
      'is not the one this leave is stored with; leave it out, or replace leaves',
    )
}

const finish = function* (
  { org, findings }: Context,
  { natural }: Matching,
  plan: LeavesPlan & { readonly puts: Write[] },
): Sliced<LeavesPlan> {
  let done = 0
  for (const [key, wanted] of natural) {
    done += 1
    if (done % sliceSize === 0) yield
    if (wanted.met) continue
    if (wanted.taken) {
      findings.add(
        wanted.row.place,
        'id',
        'is missing: the id this leave would get belongs to one that was moved',
      )
      continue
    }
    plan.counts.added += 1
    plan.puts.push({ put: 'leaves', document: merge(org, wanted.row.values.id ?? key, undefined, wanted) })
  }
  return plan
}

/** The document after the row: what the row does not say stays, or is the default. */
const merge = (org: string, id: string, before: Leave | undefined, { row, member }: Wanted): Leave => ({
  _id: documentId(org, id),
  org,
  id,
  member_id: member,
  type: row.values.type,
  start_date: row.values.start_date,
  end_date: row.values.end_date,
  status: row.values.status ?? before?.status ?? 'approved',
  starts_at_noon: row.values.starts_at_noon ?? before?.starts_at_noon ?? false,
  ends_at_noon: row.values.ends_at_noon ?? before?.ends_at_noon ?? false,
  source: before?.source ?? 'import',
})

const isSame = (before: Leave, after: Leave): boolean =>
  before.member_id === after.member_id &&
  before.type === after.type &&
  before.start_date === after.start_date &&
  before.end_date === after.end_date &&
  before.status === after.status &&
  before.starts_at_noon === after.starts_at_noon &&
  before.ends_at_noon === after.ends_at_noon
