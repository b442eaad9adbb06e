import { Problem } from '../../src/domain/problem.js'
import type { Leave, Member, Organization, Team } from '../../src/domain/organization/organization.js'
import type { Day } from '../../src/calendar/day.js'
import type { ApiKey } from '../../src/domain/keys/key.js'
import type { Change, Json } from '../../src/store/port.js'
import type { CollectionName, Collections, KeyEvent } from '../../src/store/schema.js'

let counter = 0
/** An id that nobody else in this run has, so that tests may share a store. */
export const newId = (prefix = 'org'): string => `${prefix}-${process.pid}-${++counter}`

export const organization = (_id: string, fields: Partial<Organization> = {}): Organization => ({
  _id,
  slug: `slug-${_id}`,
  name: 'Acme',
  timezone: 'Europe/Berlin',
  week_start: 'monday',
  working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  date_order: 'locale',
  privacy: ['sick', 'personal'],
  plan: 'paid',
  suspended: false,
  created_at: '2026-11-20T09:00:00.000Z',
  revision: 1,
  keys_revision: 1,
  keys: {},
  import: null,
  ...fields,
})

export const apiKey = (id: string, fields: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: 'dashboard',
  state: 'active',
  locked: false,
  secrets: [
    {
      hash: 'ab'.repeat(32),
      start: 'who_live_Ab1',
      created_at: '2026-11-20T09:00:00.000Z',
      valid_until: null,
    },
  ],
  created_at: '2026-11-20T09:00:00.000Z',
  rotated_at: null,
  revoked_at: null,
  expires_at: null,
  allow: null,
  team_id: null,
  reasons: 'shown',
  version: 1,
  ...fields,
})

export const keyEvent = (org: string, id: string, fields: Partial<KeyEvent> = {}): KeyEvent => ({
  _id: `${org}:${id}`,
  org,
  key: 'key-1',
  at: '2026-11-20T09:00:00.000Z',
  what: 'created',
  who: 'cli',
  from: null,
  detail: {},
  ...fields,
})

/** Stored documents are JSON of any shape: this one carries what no declared field would. */
export const oddEvent = (org: string, id: string, fields: Readonly<Record<string, Json>>): KeyEvent => ({
  ...keyEvent(org, id),
  ...fields,
})

export const member = (org: string, id: string, fields: Partial<Member> = {}): Member => ({
  _id: `${org}:${id}`,
  org,
  id,
  email: `${id}@example.org`,
  name: `Person ${id}`,
  avatar: null,
  team_id: null,
  timezone: null,
  active: true,
  source: 'import',
  ...fields,
})

export const leave = (
  org: string,
  id: string,
  start: string,
  end: string,
  fields: Partial<Leave> = {},
): Leave => ({
  _id: `${org}:${id}`,
  org,
  id,
  member_id: 'member-1',
  type: 'holiday',
  start_date: start as Day,
  end_date: end as Day,
  status: 'approved',
  starts_at_noon: false,
  ends_at_noon: false,
  source: 'import',
  ...fields,
})

export const team = (org: string, id: string, fields: Partial<Team> = {}): Team => ({
  _id: `${org}:${id}`,
  org,
  id,
  name: `Team ${id}`,
  source: 'import',
  ...fields,
})

/** A change that puts each of the documents. */
export const puts = <C extends CollectionName>(
  collection: C,
  documents: readonly Collections[C][],
  when?: 'absent',
): Change[] => documents.map((document) => ({ put: collection, document, ...(when && { when }) }) as Change)

/** The documents' own ids, without their organization's. */
export const idsOf = (documents: readonly { readonly _id: string }[]): string[] =>
  documents.map(({ _id }) => _id.slice(_id.lastIndexOf(':') + 1))

/** The problem a promise is rejected with. */
export const problemOf = async (promise: Promise<unknown>): Promise<Problem> => {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof Problem) return outcome
  throw new Error(`no problem: ${String(outcome)}`)
}
