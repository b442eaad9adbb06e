import { changedFields, documentId, memberFields, type Member } from '../organization/organization.js'
import { tombstoneOf } from '../records/tombstone.js'
import { compare, sortInSlices, type Sliced } from '../../calendar/slices.js'
import { columnNames } from './columns.js'
import { sliceSize } from './findings.js'
import { foldEmail } from '../organization/email.js'
import { memberIdFor } from './identity.js'
import { createNumberReader } from './numbers.js'
import { createBulk, type BulkChange } from './guard.js'
import {
  keptByHand,
  noCounts,
  reportTwin,
  staysAway,
  type Context,
  type Counts,
  type Write,
} from './outcome.js'
import type { Row } from './rows.js'
import type { MemberValues } from './shapes.js'
import type { TeamChanges } from './teams.js'
import { isOnLeave } from './types.js'

type MemberWrite = Extract<Write, { readonly put: 'members' }>

/** The members as they will be after the import. */
export interface MemberChanges {
  readonly counts: Counts
  readonly puts: readonly MemberWrite[]
  /** The members that `--replace members` deactivates. */
  readonly deactivations: readonly MemberWrite[]
  /** Ids by lower-case e-mail address. */
  readonly byEmail: ReadonlyMap<string, string>
  /** Members who are active now and would be deactivated, for whatever reason. */
  readonly deactivated: readonly Member[]
  /** The number of members active now. */
  readonly active: number
  readonly bulk: readonly BulkChange[]
  /** The member before the import. */
  before(id: string): Member | undefined
  /** The name that a member will have after the import. */
  nameOf(id: string): string
}

/** Finds the changes to the organization's members. */
export const compareMembers = function* (
  context: Context,
  rows: readonly Row<MemberValues>[],
  existing: readonly Member[],
  teams: TeamChanges,
): Sliced<MemberChanges> {
  const { org, replace, tombstones, findings, warnings, listing } = context
  const byId = new Map(existing.map((member) => [member.id, member]))
  // Rows are matched with members by id, otherwise by e-mail among the members that no row claims by id.
  const claimed = new Set(rows.flatMap(({ values }) => values.id ?? []))
  const unclaimed = new Map<string, Member>()
  for (const member of existing) if (!claimed.has(member.id)) unclaimed.set(foldEmail(member.email), member)
  const numbers = createNumberReader(context, rows, existing)
  /** Rows processed so far, by id and by e-mail. */
  const placed = new Map<string, Row<MemberValues>>()
  const emails = new Map<string, Row<MemberValues>>()

  /** Whether a row is about a person who was erased and has not been brought back since. */
  const isErased = ({ place, values: { id, email } }: Row<MemberValues>): boolean =>
    tombstones.size > 0 &&
    !unclaimed.has(foldEmail(email)) &&
    !(id && byId.has(id)) &&
    staysAway(context, place, tombstoneOf(tombstones, org, { id, email }))

  const placeRow = (row: Row<MemberValues>): void => {
    const { place, values } = row
    const email = foldEmail(values.email)
    const sameEmail = emails.get(email)
    const found =
      values.id ?? unclaimed.get(email)?.id ?? (sameEmail ? undefined : numbers.memberOf(row, placed)?.id)
    const id = found ?? memberIdFor(org, email)
    const sameId = placed.get(id)
    if (sameEmail) reportTwin(context, place, sameEmail.place, differing(sameEmail.values, values))
    else if (found === undefined && (byId.has(id) || claimed.has(id))) findings.add(place, 'id', needsId)
    else if (sameId)
      findings.add(place, 'id', 'belongs to another e-mail address, in {}', findings.describe(sameId.place))
    else {
      if (!byId.has(id) && values.name === undefined)
        findings.add(place, 'name', 'is missing, and the member is new')
      placed.set(id, row)
    }
    if (!sameEmail) emails.set(email, row)
  }

  yield
  for (const [index, row] of rows.entries()) {
    if (!isErased(row)) placeRow(row)
    if (index % sliceSize === sliceSize - 1) yield
  }
  yield
  /** The members by e-mail after applying the rows; a row may not take the address of a member who keeps it. */
  const byEmail = new Map<string, string>()
  for (const { id, email } of existing) if (!placed.has(id)) byEmail.set(foldEmail(email), id)
  for (const [id, { place, values }] of placed) {
    const email = foldEmail(values.email)
    if (byEmail.has(email)) findings.add(place, 'email', 'belongs to a member with another id')
    byEmail.set(email, id)
  }
  yield
  const losing = numbers.settle(placed)
  yield
  const counts = noCounts()
  const puts: MemberWrite[] = []
  const deactivated: Member[] = []
  const bulk = createBulk()
  const known = [...placed.keys()].filter((id) => byId.has(id)).length
  /** Counts the values that a member had and no longer has. */
  const noteBulk = (before: Member, after: Member): void => {
    for (const field of changedFields(guarded, before, after)) {
      if (before[field] === null || before[field] === undefined) continue
      // Another picture or time zone is how these change anyway.
      if ((field === 'avatar' || field === 'timezone') && after[field] !== null) continue
      const shown = (member: Member): string =>
        field === 'team_id' ? teams.nameOf(member.team_id) : String(member[field] ?? 'none')
      bulk.note(
        field.replace('_id', ''),
        () =>
          `${after.name}: ${field === 'avatar' ? 'picture removed' : `${shown(before)} → ${shown(after)}`}`,
        field === 'active' && !after.active,
      )
    }
  }
  let done = 0
  for (const [id, row] of placed) {
    const before = byId.get(id)
    const team_id = teamAfter(before, row.values, teams)
    const after = {
      ...merge(org, id, before, losing.has(id) ? { ...row.values, external_id: null } : row.values, team_id),
      ...context.calendars.fieldsAfter(before, row, team_id),
    }
    const same = before !== undefined && changedFields(memberFields, before, after).length === 0
    const stays = before?.source === 'manual' ? before.active : after.active
    if (row.leaving !== undefined && stays)
      if (isOnLeave(row.leaving)) warnings.add(row.place, 'status', onLeave, `${row.leaving} (${after.name})`)
      else warnings.add(row.place, 'status', stillActive, row.leaving)
    if (!same && before?.source === 'manual') warnings.add(row.place, null, keptByHand)
    if (same || before?.source === 'manual') counts.same += 1
    else {
      const kind = before ? 'changed' : 'added'
      counts[kind] += 1
      if (before?.active && !after.active) deactivated.push(before)
      if (before) noteBulk(before, after)
      listing.note(kind, 'members', () => describe(before, after))
      puts.push({ put: 'members', document: after })
    }
    done += 1
    if (done % sliceSize === 0) yield
  }
  yield
  // Of the members that no row mentions, some are deactivated, some lose a removed team.
  const deactivations: MemberWrite[] = []
  for (const before of existing) {
    if (placed.has(before.id)) continue
    const loses = before.team_id !== null && teams.removed.has(before.team_id)
    const after = {
      ...before,
      ...(loses && { team_id: null }),
      ...(losing.has(before.id) && { external_id: null }),
    }
    if (replace.has('members') && before.source === 'import' && before.active) {
      deactivations.push({ put: 'members', document: { ...after, active: false } })
      counts.removed += 1
      listing.note('removed', 'members', () => `member ${before.name}`)
    } else if (loses || losing.has(before.id)) {
      listing.note('changed', 'members', () => describe(before, after))
      puts.push({ put: 'members', document: after })
      counts.changed += 1
      noteBulk(before, after)
    }
  }
  const namesById = new Map(existing.map((member) => [member.id, member.name]))
  for (const { document } of puts) namesById.set(document.id, document.name)
  return {
    byEmail,
    counts,
    // In the order of the store, which makes writing faster.
    puts: yield* sortInSlices(puts, (a, b) => compare(a.document._id, b.document._id)),
    deactivations,
    deactivated: [...deactivated, ...deactivations.map(({ document }) => document)],
    active: existing.filter((member) => member.active).length,
    bulk: bulk.of(known),
    before: (id) => byId.get(id),
    nameOf: (id) => namesById.get(id) ?? '',
  }
}

