import { describe, expect, it } from 'vitest'
import { describeCommits } from './contract/commits.js'
import { describeEverything } from './contract/everything.js'
import { describeFaithfulness } from './contract/documents.js'
import { describeProcesses } from './contract/processes.js'
import { describeQueries } from './contract/queries.js'
import { newId, organization } from './samples.js'
import { openBench, type Subject } from './subject.js'

export type { Subject } from './subject.js'

const describeLife = (subject: Subject): void => {
  const bench = openBench(subject)

  it('says what it is, and answers a ping', async () => {
    expect(bench().store.kind).toBe(subject.kind)
    await expect(bench().store.ping()).resolves.toBeUndefined()
  })

  it('purges its files where they are its own, and works on', async () => {
    const { store, org } = bench()
    await store.commit([{ put: 'organizations', document: organization(org) }])
    expect(store.purge ? await store.purge() : 'not its own').toBe(
      subject.kind === 'embedded' ? null : 'not its own',
    )
    await store.commit([{ patch: 'organizations', id: org, set: { revision: 2 } }])
    expect(await store.get('organizations', [org])).toEqual([organization(org, { revision: 2 })])
  })

  it('finishes running commits before it closes, may be closed twice, and refuses calls from then on', async () => {
    const { place } = bench()
    const store = await subject.open(place)
    const org = newId()
    const running = store.commit([{ put: 'organizations', document: organization(org) }])
    await Promise.all([store.close(), store.close()])
    await store.close()
    expect(await running).toEqual({ done: true })
    expect(await bench().store.get('organizations', [org])).toHaveLength(1)
    const refused = expect.objectContaining({ code: 'unavailable' })
    await expect(store.get('organizations', [org])).rejects.toEqual(refused)
    await expect(store.commit([{ remove: 'organizations', id: org }])).rejects.toEqual(refused)
    await expect(store.view(org, (reader) => reader.get('organizations', [org]))).rejects.toEqual(refused)
    await expect(store.ping()).rejects.toEqual(refused)
  })

  it('keeps what was committed when it is opened again', async () => {
    const place = await subject.borrowPlace()
    const org = newId()
    const first = await subject.open(place)
    await first.commit([{ put: 'organizations', document: organization(org) }])
    await first.close()
    const second = await subject.open(place)
    expect(await second.get('organizations', [org])).toEqual([organization(org)])
    await second.close()
    await subject.returnPlace(place)
  })
}

/** The promises of `src/store/port.ts`, held against one adapter. */
export const describeStore = (subject: Subject): void => {
  describe(`the ${subject.name} store`, () => {
    describe('commits', () => describeCommits(subject))
    describe('reads everything', () => describeEverything(subject))
    describe('is shared by processes', () => describeProcesses(subject))
    // A standalone differs from a replica set in how it writes a group and shows one state; the rest is the same code.
    if (subject.inSteps) return
    describe('opens and closes', () => describeLife(subject))
    describe('keeps documents', () => describeFaithfulness(subject))
    describe('finds', () => describeQueries(subject))
  })
}
