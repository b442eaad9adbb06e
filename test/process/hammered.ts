import { randomBytes } from 'node:crypto'
import type { ApiKey } from '../../src/domain/keys/key.js'
import { mintSecret } from '../../src/domain/keys/secret.js'
import type { Member, Organization } from '../../src/domain/organization/organization.js'
import { apiKey, leave, member, organization } from '../stores/samples.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000001'
const at = '2026-11-01T00:00:00.000Z'

/** Its time is UTC's and its week has one day: nothing else is asked of it. */
const organizationOf = (key: ApiKey): Organization =>
  organization(org, {
    slug: 'hammered',
    name: 'Hammered',
    timezone: 'UTC',
    working_days: ['monday'],
    date_order: 'locale',
    privacy: ['sick', 'personal'],
    created_at: at,
    keys: { [key.id]: key },
  })

const memberOf = (id: string, name: string): Member =>
  member(org, id, { name, email: `${id.slice(0, 8)}@example.com` })

const keyOf = (id: string, { hash, start }: { hash: string; start: string }): ApiKey =>
  apiKey(id, {
    name: 'hammer',
    secrets: [{ hash, start, created_at: at, valid_until: null }],
    created_at: at,
  })

/** An organization of two: one whose name changes with every write, one whose leave does. */
export const documentsOf = () => {
  const minted = mintSecret(randomBytes(32))
  const key = keyOf('00000004-0000-4000-8000-000000000001', minted)
  const changing = memberOf('00000002-0000-4000-8000-000000000001', 'Version 0')
  const resting = memberOf('00000002-0000-4000-8000-000000000002', 'Resting')
  const id = '00000003-0000-4000-8000-000000000001'
  const away = leave(org, id, '2026-11-20', '2026-11-20', { member_id: resting.id })
  return {
    organization: { put: 'organizations', document: organizationOf(key) },
    member: { put: 'members', document: changing },
    resting: { put: 'members', document: resting },
    leave: { put: 'leaves', document: away },
    directory: { put: 'key_hashes', document: { _id: minted.hash, org, key: key.id } },
    key: key.id,
    secret: minted.token,
  } as const
}
