import { describe, expect, inject, test } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { member, organization, puts } from '../../stores/samples.js'
import { describeBackup } from './suite.js'
import { withStore } from '../../stores/subject.js'
import { backupOf, restoreInto } from './world.js'

const mongo = mongoSubject('MongoDB', () => inject('mongoUri'))

const runs = Math.ceil(inject('cases') / 250)
describeBackup(embeddedSubject, mongo, runs)
describeBackup(mongo, embeddedSubject, runs)

describe('a restore into MongoDB that is cut off', () => {
  test('shows no organization, refuses another backup, and is completed by the same one', async () => {
    const people = Array.from({ length: 6_000 }, (_, n) => member('o', `${n}`))
    const text = await withStore(embeddedSubject, async (store) => {
      await store.commit([
        { put: 'organizations', document: organization('o') },
        { put: 'slugs', document: { _id: 'acme', org: 'o' } },
        ...puts('members', people),
      ])
      return backupOf(store)
    })
    const other = await withStore(embeddedSubject, async (store) => {
      await store.commit([{ put: 'organizations', document: organization('p') }])
      return backupOf(store)
    })
    await withStore(mongo, async (store) => {
      let commits = 0
      const dying = {
        ...store,
        commit: async (...args: Parameters<typeof store.commit>) => {
          if ((commits += 1) > 2) throw new Problem('unavailable', 'gone')
          return store.commit(...args)
        },
      }
      await expect(restoreInto(dying, text)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await store.get('members', ['o:0'])).toHaveLength(1)
      expect(await store.get('organizations', ['o'])).toEqual([])
      await expect(restoreInto(store, other)).rejects.toMatchObject({ code: 'conflict' })
      expect(await restoreInto(store, text)).toEqual({ documents: 6_002, organizations: 1, encrypted: false })
      expect(await backupOf(store)).toBe(text)
    })
  })
})
