import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setImmediate as turn } from 'node:timers/promises'
import { collect, fetchSize, type Reader } from '../../../src/store/port.js'
import { increment, race } from '../child.js'
import { startNeighbour, type Neighbour } from '../neighbour.js'
import { leave, member, newId, organization, puts } from '../samples.js'
import { openBench, type Bench, type Subject } from '../subject.js'

/** Two processes on one store: this one, and the neighbour. */
interface Shared {
  bench(): Bench
  neighbour(): Neighbour
}

const describeFreshness = ({ bench, neighbour }: Shared): void => {
  it("sees another process's commit in the next get, within the same turn of the event loop too", async () => {
    const { store, org } = bench()
    await store.commit([{ put: 'organizations', document: organization(org) }])
    for (let revision = 1; revision < 4; revision++) {
      expect((await store.get('organizations', [org]))[0]?.revision).toBe(revision)
      neighbour().commitNow([{ patch: 'organizations', id: org, set: { revision: revision + 1 } }])
    }
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(4)
  })

  it("sees another process's commit in the next find, and in the next view, within the same turn too", async () => {
    const { store, org } = bench()
    const query = { index: 'by_org', equal: { org } } as const
    const find = async (reader: Reader) => (await collect(reader.find('members', query))).length
    expect(await find(store)).toBe(0)
    neighbour().commitNow([{ put: 'members', document: member(org, '1') }])
    expect(await find(store)).toBe(1)
    expect(await store.view(org, find)).toBe(1)
    neighbour().commitNow([{ put: 'members', document: member(org, '2') }])
    expect(await store.view(org, find)).toBe(2)
    await store.get('members', [`${org}:1`])
    neighbour().commitNow([{ put: 'members', document: member(org, '3') }])
    expect(await store.view(org, find)).toBe(3)
  })

  it("sees this process's own commit in the next read, and judges preconditions by another's", async () => {
    const { store, org } = bench()
    await store.commit([{ put: 'organizations', document: organization(org) }])
    await store.get('organizations', [org])
    neighbour().commitNow([{ patch: 'organizations', id: org, set: { revision: 2 } }])
    const patch = { patch: 'organizations', id: org, set: { revision: 3 } } as const
    expect(await store.commit([{ ...patch, when: { revision: 1 } }])).toEqual({ done: false, conflict: 0 })
    expect(await store.commit([{ ...patch, when: { revision: 2 } }])).toEqual({ done: true })
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(3)
  })
}

const describeTogether = ({ bench, neighbour }: Shared): void => {
  it('loses no increment of two processes that compare and set at once', async () => {
    const { store, org } = bench()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 0 }) }])
    await Promise.all([
      increment(store, org, 100),
      increment(store, org, 20),
      neighbour().call('increment', org, 100),
      neighbour().call('increment', org, 20),
    ])
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(240)
  })

  it('lets one of 20 puts with the precondition absent in two processes win, ten times', async () => {
    const { store } = bench()
    for (let round = 0; round < 10; round++) {
      const org = newId()
      const winners = await Promise.all([race(store, org, 10, 'here'), neighbour().call('race', org, 10)])
      expect(winners[0] + winners[1]).toBe(1)
      const [seen] = await neighbour().call('get', 'key_events', [`${org}:once`])
      expect(seen).toEqual((await store.get('key_events', [`${org}:once`]))[0])
    }
  })

  it('hands on what a view returns or throws, and works on', async () => {
    const { store, org } = bench()
    expect(await store.view(org, async () => 42)).toBe(42)
    const failure = new Error('of the reader itself')
    await expect(store.view(org, () => Promise.reject(failure))).rejects.toBe(failure)
    expect(await store.view(org, (reader) => reader.get('organizations', [org]))).toEqual([])
  })
}

const describeViews = ({ bench, neighbour }: Shared): void => {
  it('shows a view one state, over many turns and pages, while another process commits', async () => {
    const { store, org } = bench()
    const count = fetchSize + 200
    const leaves = Array.from({ length: count }, (_, n) => leave(org, `${n}`, '2026-01-01', '2026-06-01'))
    const moving = leave(org, 'moving', '2026-01-01', '2026-01-01', { member_id: 'stamp-0' })
    await store.commit([
      { put: 'organizations', document: organization(org, { revision: 0 }) },
      ...puts('leaves', [...leaves, moving]),
    ])
    const running = neighbour().call('moveInStep', org)
    const revision = async (reader: Reader) => (await reader.get('organizations', [org]))[0]?.revision
    const state = async (reader: Reader) => {
      const found = await collect(
        reader.find('leaves', { index: 'by_end', equal: { org }, order: 'ascending' }),
      )
      const stamps = found
        .filter(({ member_id }) => member_id !== 'member-1')
        .map(({ member_id }) => member_id)
      return { revision: await revision(reader), size: new Set(found.map(({ _id }) => _id)).size, stamps }
    }
    const moved = async (since: number | undefined): Promise<void> => {
      while ((await revision(store)) === since) await turn()
    }
    await moved(0)
    for (let view = 0; view < 5; view++)
      await store.view(org, async (reader) => {
        const first = await state(reader)
        expect(first).toEqual({
          revision: first.revision,
          size: count + 1,
          stamps: [`stamp-${first.revision}`],
        })
        for (let read = 0; read < 5; read++) {
          // The view stays where it was, and the world outside it moves on.
          await moved(await revision(store))
          expect(await state(reader)).toEqual(first)
          expect(await revision(store)).toBeGreaterThan(first.revision ?? Infinity)
        }
      })
    await neighbour().call('get', 'organizations', [org])
    expect(await running).toBeGreaterThan(25)
  })
}

export const describeProcesses = (subject: Subject): void => {
  const bench = openBench(subject)
  let neighbour: Neighbour
  beforeAll(async () => {
    neighbour = await startNeighbour({ ...subject, place: bench().place })
  })
  afterAll(() => neighbour.close())
  const shared: Shared = { bench, neighbour: () => neighbour }

  describe('that read', () => describeFreshness(shared))
  describe('that write at once', () => describeTogether(shared))
  if (!subject.inSteps) describe('of which one reads long', () => describeViews(shared))
}
