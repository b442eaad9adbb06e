import { existsSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open, type Key, type RootDatabaseOptions } from 'lmdb'
import { expect, it, onTestFinished } from 'vitest'
import { fileIn, canCreateStore, oldFileIn } from '../../../src/store/embedded/folder.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { collect } from '../../../src/store/port.js'
import { apiKey, idsOf, keyEvent, leave, member, oddEvent, organization, problemOf } from '../samples.js'

const org = '0190a1b2-0000-7000-8000-000000000001'
const people = Array.from({ length: 600 }, (_, n) => member(org, `p${n}`, { name: `Łukasz O'Neil ${n} 😀` }))
const odd = oddEvent(org, 'odd', { value: 'a\u0000b', detail: { deep: [1, null, '"'] } })

/** As versions before wrote it: members and leaves without the names of their fields, all else as it is. */
const writeOldFolder = async (folder: string): Promise<void> => {
  const root = open({ path: folder, noSubdir: false, pageSize: 8_192 })
  const utf8 = {
    writeKey: (key: Key, target: Buffer, start: number) => start + target.write(String(key), start),
    readKey: (source: Buffer, start: number, end: number) => source.toString('utf8', start, end),
  }
  const options: RootDatabaseOptions = { keyEncoder: utf8, encoding: 'json' }
  const documents = root.openDB<unknown, string>('documents', options)
  const entries = root.openDB<string, string>('entries', {
    keyEncoder: utf8,
    encoding: 'string',
    dupSort: true,
  } as RootDatabaseOptions)
  await documents.put(`organizations\0${org}`, organization(org, { keys: { k1: apiKey('k1') } }))
  await documents.put(`key_events\0${odd._id}`, odd)
  await documents.put(`key_events\0${org}:a`, keyEvent(org, 'a'))
  for (const { _id, email, name, avatar, team_id, timezone, active, source } of people)
    void documents.put(`members\0${_id}`, [1, email, name, avatar, team_id, timezone, active, source])
  const { _id, member_id, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source } = leave(
    org,
    'l',
    '2026-11-20',
    '2026-11-21',
  )
  await documents.put(`leaves\0${_id}`, [
    2,
    member_id,
    type,
    start_date,
    end_date,
    status,
    starts_at_noon,
    ends_at_noon,
    source,
  ])
  await entries.put('leaves.by_end\0whatever', _id)
  await root.close()
}

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'whosout-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('converts a folder of an earlier version at the first start, whole, and by one of those that start at once', async () => {
  const folder = await newFolder()
  await writeOldFolder(folder)
  expect(canCreateStore(folder)).toBe(false)
  const old = statSync(oldFileIn(folder))
  const [store, other] = await Promise.all([openEmbeddedStore(folder), openEmbeddedStore(folder)])
  expect(await store.get('organizations', [org])).toEqual([organization(org, { keys: { k1: apiKey('k1') } })])
  const members = await collect(
    store.find('members', { index: 'by_org', equal: { org }, order: 'ascending' }),
  )
  expect(members).toEqual(people.toSorted((a, b) => (a._id < b._id ? -1 : 1)))
  expect(await store.get('key_events', [odd._id])).toEqual([odd])
  const touching = { index: 'by_end', equal: { org }, range: { end_date: { gte: '2026-11-21' } } } as const
  expect(await collect(store.find('leaves', touching))).toEqual([leave(org, 'l', '2026-11-20', '2026-11-21')])
  await other.commit([{ remove: 'key_events', id: odd._id }])
  expect(idsOf(await collect(store.find('key_events', { index: 'by_time', equal: { org } })))).toEqual(['a'])
  // The old file is the operator's to delete: until then it is named.
  expect(statSync(oldFileIn(folder)).size).toBe(old.size)
  expect(store.warnings).toEqual([expect.stringMatching(/data\.mdb.*delete it/)])
  await Promise.all([store.close(), other.close()])
  const again = await openEmbeddedStore(folder)
  expect(await again.get('key_events', [odd._id])).toEqual([])
  await again.close()
})

it('refuses an old file that is none, and makes no store in its place', async () => {
  const folder = await newFolder()
  writeFileSync(oldFileIn(folder), 'not a database '.repeat(1_000))
  const problem = await problemOf(openEmbeddedStore(folder))
  expect(problem.message).toContain('not written by whosout')
  expect(existsSync(fileIn(folder))).toBe(false)
})
