import { createHash } from 'node:crypto'
import { addDays, type Day } from '../src/calendar/day.js'
import type { ApiKey } from '../src/domain/keys/key.js'
import { mintLinkToken, mintSecret, type MintedSecret } from '../src/domain/secrets/mint.js'
import type { Link } from '../src/domain/links/link.js'
import {
  documentId,
  type Leave,
  type Member,
  type Organization,
  type Team,
} from '../src/domain/organization/organization.js'
import { leaveTypes } from '../src/domain/presence/leave-types.js'
import { importDeadline, type Change, type Store } from '../src/store/port.js'

/** Derived from the name, so that every run and every store has the same data. */
const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An organization of the bench: its place in the store and its key's secret. */
export interface Subject {
  readonly org: string
  readonly slug: string
  readonly secret: string
  readonly members: number
  /** Of each member. */
  readonly leaves: number
}

export const subjectOf = (slug: string, members: number, leaves = leavesOfMember): Subject => ({
  org: idOf(slug),
  slug,
  secret: secretOf(slug).token,
  members,
  leaves,
})

const secretOf = (slug: string) => mintSecret(createHash('sha256').update(`secret of ${slug}`).digest())

/** Links that are asked in turn. */
const linkCount = 200

const mintedLinks = ({ slug }: Pick<Subject, 'slug'>) =>
  Array.from({ length: linkCount }, (_, i) =>
    mintLinkToken(createHash('sha256').update(`link ${i} of ${slug}`).digest()),
  )

/** The tokens of the links to its calendar. */
export const linksOf = (subject: Pick<Subject, 'slug'>): readonly string[] =>
  mintedLinks(subject).map(({ token }) => token)

const at = '2026-01-05T09:00:00.000Z'

const keyOf = (slug: string): ApiKey => {
  const { hash, start } = secretOf(slug)
  return {
    id: idOf(`${slug} key`),
    name: 'bench',
    state: 'active',
    locked: false,
    secrets: [{ hash, start, created_at: at, valid_until: null }],
    created_at: at,
    rotated_at: null,
    revoked_at: null,
    expires_at: null,
    allow: null,
    team_id: null,
    reasons: 'shown',
    version: 1,
  }
}

export const organizationOf = ({ org, slug }: Subject, key: ApiKey = keyOf(slug)): Organization => ({
  _id: org,
  slug,
  name: slug,
  plan: 'paid',
  suspended: false,
  timezone: 'Europe/Berlin',
  week_start: 'monday',
  working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  date_order: 'locale',
  privacy: ['sick', 'personal'],
  created_at: at,
  revision: 1,
  keys_revision: 1,
  keys: { [key.id]: key },
  import: null,
})

const first = [
  'Ana',
  'Ben',
  'Chloé',
  'Deniz',
  'Elif',
  'Femi',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Lena',
]
const last = [
  'Novak',
  'Okafor',
  'Pérez',
  'Quinn',
  'Rossi',
  'Sato',
  'Tanaka',
  'Ueda',
  'Vogel',
  'Weber',
  'Young',
]
const membersOfTeam = 12
export const leavesOfMember = 4

const teamOf = ({ org, slug }: Subject, index: number): Team => {
  const id = idOf(`${slug} team ${index}`)
  return { _id: documentId(org, id), org, id, name: `Team ${index}`, source: 'manual' }
}

export const memberOf = (subject: Subject, index: number): Member => {
  const id = idOf(`${subject.slug} member ${index}`)
  return {
    _id: documentId(subject.org, id),
    org: subject.org,
    id,
    email: emailOf(index),
    name: `${first[index % first.length]} ${last[index % last.length]} ${index}`,
    avatar: `https://avatars.example.com/${index}.png`,
    team_id: teamOf(subject, Math.floor(index / membersOfTeam)).id,
    timezone: 'Europe/Berlin',
    active: true,
    source: 'manual',
  }
}

export const emailOf = (index: number): string => `member.${index}@example.com`

/**
 * Two or three days each, spread evenly over the half years before and after: in any eight days one member in ten is
 * off.
 */
export const leaveDays = (index: number, today: Day): { readonly start: Day; readonly end: Day } => {
  const start = addDays(today, ((index * 7_919) % 365) - 182)!
  return { start, end: addDays(start, 1 + (index % 2))! }
}

const leaveOf = (subject: Subject, index: number, today: Day): Leave => {
  const id = idOf(`${subject.slug} leave ${index}`)
  const { start, end } = leaveDays(index, today)
  return {
    _id: documentId(subject.org, id),
    org: subject.org,
    id,
    member_id: idOf(`${subject.slug} member ${index % subject.members}`),
    type: leaveTypes[index % leaveTypes.length]!,
    start_date: start,
    end_date: end,
    status: 'approved',
    starts_at_noon: false,
    ends_at_noon: false,
    source: 'manual',
  }
}

const linkOf = ({ org }: Subject, { hash, start }: MintedSecret): Link => {
  const id = hash.slice(0, 16)
  return {
    _id: documentId(org, id),
    org,
    id,
    name: 'bench',
    hash,
    start,
    event_key: hash,
    team_id: null,
    member_id: null,
    owner: null,
    owner_id: null,
    reasons: 'hidden',
    created_at: at,
    created_by: 'bench',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  }
}

function* changesOf(subject: Subject, today: Day): Generator<Change> {
  const key = keyOf(subject.slug)
  yield { put: 'organizations', document: organizationOf(subject, key) }
  yield { put: 'slugs', document: { _id: subject.slug, org: subject.org } }
  yield { put: 'key_hashes', document: { _id: key.secrets[0]!.hash, org: subject.org, key: key.id } }
  // The thousand small organizations of the bench are asked by their keys only.
  for (const minted of subject.members < 50 ? [] : mintedLinks(subject)) {
    const link = linkOf(subject, minted)
    yield { put: 'links', document: link }
    yield { put: 'link_hashes', document: { _id: link.hash, org: subject.org, link: link.id } }
  }
  for (let i = 0; i * membersOfTeam < subject.members; i++)
    yield { put: 'teams', document: teamOf(subject, i) }
  for (let i = 0; i < subject.members; i++) yield { put: 'members', document: memberOf(subject, i) }
  for (let i = 0; i < subject.members * subject.leaves; i++)
    yield { put: 'leaves', document: leaveOf(subject, i, today) }
}

const groupSize = 5_000

/** Writes an organization, its team, members, leaves, key and link. */
export const seed = async (store: Store, subject: Subject, today: Day): Promise<void> => {
  let group: Change[] = []
  const commit = async (): Promise<void> => {
    await store.commit(group, { deadline: importDeadline })
    group = []
  }
  for (const change of changesOf(subject, today)) if (group.push(change) === groupSize) await commit()
  if (group.length > 0) await commit()
}
