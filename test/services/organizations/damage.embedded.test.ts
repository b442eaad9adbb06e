import { expect, it, onTestFinished } from 'vitest'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { collect, type Change } from '../../../src/store/port.js'
import { watchDamage } from '../../../src/store/watched.js'
import { damageEntry, damagePage } from '../../stores/embedded/damage.js'
import { embeddedSubject, newFolder } from '../../stores/embedded/subject.js'
import { startNeighbour } from '../../stores/neighbour.js'
import { createClock, refusalOf } from '../keys/world.js'
import { changesOf, heldBy, housekeeperOf } from './removal.js'

const minute = 60_000
const orgs = ['o1', 'o2', 'o3']
const expired = { _id: 'Ev1', expire_at: '2026-11-01T00:00:00.000Z' }

/** Three organizations and a document that has expired, in a file that is damaged while nobody uses it. */
const openDamaged = async (damage: (file: string) => void) => {
  const place = await newFolder()
  const filler = await startNeighbour({ ...embeddedSubject, place })
  const changes: Change[] = [...orgs.flatMap(changesOf), { put: 'slack_events', document: expired }]
  await filler.call('commit', changes)
  await filler.close()
  damage(fileIn(place))
  const opened = await openEmbeddedStore(place)
  onTestFinished(() => opened.close())
  // Whoever reads everything meets the damage: the store that is watched does not.
  return { store: watchDamage(opened), held: () => Promise.all(orgs.map((org) => heldBy(opened, org))) }
}

const entries = [
  ['slug', 'organizations.by_slug', 'slug-o2', 'zlug-o2'],
  ['id', 'sqlite_autoindex_organizations_1', 'o2', 'oz'],
  ['webhook', 'webhooks.by_org', 'o2', 'oz'],
] as const

it.each(entries)(
  'an hour removes nothing of an organization where the index entry of its %s is damaged',
  async (_, index, from, to) => {
    const { store, held } = await openDamaged(damageEntry(index, from, to))
    const before = await held()
    expect(before[2]!.length).toBeGreaterThan(20)
    const clock = createClock()
    const { tick, lines } = housekeeperOf(store, clock)
    for (let minutes = 0; minutes < 130; minutes += 1) {
      clock.move(minute)
      await tick()
    }
    expect(await held()).toEqual(before)
    // What has expired goes all the same.
    expect([lines, await store.get('slack_events', ['Ev1'])]).toEqual([[], []])
  },
)

it('removes nothing, not even what has expired, while damage is known', async () => {
  const { store } = await openDamaged(damagePage('slugs', 'leaf', 0))
  const { tick } = housekeeperOf(store, createClock())
  await store.check!('quick')
  expect(await refusalOf(tick())).toMatchObject({ code: 'unavailable', damage: { collection: 'slugs' } })
  expect(await store.get('slack_events', ['Ev1'])).toEqual([expired])
})

it('an index that leads to the document of another organization is damage, whatever is looked for', async () => {
  const { store } = await openDamaged(damageEntry('webhooks.by_org', 'o2', 'o4'))
  const webhooksOf = (org: string) => collect(store.find('webhooks', { index: 'by_org', equal: { org } }))
  expect(await webhooksOf('o1')).toMatchObject([{ org: 'o1' }])
  expect(await refusalOf(webhooksOf('o4'))).toMatchObject({ damage: { collection: 'webhooks', key: null } })
})
