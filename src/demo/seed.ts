import { dayAt } from '../domain/calendar/day.js'
import { Problem } from '../domain/problem.js'
import { createDigests } from '../services/digests/digests.js'
import { createKeys } from '../services/keys/keys.js'
import { createOrganizations } from '../services/organizations/organizations.js'
import type { Dependencies } from '../services/dependencies.js'
import { importRoster } from '../services/roster/import.js'
import { sampleRoster } from './sample.js'
import { digestPlace, idOf } from './workspace.js'

export const timezone = 'Europe/Berlin'
const digest = { time: '09:00', timezone, days: 'mon-fri', look_ahead: 'friday' }
const admin = idOf('Katja')
const actor = { who: 'demo', from: null }

export interface Seeded {
  /** The sample organization's id. */
  readonly org: string
  /** Of an API key. */
  readonly secret: string
}

/** Makes the sample organization around today, the way a newcomer would: create, import, set a digest, make a key. */
export const seedDemo = async (dependencies: Dependencies): Promise<Seeded> => {
  const organization = await createOrganizations(dependencies).create({
    name: 'Sample',
    slug: 'sample',
    plan: 'paid',
    timezone,
  })
  const org = organization._id
  const text = JSON.stringify(sampleRoster(dayAt(dependencies.now(), timezone)))
  const result = await importRoster(dependencies, {
    org,
    files: [{ name: 'sample.json', read: async () => text }],
    replace: new Set(),
    dryRun: false,
  })
  if (!result.ok) throw new Problem('invalid', 'The sample organization could not be imported.')
  const wanted = { ...digestPlace, team: null, settings: digest, who: admin, creator: admin }
  await createDigests(dependencies).set(organization, wanted)
  const { secret } = await createKeys(dependencies).create(org, { name: 'demo' }, actor)
  return { org, secret }
}
