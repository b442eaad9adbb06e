import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { company, dataOf, describeRoster, importInto, newOrganization, observed } from './suite.js'

describeRoster(embeddedSubject)

/** More than MongoDB takes in one commit. */
const people = 10_500

describe('a large import on the embedded store', () => {
  const bench = openBench(embeddedSubject)

  test('is one commit, and a reader sees all of it or nothing', async () => {
    const { store } = bench()
    const org = await newOrganization(store)
    const { store: watched, commits } = observed(store)
    let over = false
    const importing = importInto(watched, org, [company(people)]).finally(() => (over = true))
    const seen = new Set<string>()
    while (!over) {
      const { teams, members, leaves } = await dataOf(store, org)
      await nextTurn()
      seen.add(`${teams.length} ${members.length} ${leaves.length}`)
    }
    await importing
    expect(commits).toHaveLength(1)
    expect([...seen].filter((sizes) => sizes !== '0 0 0' && sizes !== `1 ${people} ${people}`)).toEqual([])
    expect(seen).toContain('0 0 0')
    expect((await dataOf(store, org)).leaves).toHaveLength(people)
  })
})
