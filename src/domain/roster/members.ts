import { documentId, type Member } from '../organization.js'
import { compare, sortInSlices, type Sliced } from '../slices.js'
import { sliceSize, type Place } from './findings.js'
import { foldEmail, memberIdFor } from './identity.js'
import { noCounts, type Context, type Counts, type Write } from './outcome.js'
import type { Row } from './rows.js'
import type { MemberValues } from './shapes.js'
import type { TeamsPlan } from './teams.js'

type MemberWrite = Extract<Write, { readonly put: 'members' }>

/** The members as they will be. */
export interface MembersPlan {
  readonly counts: Counts
  readonly puts: readonly MemberWrite[]
  /** Those that `--replace members` deactivates. */
  readonly deactivations: readonly MemberWrite[]
  /** Ids by e-mail in lower case. */
  readonly byEmail: ReadonlyMap<string, string>
}

type MemberRow = Row<MemberValues>

/** Whose row is whose: by its id, else by its e-mail among the members that no row claims by id. */
interface Matching {
  readonly byId: ReadonlyMap<string, Member>
  readonly byEmail: ReadonlyMap<string, Member>
  readonly claimed: ReadonlySet<string>
  /** Rows placed so far, by id and by e-mail. */
  readonly placed: Map<string, MemberRow>
  readonly emails: Map<string, Place>
}

/** What the files make of the organization's members. */
export const planMembers = function* (
  context: Context,
  rows: readonly MemberRow[],
  existing: readonly Member[],
  teams: TeamsPlan,
): Sliced<MembersPlan> {
  const matching = match(rows, existing)
  for (const [index, row] of rows.entries()) {
    placeRow(context, matching, row)
    if (index % sliceSize === sliceSize - 1) yield
  }
  const byEmail = emailsAfter(context, matching, existing)
  const counts = noCounts()
  const puts: MemberWrite[] = []
  let done = 0
  for (const [id, row] of matching.placed) {
    const before = matching.byId.get(id)
    const after = merge(context.org, id, before, row.values, teams)
    if (before === undefined) counts.added += 1
    else if (isSame(before, after)) counts.same += 1
    else counts.changed += 1
    if (before === undefined || !isSame(before, after)) puts.push({ put: 'members', document: after })
    done += 1
    if (done % sliceSize === 0) yield
  }
  const others = withOthers(context, matching, existing, teams, { counts, puts })
  return { byEmail, ...others, puts: yield* sortInSlices(others.puts, byId) }
}

/** As a store keeps them: it writes them faster in its own order. */
const byId = (a: MemberWrite, b: MemberWrite): number => compare(a.document._id, b.document._id)

const match = (rows: readonly MemberRow[], existing: readonly Member[]): Matching => {
  const claimed = new Set(rows.flatMap(({ values }) => values.id ?? []))
  const byEmail = new Map<string, Member>()
  for (const member of existing) if (!claimed.has(member.id)) byEmail.set(foldEmail(member.email), member)
  const byId = new Map(existing.map((member) => [member.id, member]))
  return { byId, byEmail, claimed, placed: new Map(), emails: new Map() }
}

const placeRow = ({ org, findings }: Context, matching: Matching, row: MemberRow): void => {
  const { place, values } = row
  const email = foldEmail(values.email)
  const found = values.id ?? matching.byEmail.get(email)?.id
  const id = found ?? memberIdFor(org, email)
  const sameEmail = matching.emails.get(email)
  const sameId = matching.placed.get(id)
  if (sameEmail) findings.add(place, 'email', `is the same as in ${findings.describe(sameEmail)}`)
  else if (found === undefined && (matching.byId.has(id) || matching.claimed.has(id)))
    findings.add(
      place,
      'id',
      'is missing: the id this e-mail would get belongs to a member whose e-mail was changed',
    )
  else if (sameId)
    findings.add(place, 'id', `belongs to another e-mail, in ${findings.describe(sameId.place)}`)
  else if (!matching.byId.has(id) && values.name === undefined)
    findings.add(place, 'name', 'is missing, and the member is new')
  else matching.placed.set(id, row)
  if (!sameEmail) matching.emails.set(email, place)
}

/** The members by e-mail, once the rows hold; a row may not take the e-mail of one that keeps it. */
const emailsAfter = (
  { findings }: Context,
  { placed }: Matching,
  existing: readonly Member[],
): Map<string, string> => {
  const byEmail = new Map<string, string>()
  for (const { id, email } of existing) if (!placed.has(id)) byEmail.set(foldEmail(email), id)
  for (const [id, { place, values }] of placed) {
    const email = foldEmail(values.email)
    if (byEmail.has(email)) findings.add(place, 'email', 'belongs to a member with another id')
    byEmail.set(email, id)
  }
  return byEmail
}

/** The document after the row: what the row does not say stays, or is the default. */
const merge = (
  org: string,
  id: string,
  before: Member | undefined,
  values: MemberValues,
  teams: TeamsPlan,
): Member => ({
  _id: documentId(org, id),
  org,
  id,
  email: values.email,
  name: values.name ?? before?.name ?? '',
  avatar: values.avatar === undefined ? (before?.avatar ?? null) : values.avatar,
  team_id: teamAfter(before, values, teams),
  timezone: values.timezone === undefined ? (before?.timezone ?? null) : values.timezone,
  active: values.active ?? before?.active ?? true,
  source: before?.source ?? 'import',
})

const teamAfter = (before: Member | undefined, { team }: MemberValues, teams: TeamsPlan): string | null => {
  const id = team === undefined ? (before?.team_id ?? null) : team === null ? null : teams.find(team)
  return id !== null && teams.removed.has(id) ? null : id
}

const isSame = (before: Member, after: Member): boolean =>
  before.email === after.email &&
  before.name === after.name &&
  before.avatar === after.avatar &&
  before.team_id === after.team_id &&
  before.timezone === after.timezone &&
  before.active === after.active

/** Members that no row speaks of: some are deactivated, some lose a team that goes. */
const withOthers = (
  { replace }: Context,
  { placed }: Matching,
  existing: readonly Member[],
  teams: TeamsPlan,
  { counts, puts }: { readonly counts: Counts; readonly puts: MemberWrite[] },
): Omit<MembersPlan, 'byEmail'> => {
  const deactivations: MemberWrite[] = []
  for (const before of existing) {
    if (placed.has(before.id)) continue
    const loses = before.team_id !== null && teams.removed.has(before.team_id)
    const after = loses ? { ...before, team_id: null } : before
    if (replace.has('members') && before.source === 'import' && before.active) {
      deactivations.push({ put: 'members', document: { ...after, active: false } })
      counts.removed += 1
    } else if (loses) {
      puts.push({ put: 'members', document: after })
      counts.changed += 1
    }
  }
  return { counts, puts, deactivations }
}
