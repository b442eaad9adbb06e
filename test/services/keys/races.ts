import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { countingKeys } from '../../../src/domain/keys/key.js'
import { Problem } from '../../../src/domain/problem.js'
import { hour } from '../../domain/keys/ring.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, openWorld } from './world.js'

const twenty = <T>(call: (n: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: 20 }, (_, n) => call(n)))

const won = <T>(outcomes: readonly PromiseSettledResult<T>[]): T[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

/** The codes with which the others were refused; a fault of another kind fails the test. */
const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]): string[] =>
  outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof Problem) return [outcome.reason.code]
    throw outcome.reason
  })

/** Many at once, on one store. */
export const describeKeyRaces = (subject: Subject): void => {
  const bench = openBench(subject)
  const world = (plan: 'free' | 'paid') => openWorld(bench().store, plan)

  it('20 creations on the free plan leave one key, and 19 are told why', async () => {
    const { org, keys, read, standing } = await world('free')
    const outcomes = await twenty((n) => keys.create(org, { name: `key ${n}` }, actor))
    expect(refusals(outcomes)).toEqual(Array(19).fill('plan_limit'))
    expect(Object.keys((await read()).keys)).toEqual([won(outcomes)[0]!.key.id])
    expect(await standing(won(outcomes)[0]!.secret)).toBe('good')
  })

  it('20 creations on the paid plan all succeed, and the next one is refused', async () => {
    const { org, keys, read } = await world('paid')
    expect(won(await twenty((n) => keys.create(org, { name: `key ${n}` }, actor)))).toHaveLength(20)
    expect(Object.keys((await read()).keys)).toHaveLength(20)
    expect(refusals(await Promise.allSettled([keys.create(org, { name: 'x' }, actor)]))).toEqual([
      'plan_limit',
    ])
  })

  it.each([false, true])(
    '20 rotations of one key (--again: %s) have one winner, 19 are told so, and two secrets work',
    async (again) => {
      const { org, keys, read, standing, clock } = await world('paid')
      const first = await keys.create(org, { name: 'dashboard' }, actor)
      const outcomes = await twenty(() => keys.rotate(org, first.key.id, { grace: hour, again }, actor))
      expect(refusals(outcomes)).toEqual(Array(19).fill('conflict'))
      const [winner] = won(outcomes)
      expect(await standing(winner!.secret)).toBe('good')
      expect(await standing(first.secret)).toBe('good')
      expect((await read()).keys[first.key.id]!.secrets).toHaveLength(2)
      clock.move(hour)
      expect(await standing(first.secret)).toBe('expired')
    },
  )

  it('a downgrade beside 20 creations leaves one key that counts, and one always worked', async () => {
    const { org, keys, organizations, read, standing, clock } = await world('paid')
    const first = await keys.create(org, { name: 'first' }, actor)
    const watching = { done: false, outages: 0, looks: 0 }
    const watch = async (): Promise<void> => {
      while (!watching.done) {
        watching.looks++
        await turn()
        const { keys: held } = await read()
        const works = Object.values(held).some((key) => key.state === 'active' && !key.locked)
        if (!works) watching.outages++
      }
    }
    const watcher = watch()
    const [outcomes] = await Promise.all([
      twenty((n) => keys.create(org, { name: `key ${n}` }, actor)),
      organizations.set(org, { plan: 'free' }, actor),
    ])
    watching.done = true
    await watcher
    const after = await read()
    expect(after.plan).toBe('free')
    expect(countingKeys(after, clock.now())).toHaveLength(1)
    const secrets = [first, ...won(outcomes)].map(({ secret }) => secret)
    const standings = await Promise.all(secrets.map(standing))
    expect(standings.filter((state) => state === 'good')).toHaveLength(1)
    expect(standings.filter((state) => state !== 'good' && state !== 'locked')).toEqual([])
    expect(new Set(refusals(outcomes))).not.toContain('conflict')
    expect(watching.looks).toBeGreaterThan(0)
    expect(watching.outages).toBe(0)
  })

  it('revoking beside 20 rotations is final', async () => {
    const { org, keys, standing } = await world('paid')
    const first = await keys.create(org, { name: 'dashboard' }, actor)
    const [outcomes] = await Promise.all([
      twenty(() => keys.rotate(org, first.key.id, { grace: hour, again: true }, actor)),
      keys.revoke(org, first.key.id, actor),
    ])
    for (const { secret } of [first, ...won(outcomes)]) expect(await standing(secret)).toBe('revoked')
  })

  it('20 people who lift a lock on the free plan leave one key that counts', async () => {
    const { org, keys, organizations, read, clock } = await world('paid')
    const made = won(await twenty((n) => keys.create(org, { name: `key ${n}` }, actor)))
    const { keeps } = await organizations.set(org, { plan: 'free' }, actor)
    await keys.revoke(org, keeps!.id, actor)
    const locked = made.filter(({ key }) => key.id !== keeps!.id)
    const outcomes = await Promise.allSettled(locked.map(({ key }) => keys.enable(org, key.id, actor)))
    expect(won(outcomes)).toHaveLength(1)
    expect(refusals(outcomes)).toEqual(Array(18).fill('plan_limit'))
    expect(countingKeys(await read(), clock.now())).toHaveLength(1)
  })
}
