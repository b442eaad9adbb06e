import { dayAt, type Day } from '../calendar/day.js'
import { Problem } from '../domain/problem.js'
import type { Dependencies } from '../services/dependencies.js'
import type { InteractiveServices } from '../services/interactive.js'
import { importRoster } from '../services/roster/import.js'
import { sampleHolidays, sampleOwnEntries, sampleRoster } from './sample.js'
import type { FakeSlack } from './fake-slack/fake-slack.js'
import { statusScope } from '../slack/manifest.js'
import { digestPlace, idOf, type Role } from './workspace.js'

export const timezone = 'Europe/Berlin'
const digest = { time: '09:00', timezone, days: 'mon-fri', look_ahead: 'friday' }
const admin = idOf('Katja')
const actor = { who: 'demo', from: null }

/** As these people would have entered them in Slack. */
const enterSamples = async ({ ownEntries }: InteractiveServices, org: string, today: Day): Promise<void> => {
  for (const { email, name, from, to } of sampleOwnEntries(today)) {
    const asker = { account: null, email, timezone: null, locale: null }
    const by = { asker, actor: { who: `slack:${idOf(name)}`, from: null } }
    await ownEntries.enter(org, by, { from, to, part: 'whole', reason: 'away' })
  }
}

/** The steps of a new user: create, import, set a digest, create a key. Resolves with the id and the secret. */
export const seedDemo = async (
  services: InteractiveServices,
  dependencies: Dependencies,
  today = dayAt(dependencies.now(), timezone),
) => {
  const { organizations, holidays, digests, keys } = services
  const organization = await organizations.create({
    name: 'Sample',
    slug: 'sample',
    plan: 'paid',
    timezone,
  })
  const org = organization._id
  const text = JSON.stringify(sampleRoster(today))
  const result = await importRoster(dependencies, {
    org,
    actor,
    files: [{ name: 'sample.json', read: async () => text }],
    replace: new Set(),
    dryRun: false,
  })
  if (!result.ok) throw new Problem('invalid', 'The sample organization could not be imported.')
  const { code, team, days } = sampleHolidays(today)
  await holidays.accept(org, code, days, actor)
  await holidays.assign(org, code, { team }, actor)
  await enterSamples(services, org, today)
  const wanted = { ...digestPlace, team: null, settings: digest, creator: admin }
  await digests.set(organization, wanted, { who: `slack:${admin}`, from: null })
  const { secret } = await keys.create(org, { name: 'demo' }, actor)
  return { org, secret }
}

/** Everybody but the people whom a visitor acts as has agreed to have their status set. */
export const shareStatuses = async (
  { members, statuses }: InteractiveServices,
  { state }: Pick<FakeSlack, 'state'>,
  {
    org,
    keys,
    roles,
  }: { readonly org: string; readonly keys: readonly Uint8Array[]; readonly roles: readonly Role[] },
): Promise<void> => {
  for (const { id: member_id, name } of await members.list(org, {})) {
    const user = idOf(name)
    if (roles.some(({ id }) => id === user)) continue
    const token = `xoxp-${user}`
    state.userTokens.set(token, {
      team_id: digestPlace.workspace,
      user,
      scopes: [statusScope],
      revoked: false,
    })
    const person = { org, member_id, workspace: digestPlace.workspace, user }
    await statuses.connect(person, { token, timezone: null, keys })
  }
}
