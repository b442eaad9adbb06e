import { describe, expect, inject, test } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import type { Change, Store } from '../../../src/store/port.js'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { openBench } from '../../stores/subject.js'
import {
  codeOf,
  company,
  dataOf,
  importInto,
  newOrganization,
  observed,
  organizationOf,
  touch,
} from './suite.js'

const subject = mongoSubject('MongoDB', () => inject('mongoUri'))

/** 22,003 documents: five commits. */
const people = 11_001
const large = company(people)

const sizesOf = (commits: readonly (readonly Change[])[]): number[] =>
  commits.map((changes) => changes.length)

describe('a large import on MongoDB', () => {
  const bench = openBench(subject)
  const open = async () => {
    const { store } = bench()
    return { store, org: await newOrganization(store) }
  }

  const isWhole = async (store: Store, org: string) => {
    const { teams, members, leaves } = await dataOf(store, org)
    expect([teams.length, members.length, leaves.length]).toEqual([1, people, people])
    expect((await organizationOf(store, org)).import).toBeNull()
  }

  test('is a sequence of commits of at most 5,000 documents, each moving the revision and the record', async () => {
    const { store, org } = await open()
    const records: unknown[] = []
    const { store: watched, commits } = observed(store, async () =>
      records.push((await organizationOf(store, org)).import),
    )
    await importInto(watched, org, [large])
    expect(sizesOf(commits)).toEqual([4_999, 4_999, 4_999, 4_999, 2_018])
    expect(records[0]).toBeNull()
    const moved = records.slice(1).map((record) => (record as { moved_at: string }).moved_at)
    expect(moved).toEqual([...new Set(moved)].toSorted())
    expect(new Set(records.slice(1).map((record) => (record as { id: string }).id)).size).toBe(1)
    expect(await organizationOf(store, org)).toMatchObject({ revision: 6 })
    await isWhole(store, org)
  })

  test('writes teams and members before leaves, so that half of it is sound', async () => {
    const { store, org } = await open()
    const { store: watched } = observed(store, (_, count) => {
      if (count === 4) throw new Error('the process ends here')
    })
    await expect(importInto(watched, org, [large])).rejects.toThrow('the process ends here')
    const { teams, members, leaves } = await dataOf(store, org)
    expect([teams.length, members.length]).toEqual([1, people])
    expect(leaves.length).toBeGreaterThan(0)
    expect(leaves.length).toBeLessThan(people)
    expect((await organizationOf(store, org)).import).not.toBeNull()
    expect(await importInto(store, org, [large])).toMatchObject({ ok: true, tookOver: expect.any(String) })
    await isWhole(store, org)
  })

  test('that was taken for cut off can never write again', async () => {
    const { store, org } = await open()
    const { store: watched, commits } = observed(store, async (_, count) => {
      if (count === 3) await importInto(store, org, [company(200, 'sick')], { replace: ['leaves'] })
    })
    // Somebody else sees it stand still between its second and its third commit, and imports other leaves.
    expect(await codeOf(importInto(watched, org, [large]))).toBe('conflict')
    expect(commits).toHaveLength(3)
    const { leaves } = await dataOf(store, org)
    expect(new Set(leaves.map(({ type }) => type))).toEqual(new Set(['sick']))
  })

  test('goes on beside settings that change, and keeps them', async () => {
    const { store, org } = await open()
    const { store: watched, commits } = observed(store, async (_, count) => {
      if (count === 3 || count === 6) await touch(store, org, `Name ${count}`)
    })
    await importInto(watched, org, [large])
    expect(sizesOf(commits)).toEqual([4_999, 4_999, 4_999, 4_999, 4_999, 2_018, 2_018])
    expect(await organizationOf(store, org)).toMatchObject({ revision: 8, name: 'Name 6' })
    await isWhole(store, org)
  })

  /** Whether commits were done of which nobody knows the outcome, by their numbers; the first and the last in the long suite. */
  const unknown: readonly (readonly (readonly [number, boolean])[])[] = [
    [
      [2, true],
      [4, false],
    ],
    ...(inject('suite') === 'long'
      ? // One that was done needs no other: two such commits leave three.
        [[1, 3].map((at) => [at, true] as const), [1, 3, 5].map((at) => [at, false] as const)]
      : []),
  ]

  test.each(unknown.map((lost) => [lost]))(
    'repeats a commit of which nobody knows the outcome: it was done, or was not: %j',
    async (lost) => {
      const { store, org } = await open()
      const toLose = new Map(lost)
      let known = 0
      const forgetful: Store = {
        ...store,
        commit: async (changes, options) => {
          const isDone = toLose.get(known + 1)
          if (isDone === undefined) return store.commit(changes, options).finally(() => (known += 1))
          toLose.delete(known + 1)
          if (isDone) await store.commit(changes, options)
          throw new Problem('outcome_unknown', 'nobody knows')
        },
      }
      expect(await importInto(forgetful, org, [large])).toMatchObject({ ok: true, tookOver: null })
      expect([...toLose]).toEqual([])
      await isWhole(store, org)
    },
  )

  test('waits while the store is away, and gives up after half a minute with its record left', async () => {
    const { store, org } = await open()
    let away = 3
    let after = 0
    const failing: Store = {
      ...store,
      commit: async (changes, options) => {
        if ((await organizationOf(store, org)).import === null) return store.commit(changes, options)
        if (away-- > 0) throw new Problem('unavailable', 'away')
        if ((after += 1) === 2) away = Infinity
        return store.commit(changes, options)
      },
    }
    await expect(importInto(failing, org, [large])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^away It stopped at documents 14,992 to 19,988 of 22,003 \(leaves\); the documents before them are written\. The import is safe to run again: it writes what is missing\.$/,
      ),
    })
    expect((await organizationOf(store, org)).import).not.toBeNull()
  })
})
