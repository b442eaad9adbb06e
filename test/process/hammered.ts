import { randomBytes } from 'node:crypto'
import { mintSecret } from '../../src/domain/secrets/mint.js'
import { apiKey, leave, member, organization } from '../stores/samples.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000001'
const at = '2026-11-01T00:00:00.000Z'

/** An organization of two: one whose name changes with every write, one whose leave does. Its time is UTC's. */
export const documentsOf = () => {
  const { token, hash, start } = mintSecret(randomBytes(32))
  const key = apiKey('00000004-0000-4000-8000-000000000001', {
    secrets: [{ hash, start, created_at: at, valid_until: null }],
  })
  const changing = member(org, '00000002-0000-4000-8000-000000000001', { name: 'Version 0' })
  const resting = member(org, '00000002-0000-4000-8000-000000000002', { name: 'Resting' })
  const id = '00000003-0000-4000-8000-000000000001'
  const away = leave(org, id, '2026-11-20', '2026-11-20', { member_id: resting.id })
  const hammered = organization(org, { slug: 'hammered', timezone: 'UTC', keys: { [key.id]: key } })
  return {
    organization: { put: 'organizations', document: hammered },
    member: { put: 'members', document: changing },
    resting: { put: 'members', document: resting },
    leave: { put: 'leaves', document: away },
    directory: { put: 'key_hashes', document: { _id: hash, org, key: key.id } },
    key: key.id,
    secret: token,
  } as const
}
