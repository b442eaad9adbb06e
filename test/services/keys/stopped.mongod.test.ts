import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import { createKeys } from '../../../src/services/keys/keys.js'
import type { IssuedSecret, Keys } from '../../../src/services/keys/keys.js'
import type { Store } from '../../../src/store/port.js'
import { newDatabase, startReplicaSet } from '../../mongod/servers.js'
import type { Deployment } from '../../mongod/servers.js'
import { openTestStore } from '../../stores/mongo/subject.js'
import { actor, openWorld } from './world.js'

type Issue = (keys: Keys, org: string, key: string) => Promise<IssuedSecret>
const create: Issue = (keys, org) => keys.create(org, { name: 'second' }, actor)
const rotate: Issue = (keys, org, key) => keys.rotate(org, key, { grace: 0, again: true }, actor)

/** When the server stops, in milliseconds after the commit was sent: before it, within it or after it. */
const moments: readonly (readonly [string, Issue, number])[] = [0, 3, 6].flatMap((moment) => [
  ['creating', create, moment] as const,
  ['rotating', rotate, moment] as const,
])

describe('a real mongod that stops', () => {
  let deployment: Deployment
  let store: Store
  beforeAll(async () => {
    deployment = await startReplicaSet(inject('mongodBinary'), 1)
    store = await openTestStore(newDatabase(deployment.uri))
  })
  afterAll(async () => {
    await store.close()
    await deployment.stop()
  })

  const stop = () => deployment.members[0]!.signal('SIGSTOP')
  const goOn = () => deployment.members[0]!.signal('SIGCONT')

  const stopsAt = (moment: number): Store => {
    let stopped = false
    return {
      ...store,
      commit: async (changes, options) => {
        if (stopped) return store.commit(changes, options)
        stopped = true
        const committed = store.commit(changes, options)
        await Promise.all([committed, wait(moment).then(stop)])
        return committed
      },
    }
  }

  it.each(moments)(
    'while %s a key (case %#): its secret works, or it was refused and nothing has changed',
    async (_, issue, moment) => {
      const world = await openWorld(store, 'paid')
      const { key, secret: first } = await world.keys.create(world.org, { name: 'first' }, actor)
      const goesOn = async () => goOn()
      const keys = createKeys({ ...world.dependencies, store: stopsAt(moment), wait: goesOn })
      const outcome = await issue(keys, world.org, key.id).catch((fault: unknown) => fault)
      goOn()
      await expect
        .poll(
          () =>
            store.ping().then(
              () => true,
              () => false,
            ),
          { timeout: 20_000 },
        )
        .toBe(true)
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(Problem)
        expect(outcome).toMatchObject({ code: 'unavailable' })
        // Whatever was under way has had time to land.
        await world.keys.disable(world.org, key.id, actor)
        await world.keys.enable(world.org, key.id, actor)
        const { keys: held } = await world.read()
        expect(Object.values(held)).toEqual([{ ...key, version: 3 }])
        expect(await world.standing(first)).toBe('good')
      } else {
        const { secret, confirmed } = outcome as IssuedSecret
        expect(confirmed).toBe(true)
        expect(await world.standing(secret)).toBe('good')
      }
    },
  )
})
