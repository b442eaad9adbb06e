import { listAudit } from '../../../src/services/records/change.js'
import { expect, it } from 'vitest'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import { at, minute } from '../../domain/keys/ring.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, createClock, dependenciesOn, newSlug, openWorld, refusalOf } from '../keys/world.js'

/** What the verbs about organizations leave in a store. */
export const describeOrganizationVerbs = (subject: Subject): void => {
  const bench = openBench(subject)
  const verbs = () => createOrganizations(dependenciesOn(bench().store, createClock()))

  it('creates an organization that is found by its slug, with everything it did not say', async () => {
    const slug = newSlug()
    const created = await verbs().create({ name: ' Acme GmbH ', slug })
    expect(created).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug,
      name: 'Acme GmbH',
      plan: 'free',
      suspended: false,
      timezone: 'UTC',
      week_start: 'monday',
      working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      date_order: 'locale',
      reasons: 'nobody',
      privacy: ['holiday', 'sick', 'personal'],
      channel_reasons: 'none',
      created_at: at(0),
      revision: 1,
      keys_revision: 1,
      keys: {},
      import: null,
    })
    expect(await verbs().bySlug(slug)).toEqual(created)
  })

  it('gives a slug to one organization only, however many ask at once', async () => {
    const slug = newSlug()
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => verbs().create({ name: `Acme ${n}`, slug })),
    )
    const won = asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(won).toHaveLength(1)
    expect(await verbs().bySlug(slug)).toEqual(won[0])
    expect((await verbs().list()).filter((organization) => organization.slug === slug)).toEqual(won)
    const problem = await refusalOf(verbs().create({ name: 'Acme', slug }))
    expect([problem.code, problem.message]).toEqual(['conflict', expect.stringContaining('taken')])
  })

  it('lists all of them by slug', async () => {
    for (let count = 0; count < 3; count++) await verbs().create({ name: 'Acme', slug: newSlug() })
    const slugs = (await verbs().list()).map(({ slug }) => slug)
    expect(slugs.length).toBeGreaterThanOrEqual(3)
    expect(slugs).toEqual([...slugs].sort())
  })

  it('says that there is no organization with a slug, whatever the slug is', async () => {
    for (const slug of ['nobody', '__proto__', ''])
      expect((await refusalOf(verbs().bySlug(slug))).code).toBe('not_found')
  })

  it('says everything that is wrong with settings, and writes nothing', async () => {
    const before = await verbs().list()
    const wrong = {
      name: 'x'.repeat(81),
      slug: 'Acme GmbH',
      plan: 'gold',
      timezone: '+01:00',
      week_start: 'friday',
      working_days: [],
      date_order: 'year',
      reasons: 'some',
    }
    const problem = await refusalOf(verbs().create(wrong))
    expect(problem.code).toBe('invalid')
    expect(problem.issues?.map(({ path }) => path[0]).sort()).toEqual(Object.keys(wrong).sort())
    expect(await verbs().list()).toEqual(before)
  })

  it('moves the revision with a setting, and with nothing else', async () => {
    const { org, organizations, read } = await openWorld(bench().store, 'paid')
    const set = async (change: Parameters<typeof organizations.set>[1]) => {
      const { changed } = await organizations.set(org, change, actor)
      const { revision, keys_revision } = await read()
      return [changed, revision, keys_revision]
    }
    expect(await set({ timezone: 'Asia/Kolkata', working_days: ['sunday', 'monday'] })).toEqual([true, 2, 1])
    expect(await read()).toMatchObject({ timezone: 'Asia/Kolkata', working_days: ['monday', 'sunday'] })
    expect(await set({ timezone: 'Asia/Kolkata' })).toEqual([false, 2, 1])
    expect(await set({ suspended: true })).toEqual([true, 2, 2])
    expect(await set({ suspended: true })).toEqual([false, 2, 2])
    expect(await set({ plan: 'free' })).toEqual([true, 2, 3])
    expect(await set({ plan: 'free', name: 'Acme 2', reasons: 'everyone' })).toEqual([true, 3, 3])
    expect(await set({})).toEqual([false, 3, 3])
    expect(await read()).toMatchObject({ name: 'Acme 2', privacy: [], plan: 'free', suspended: true })
  })

  it('tells the audit log who changed which setting, from what to what', async () => {
    const { org, organizations, store } = await openWorld(bench().store, 'paid')
    await organizations.set(org, { timezone: 'Asia/Kolkata', reasons: 'everyone', own_entries: 'off' }, actor)
    await organizations.set(org, { timezone: 'Asia/Kolkata', own_entries: 'off' }, actor)
    await organizations.set(org, { suspended: true }, actor)
    expect(await listAudit({ store }, org, 100)).toMatchObject([
      {
        what: 'settings_changed',
        ...actor,
        subject: '',
        detail: {
          timezone: 'UTC → Asia/Kolkata',
          reasons: 'nobody → everyone',
          own_entries: 'default → off',
        },
      },
    ])
  })

  it('downgrades to the named key, else to the one used last, and says so in the log', async () => {
    const { org, organizations, keys, clock, store, lists } = await openWorld(bench().store, 'paid')
    const made: string[] = []
    for (const name of ['a', 'b', 'c']) {
      made.push((await keys.create(org, { name }, actor)).key.id)
      clock.move(minute)
    }
    const use = { org, from: null, addresses: [], first_used: {}, noted_on: null, version: 1 }
    await store.commit([
      { put: 'key_uses', document: { ...use, _id: `${org}:${made[1]!}`, key: made[1]!, at: at(minute) } },
    ])
    const { keeps, locked } = await organizations.set(org, { plan: 'free' }, actor)
    expect([keeps?.id, locked]).toEqual([made[1], 2])
    expect((await lists.list(org, { live: true })).map(({ state }) => state)).toEqual([
      'locked',
      'active',
      'locked',
    ])
    const log = await lists.events(org, undefined, 20)
    expect(
      log
        .filter(({ at }) => at === clock.now().toISOString())
        .map(({ what }) => what)
        .sort(),
    ).toEqual(['kept_by_plan', 'locked_by_plan', 'locked_by_plan', 'plan_changed'])
    await organizations.set(org, { plan: 'paid' }, actor)
    for (const id of made) await keys.enable(org, id, actor)
    expect((await organizations.set(org, { plan: 'free', keep_key: made[2] }, actor)).keeps?.id).toBe(made[2])
  })

  it('keeps the plan when the key to keep does not count', async () => {
    const { org, organizations, keys, read } = await openWorld(bench().store, 'paid')
    const { key } = await keys.create(org, { name: 'a' }, actor)
    await keys.revoke(org, key.id, actor)
    const before = await read()
    const change = { plan: 'free', keep_key: key.id, timezone: 'Asia/Tokyo' }
    expect((await refusalOf(organizations.set(org, change, actor))).code).toBe('conflict')
    expect(await read()).toEqual(before)
  })

  it('changes settings beside somebody who changes keys: neither is lost', async () => {
    const { org, organizations, keys, read } = await openWorld(bench().store, 'paid')
    const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']
    await Promise.all([
      ...zones.map((timezone) => organizations.set(org, { timezone }, actor)),
      ...zones.map((name) => keys.create(org, { name }, actor)),
    ])
    const after = await read()
    expect(Object.values(after.keys)).toHaveLength(zones.length)
    expect([after.revision, after.keys_revision]).toEqual([1 + zones.length, 1 + zones.length])
  })
}
