import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/domain/secrets/mint.js'
import { Problem } from '../../../src/domain/problem.js'
import { createKeys, type IssuedSecret, type Keys } from '../../../src/services/keys/keys.js'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import { createLossyStore, type Fault } from '../../stores/lossy.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, openWorld, refusalOf, type World } from './world.js'

/** The same world through a store that fails when told to; waiting moves the clock and takes no time. */
const openFaultyWorld = async (store: World['store']) => {
  const world = await openWorld(store, 'paid')
  const { key, secret } = await world.keys.create(world.org, { name: 'first' }, actor)
  const faults = createLossyStore(store)
  const wait = async (milliseconds: number) => world.clock.move(milliseconds)
  const dependencies = { ...world.dependencies, store: faults.store, wait }
  return {
    ...world,
    key,
    secret,
    faults,
    faulty: { keys: createKeys(dependencies), organizations: createOrganizations(dependencies) },
  }
}

const noGrace = { grace: 0, again: true }
type Issue = (keys: Keys, org: string, key: string) => Promise<IssuedSecret>
const issuing: readonly (readonly [string, Issue])[] = [
  ['create', (keys, org) => keys.create(org, { name: 'second' }, actor)],
  ['rotate', (keys, org, key) => keys.rotate(org, key, noGrace, actor)],
]

/** What a store that fails in the middle makes of a change. */
export const describeKeyFaults = (subject: Subject): void => {
  const bench = openBench(subject)
  const faultyWorld = () => openFaultyWorld(bench().store)

  describe.each(issuing)('%s', (_, issue) => {
    it('with each call of the store failing once: refused as unavailable, nothing changed, the next try works', async () => {
      const rehearsal = await faultyWorld()
      await issue(rehearsal.faulty.keys, rehearsal.org, rehearsal.key.id)
      const calls = rehearsal.faults.countCalls()
      expect(calls).toBeGreaterThanOrEqual(2)
      const { org, key, faults, faulty, read, standing, secret } = await faultyWorld()
      const before = await read()
      for (let call = 1; call <= calls; call++) {
        faults.failAt(call, 'unavailable')
        expect((await refusalOf(issue(faulty.keys, org, key.id))).code).toBe('unavailable')
        expect(await read()).toEqual(before)
        expect(await standing(secret)).toBe('good')
      }
      const issued = await issue(faulty.keys, org, key.id)
      expect(issued.confirmed).toBe(true)
      expect(await standing(issued.secret)).toBe('good')
    })

    it('done but unconfirmed: the secret is shown, and works', async () => {
      const { org, key, faults, faulty, standing, read } = await faultyWorld()
      const before = await read()
      faults.failAt(2, 'unheard')
      const issued = await issue(faulty.keys, org, key.id)
      expect(issued.confirmed).toBe(true)
      expect(await standing(issued.secret)).toBe('good')
      expect((await read()).keys_revision).toBe(before.keys_revision + 1)
    })

    it.each(['lost', 'late'] as const)(
      'not done (%s): refused, no key has changed, and it cannot come true any more',
      async (kind) => {
        const { org, key, faults, faulty, standing, read, secret, store } = await faultyWorld()
        const before = await read()
        faults.failAt(2, kind)
        const problem = await refusalOf(issue(faulty.keys, org, key.id))
        expect([problem.code, problem.message]).toEqual([
          'unavailable',
          expect.stringContaining('Nothing was changed'),
        ])
        if (kind === 'late') expect(await faults.land()).toEqual({ done: false, conflict: 0 })
        expect((await read()).keys).toEqual(before.keys)
        expect(await standing(secret)).toBe('good')
        expect(await store.get('key_hashes', [hashSecret(secret)])).toHaveLength(1)
        expect((await issue(faulty.keys, org, key.id)).confirmed).toBe(true)
      },
    )

    it('late, and landing while it is looked for: the secret is shown, and works', async () => {
      const { org, key, faults, faulty, standing } = await faultyWorld()
      faults.failAt(2, 'late')
      const { get } = faults.store
      const landing = { ...faults.store, landed: false }
      // The commit arrives between the look at the organization and the move that would have stopped it.
      const arrives: typeof get = async (collection, ids) => {
        const found = await get(collection, ids)
        if (collection === 'key_hashes' && found.length === 0 && !landing.landed) {
          landing.landed = true
          await faults.land()
        }
        return found
      }
      faults.store.get = arrives
      const issued = await issue(faulty.keys, org, key.id)
      expect(landing.landed).toBe(true)
      expect(issued.confirmed).toBe(true)
      expect(await standing(issued.secret)).toBe('good')
    })

    it('with the store away for good: the secret is shown as not confirmed, after ten seconds', async () => {
      const { org, key, faults, faulty, clock } = await faultyWorld()
      faults.failAt(2, 'lost')
      const away = () => Promise.reject(new Problem('unavailable', 'away'))
      const { get } = faults.store
      let looks = 0
      faults.store.get = (collection, ids) => (looks++ === 0 ? get(collection, ids) : away())
      const begun = clock.now().getTime()
      const issued = await issue(faulty.keys, org, key.id)
      expect(issued.confirmed).toBe(false)
      expect(clock.now().getTime() - begun).toBe(10_000)
    })
  })

  const repeatable: readonly (readonly [
    string,
    Fault,
    (world: Awaited<ReturnType<typeof faultyWorld>>) => Promise<unknown>,
  ])[] = (['unavailable', 'lost', 'unheard'] as const).flatMap((fault) => [
    ['disable', fault, ({ faulty, org, key }) => faulty.keys.disable(org, key.id, actor)] as const,
    ['revoke', fault, ({ faulty, org, key }) => faulty.keys.revoke(org, key.id, actor)] as const,
    ['org set', fault, ({ faulty, org }) => faulty.organizations.set(org, { plan: 'free' }, actor)] as const,
  ])
  it.each(repeatable)('%s with a commit that is %s says so, and is safe to repeat', async (_, fault, act) => {
    const world = await faultyWorld()
    // The first calls read; the commit is the one that a successful rehearsal makes last.
    const rehearsal = await faultyWorld()
    await act(rehearsal)
    world.faults.failAt(rehearsal.faults.countCalls(), fault)
    const problem = await refusalOf(act(world))
    expect(problem.code).toBe(fault === 'unavailable' ? 'unavailable' : 'outcome_unknown')
    await act(world)
    const shape = ({ plan, keys }: Awaited<ReturnType<World['read']>>) => [
      plan,
      Object.values(keys).map(({ state, locked, version }) => [state, locked, version]),
    ]
    expect(shape(await world.read())).toEqual(shape(await rehearsal.read()))
  })
}