/** The fields whose changes are guarded. */
const guarded = ['team_id', 'active', 'holidays', 'timezone', 'avatar'] as const

/** The values in which two rows of one person differ, apart from how the address is written. */
const differing = (one: MemberValues, other: MemberValues): readonly string[] =>
  changedFields(columnNames.members as readonly (keyof MemberValues)[], one, other).filter(
    (name) => name !== 'email',
  )

const needsId =
  'is missing: the id derived from this e-mail address belongs to a member whose address was changed'

const stillActive =
  '{} counts as still active: deactivate the member once they have left (whosout members deactivate)'

/** Employment is no absence: without a leave they would be "in" without a word. */
const onLeave =
  '{} counts as in, because no days are given: enter the leave with whosout leaves add --member EMAIL --type personal --from DAY --to DAY'

/** `member Ana Ruiz (team, name)`: the member and the changed fields. */
const describe = (before: Member | undefined, after: Member): string => {
  if (before === undefined) return `member ${after.name}`
  const fields = changedFields(memberFields, before, after)
  return `member ${after.name} (${fields.map((field) => field.replace('_id', '')).join(', ')})`
}

/** The document after merging a row: values that the row does not have stay, or get their default. */
const merge = (
  org: string,
  id: string,
  before: Member | undefined,
  { name, avatar, timezone, active, email, external_id }: MemberValues,
  team_id: string | null,
): Member => ({
  _id: documentId(org, id),
  org,
  id,
  email,
  name: name ?? before?.name ?? '',
  avatar: kept(avatar, before?.avatar),
  team_id,
  timezone: kept(timezone, before?.timezone),
  active: active ?? before?.active ?? true,
  source: before?.source ?? 'import',
  // Absent on members without one, so that their documents do not change.
  ...((external_id || before?.external_id !== undefined) && {
    external_id: kept(external_id, before?.external_id),
  }),
})

/** Null clears a value. */
const kept = (given: string | null | undefined, before: string | null | undefined): string | null =>
  given === undefined ? (before ?? null) : given

const teamAfter = (
  before: Member | undefined,
  { team }: Pick<MemberValues, 'team'>,
  teams: TeamChanges,
): string | null => {
  const id = team === undefined ? (before?.team_id ?? null) : team === null ? null : teams.find(team)
  return id !== null && teams.removed.has(id) ? null : id
}
