import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collect, importDeadline, type Change } from '../../../src/store/port.js'
import { increment } from '../child.js'
import { keyEvent, newId, organization } from '../samples.js'
import { openBench, type Subject } from '../subject.js'

const done = { done: true }
const conflict = (index: number): object => ({ done: false, conflict: index })

/** Does `work` again and again until `running` has settled; how often. */
const whileRunning = async (running: Promise<unknown>, work: () => Promise<void>): Promise<number> => {
  let settled = false
  const end = running.finally(() => (settled = true))
  let times = 0
  for (; !settled; times++) await work()
  await end
  return times
}

export const describeLargeGroups = (subject: Subject): void => {
  const bench = openBench(subject)
  const size = 3_000
  const commit = (changes: Iterable<Change>) => bench().store.commit(changes, { deadline: importDeadline })
  const events = (org: string): Change[] =>
    Array.from({ length: size }, (_, n) => ({
      put: 'key_events',
      document: keyEvent(org, `${n}`),
      when: 'absent',
    }))
  const count = async (org: string): Promise<number> => {
    let found = 0
    for await (const page of bench().store.find('key_events', { index: 'by_time', equal: { org } }))
      found += page.length
    return found
  }

  it('takes 3,000 documents in one commit', async () => {
    const org = newId()
    expect(await commit(events(org))).toEqual(done)
    expect(await count(org)).toBe(size)
    expect(await commit(events(org))).toEqual(conflict(0))
  })

  it('follows 1,200 documents in the indexes when one commit changes them all', async () => {
    const org = newId()
    await commit(events(org).slice(0, 1_200))
    const at = '2027-01-01T00:00:00.000Z'
    const changes = Array.from({ length: 1_200 }, (_, n): Change => {
      const id = `${org}:${n}`
      return n % 2 ? { patch: 'key_events', id, set: { at } } : { remove: 'key_events', id }
    })
    expect(await commit(changes)).toEqual(done)
    const query = { index: 'by_time', equal: { org } } as const
    expect(await collect(bench().store.find('key_events', { ...query, range: { at: { lt: at } } }))).toEqual(
      [],
    )
    expect(await collect(bench().store.find('key_events', query))).toHaveLength(600)
  })

  it.each([100, 1_500])(
    'walks through what is no array, makes the changes of each of %i documents in the order they came, and names the first conflict',
    async (documents) => {
      const { store, org } = bench()
      const once = events(org).slice(0, documents)
      const ids = once.map((change) => ('put' in change ? change.document._id : ''))
      const patched = (from: string, what: string): Change[] =>
        ids.map((id) => ({ patch: 'key_events', id, set: { what }, when: { what: from } }))
      const removed = ids
        .slice(0, 100)
        .map((id): Change => ({ remove: 'key_events', id, when: { what: 'b' } }))
      const group = [
        ...once,
        ...patched('created', 'a'),
        ...patched('a', 'b'),
        ...removed,
        ...once.slice(0, 50),
      ]
      const stream = (changes: readonly Change[]): Iterable<Change> => ({
        *[Symbol.iterator]() {
          yield* changes
        },
      })
      expect(await commit(stream([...group, ...patched('b', 'c').slice(60), ...once.slice(60)]))).toEqual(
        conflict(group.length),
      )
      expect(await count(org)).toBe(0)
      expect(await commit(stream(group))).toEqual(done)
      const what = (await store.get('key_events', ids)).map(({ _id, what }) => `${ids.indexOf(_id)} ${what}`)
      const expected = ids.flatMap((_, n) => (n < 50 ? [`${n} created`] : n < 100 ? [] : [`${n} b`]))
      expect(what.toSorted()).toEqual(expected.toSorted())
      expect(await commit(stream(group))).toEqual(conflict(0))
    },
  )

  // A group in steps is seen half-way.
  if (subject.inSteps) return
  it('shows none of it to readers until it is committed, and takes other commits meanwhile', async () => {
    const { store, org } = bench()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 0 }) }])
    const ends = [`${org}:0`, `${org}:${size - 1}`]
    const states: number[] = []
    const increments = await whileRunning(commit(events(org)), async () => {
      states.push((await store.view(org, (reader) => reader.get('key_events', ends))).length)
      await Promise.all([increment(store, org, 1), turn()])
      states.push((await store.get('key_events', ends)).length)
    })
    expect(states[0]).toBe(0)
    expect(states.filter((state) => state !== 0 && state !== 2)).toEqual([])
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(increments)
    expect(await count(org)).toBe(size)
  })

  it('leaves nothing of one with a conflict at its end, and all of those beside it', async () => {
    const { store, org } = bench()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 0 }) }])
    const bad: Change = { patch: 'members', id: `${org}:nobody`, set: { active: false } }
    const running = commit([...events(org), bad, bad])
    const others: Promise<void>[] = []
    await whileRunning(running, async () => {
      if (others.length < 50) others.push(increment(store, org, 1))
      await turn()
    })
    await Promise.all(others)
    expect(await running).toEqual(conflict(size))
    expect(await count(org)).toBe(0)
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(others.length)
  })
}
