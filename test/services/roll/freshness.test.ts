import { describe, expect, it } from 'vitest'
import type { Organization } from '../../../src/domain/organization/organization.js'
import { Problem } from '../../../src/domain/problem.js'
import { createFreshness, type FreshStore } from '../../../src/services/roll/freshness.js'

/** A store whose reads end when the test says so. */
const createSlowStore = () => {
  const reads: {
    ids: readonly string[]
    answer: (revision: number) => void
    fail: (fault: unknown) => void
  }[] = []
  let arrived = () => {}
  const get = (_: unknown, ids: readonly string[]) =>
    new Promise((resolve, reject) => {
      reads.push({
        ids,
        answer: (revision) => resolve(ids.filter((id) => id !== 'nobody').map((_id) => ({ _id, revision }))),
        fail: reject,
      })
      arrived()
    })
  /** Resolves when the store has been asked `count` times. */
  const asked = async (count: number): Promise<void> => {
    while (reads.length < count) await new Promise<void>((resolve) => (arrived = resolve))
  }
  return { store: { get } as unknown as FreshStore, reads, asked }
}

const revisionOf = async (read: Promise<Organization | undefined>) => (await read)?.revision

describe('fresh reads', () => {
  it('ask the store once for all questions of one turn, each organization once', async () => {
    const { store, reads, asked } = createSlowStore()
    const read = createFreshness(store)
    const answers = [read('a'), read('b'), read('a'), read('nobody')]
    await asked(1)
    expect(reads[0]!.ids).toEqual(['a', 'b', 'nobody'])
    reads[0]!.answer(7)
    expect(await Promise.all(answers.map(revisionOf))).toEqual([7, 7, 7, undefined])
    expect(reads).toHaveLength(1)
  })

  it('never let a question join a read that began before it', async () => {
    const { store, reads, asked } = createSlowStore()
    const read = createFreshness(store)
    const early = read('a')
    await asked(1)
    const late = [read('a'), read('a')]
    reads[0]!.answer(1)
    expect(await revisionOf(early)).toBe(1)
    await asked(2)
    reads[1]!.answer(2)
    expect(await Promise.all(late.map(revisionOf))).toEqual([2, 2])
  })

  it('do not wait for a read that hangs', async () => {
    const { store, reads, asked } = createSlowStore()
    const read = createFreshness(store)
    const stuck = read('a')
    await asked(1)
    const next = read('a')
    await asked(2)
    reads[1]!.answer(2)
    expect(await revisionOf(next)).toBe(2)
    reads[0]!.answer(1)
    expect(await revisionOf(stuck)).toBe(1)
  })

  it('report a fault to those who asked at the time, and to nobody after them', async () => {
    const { store, reads, asked } = createSlowStore()
    const read = createFreshness(store)
    const failing = [read('a'), read('b')]
    await asked(1)
    reads[0]!.fail(new Problem('unavailable', 'away'))
    for (const answer of failing) await expect(answer).rejects.toThrow('away')
    const next = read('a')
    await asked(2)
    reads[1]!.answer(3)
    expect(await revisionOf(next)).toBe(3)
  })

  it('read an organization again when anything was committed, and only then', async () => {
    const { store, reads, asked } = createSlowStore()
    let version = 1
    const read = createFreshness({ ...store, version: async () => version })
    const first = read('a')
    await asked(1)
    // While it is read: nobody knows whether the commit is in what comes.
    version = 2
    reads[0]!.answer(1)
    expect(await revisionOf(first)).toBe(1)
    const second = read('a')
    await asked(2)
    reads[1]!.answer(2)
    expect(await revisionOf(second)).toBe(2)
    expect(await revisionOf(read('a'))).toBe(2)
    const other = [read('a'), read('b')]
    await asked(3)
    expect(reads[2]!.ids).toEqual(['b'])
    reads[2]!.answer(5)
    expect(await Promise.all(other.map(revisionOf))).toEqual([2, 5])
    expect(reads).toHaveLength(3)
  })
})
