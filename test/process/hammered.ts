import { randomBytes } from 'node:crypto'
import type { ApiKey } from '../../src/domain/keys.js'
import { mintSecret } from '../../src/domain/keys-secret.js'
import { documentId, type Leave, type Member, type Organization } from '../../src/domain/organization.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000001'
const at = '2026-11-01T00:00:00.000Z'

const memberOf = (id: string, name: string): Member => ({
  _id: documentId(org, id),
  org,
  id,
  email: `${id.slice(0, 8)}@example.com`,
  name,
  avatar: null,
  team_id: null,
  timezone: null,
  active: true,
  source: 'import',
})

const keyOf = (id: string, { hash, start }: { hash: string; start: string }): ApiKey => ({
  id,
  name: 'hammer',
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
})

const organizationOf = (key: ApiKey): Organization => ({
  _id: org,
  slug: 'hammered',
  name: 'Hammered',
  plan: 'paid',
  suspended: false,
  timezone: 'UTC',
  week_start: 'monday',
  working_days: ['monday'],
  date_order: 'locale',
  privacy: ['sick', 'personal'],
  created_at: at,
  revision: 1,
  keys_revision: 1,
  keys: { [key.id]: key },
  import: null,
})

/** An organization of two: one whose name changes with every write, one whose leave does. */
export const documentsOf = () => {
  const minted = mintSecret(randomBytes(32))
  const key = keyOf('00000004-0000-4000-8000-000000000001', minted)
  const member = memberOf('00000002-0000-4000-8000-000000000001', 'Version 0')
  const resting = memberOf('00000002-0000-4000-8000-000000000002', 'Resting')
  const id = '00000003-0000-4000-8000-000000000001'
  const leave: Leave = {
    _id: documentId(org, id),
    org,
    id,
    member_id: resting.id,
    type: 'holiday',
    start_date: '2026-11-20',
    end_date: '2026-11-20',
    status: 'approved',
    starts_at_noon: false,
    ends_at_noon: false,
    source: 'import',
  }
  return {
    organization: { put: 'organizations', document: organizationOf(key) },
    member: { put: 'members', document: member },
    resting: { put: 'members', document: resting },
    leave: { put: 'leaves', document: leave },
    directory: { put: 'key_hashes', document: { _id: minted.hash, org, key: key.id } },
    key: key.id,
    secret: minted.token,
  } as const
}
