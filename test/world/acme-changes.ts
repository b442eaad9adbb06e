import type { Organization } from '../../src/domain/organization/organization.js'
import type { Change } from '../../src/store/port.js'
import { organization } from '../stores/samples.js'
import {
  acmeId,
  leaveDocument,
  leaves,
  memberDocument,
  members,
  settings,
  teamDocument,
  teamNames,
} from './acme.js'

/** Its teams, members and leaves. */
const acmeRoster: readonly Change[] = [
  ...Object.entries(teamNames).map(([id, name]): Change => ({
    put: 'teams',
    document: teamDocument(acmeId, id, name),
  })),
  ...Object.values(members).map((member): Change => ({
    put: 'members',
    document: memberDocument(acmeId, member),
  })),
  ...leaves.map((leave, number): Change => {
    const id = `1eaf0000-0000-4000-8000-${String(number).padStart(12, '0')}`
    return { put: 'leaves', document: leaveDocument(acmeId, id, leave) }
  }),
]

/** Acme without people, teams and keys. */
export const acmeOrganization = (fields: Partial<Organization> = {}): readonly Change[] => [
  {
    put: 'organizations',
    document: organization(acmeId, {
      ...settings,
      slug: 'acme',
      created_at: '2026-01-05T09:00:00.000Z',
      ...fields,
    }),
  },
  { put: 'slugs', document: { _id: 'acme', org: acmeId } },
]

/** Acme without keys, for tests that need its data and no server. */
export const acmeChanges = (fields: Partial<Organization> = {}): readonly Change[] => [
  ...acmeOrganization(fields),
  ...acmeRoster,
]
