import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '../../../src/domain/keys/secret.js'
import type { KeyCheck } from '../../../src/domain/keys/key.js'
import type { Reader } from '../../../src/store/port.js'
import { hour } from '../../domain/keys/ring.js'
import { startNeighbour } from '../../stores/neighbour.js'
import type { Neighbour } from '../../stores/neighbour.js'
import { openBench } from '../../stores/subject.js'
import type { Subject } from '../../stores/subject.js'
import { actor, openWorld, standingIn } from './world.js'
import type { World } from './world.js'

const endings: readonly (readonly [string, (world: World, key: string) => Promise<unknown>, KeyCheck])[] = [
  ['disabled', ({ keys, org }, key) => keys.disable(org, key, actor), 'disabled'],
  ['revoked', ({ keys, org }, key) => keys.revoke(org, key, actor), 'revoked'],
  [
    'replaced without a grace',
    ({ keys, org }, key) => keys.rotate(org, key, { grace: 0, again: false }, actor),
    'expired',
  ],
  [
    'replaced, and past its grace',
    async ({ keys, org, clock }, key) => {
      await keys.rotate(org, key, { grace: hour, again: false }, actor)
      clock.move(hour)
    },
    'expired',
  ],
  ['past its end', async ({ clock }) => clock.move(2 * hour), 'expired'],
  [
    'locked by the plan',
    async ({ keys, organizations, org }) => {
      const { key } = await keys.create(org, { name: 'kept' }, actor)
      await organizations.set(org, { plan: 'free', keep_key: key.id }, actor)
    },
    'locked',
  ],
]

/** What a second process reads of a change, at once. */
export const describeKeysElsewhere = (subject: Subject): void => {
  const bench = openBench(subject)
  let neighbour: Neighbour
  beforeAll(async () => {
    neighbour = await startNeighbour({ ...subject, place: bench().place })
  })
  afterAll(() => neighbour.close())

  it.each(endings)(
    'a secret that is %s fails on the very next read in another process',
    async (_, end, expected) => {
      const world = await openWorld(bench().store, 'paid')
      const expires = new Date(world.clock.now().getTime() + 2 * hour).toISOString()
      const { key, secret } = await world.keys.create(world.org, { name: 'dashboard', expires }, actor)
      // The documents cross a process boundary as what they were stored as.
      const elsewhere = { get: (collection, ids) => neighbour.call('get', collection, ids) } as Pick<
        Reader,
        'get'
      >
      const there = () => standingIn(elsewhere, hashSecret(secret), world.clock.now())
      expect(await there()).toBe('good')
      await end(world, key.id)
      expect(await there()).toBe(expected)
      expect(await world.standing(secret)).toBe(expected)
    },
  )
}
