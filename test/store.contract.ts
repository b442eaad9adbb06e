import { describe, expect, it } from 'vitest'
import { describeCommits } from './store.contract.commits.js'
import { describeFaithfulness } from './store.contract.documents.js'
import { describeProcesses } from './store.contract.processes.js'
import { describeQueries } from './store.contract.queries.js'
import { describeKills } from './store.contract.kills.js'
import { newId, organization } from './store.samples.js'
import { openBench, type Subject } from './store.subject.js'

export type { Subject } from './store.subject.js'

const describeLife = (subject: Subject): void => {
  const bench = openBench(subject)

  it('says what it is, and answers a ping', async () => {
    expect(bench().store.kind).toBe(subject.kind)
    await expect(bench().store.ping()).resolves.toBeUndefined()
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
    const place = await subject.newPlace()
    const org = newId()
    const first = await subject.open(place)
    await first.commit([{ put: 'organizations', document: organization(org) }])
    await first.close()
    const second = await subject.open(place)
    expect(await second.get('organizations', [org])).toEqual([organization(org)])
    await second.close()
    await subject.dropPlace(place)
  })
}

/** The promises of `src/store/port.ts`, held against one adapter. */
export const describeStore = (subject: Subject): void => {
  describe(`the ${subject.name} store`, () => {
    describe('opens and closes', () => describeLife(subject))
    describe('keeps documents', () => describeFaithfulness(subject))
    describe('commits', () => describeCommits(subject))
    describe('finds', () => describeQueries(subject))
    describe('is shared by processes', () => describeProcesses(subject))
    if (!subject.inSteps) describe('survives kill -9', () => describeKills(subject))
  })
}
