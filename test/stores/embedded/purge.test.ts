import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../src/store/embedded/connection.js'
import { createDatabase } from '../../../src/store/embedded/database.js'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { purge } from '../../../src/store/embedded/purge.js'
import { applicationId, formatVersion, statements } from '../../../src/store/embedded/schema.js'
import { makeChange } from '../../../src/store/embedded/writer.js'
import { member } from '../samples.js'
import { newFolder, openForTest } from './subject.js'
import { openStoreWithoutThread } from './without-thread.js'

/** How often a text is in the database and its log. */
const count = (folder: string, text: string): number =>
  ['whosout.db', 'whosout.db-wal'].reduce((sum, name) => {
    const file = join(folder, name)
    return statSync(file, { throwIfNoEntry: false })
      ? sum + readFileSync(file, 'latin1').split(text).length - 1
      : sum
  }, 0)

it('is not needed for a row that stayed in its place: deleting overwrites it', async () => {
  const folder = await newFolder()
  const store = await openStoreWithoutThread(folder)
  await store.commit([{ put: 'members', document: member('o', '1', { name: 'marked-1' }) }])
  await store.commit([{ remove: 'members', id: 'o:1' }])
  await store.close()
  expect(count(folder, 'marked-')).toBe(0)
})

it('leaves nothing of rows that were moved from page to page, of which deleting leaves copies', async () => {
  const folder = await newFolder()
  createDatabase(fileIn(folder))
  const connection = openConnection(fileIn(folder))
  let last = 10 * 2_654_435_761
  const random = (below: number): number => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((last / 2 ** 32) * below)
  }
  const put = (id: number): void => {
    const document = JSON.stringify({ name: `marked-${id};`, pad: 'x'.repeat(random(3_000)) })
    const step = { verb: 'put', collection: 'members', id: `o:${id}`, when: 'any' } as const
    makeChange(connection, { step, document })
  }
  for (let from = 0; from < 2_000; from += 50) {
    connection.exec('BEGIN')
    for (let n = 0; n < 50; n++) put(from + n)
    for (let n = 0; n < 30; n++) put(random(from))
    connection.exec('COMMIT')
  }
  const removed = new Set(Array.from({ length: 400 }, () => random(2_000)))
  for (const id of removed)
    makeChange(connection, { step: { verb: 'remove', collection: 'members', id: `o:${id}`, when: 'any' } })
  const found = () => {
    const marks = readFileSync(fileIn(folder), 'latin1').matchAll(/marked-(\d+);/g)
    const there = new Set(Array.from(marks, ([, id]) => Number(id)))
    return [...removed].filter((id) => there.has(id))
  }
  connection.get('PRAGMA store.wal_checkpoint(TRUNCATE)')
  expect(found()).not.toEqual([])
  expect(purge(connection, new Int32Array(new SharedArrayBuffer(4)))).toBe(true)
  expect(found()).toEqual([])
  expect(connection.get('SELECT count(*) AS rows FROM members')?.['rows']).toBe(2_000 - removed.size)
  connection.close()
})

it('waits for one who reads an earlier state, and can be done again where that took too long', async () => {
  const folder = await newFolder()
  const store = await openForTest(folder)
  await store.commit([{ put: 'members', document: member('o', '1', { name: 'marked-1' }) }])
  let goOn = (): void => {}
  const over = new Promise<void>((resolve) => (goOn = resolve))
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const view = store.view('o', async (reader) => {
    begin()
    await over
    return reader.get('members', ['o:1'])
  })
  await begun
  await store.commit([{ remove: 'members', id: 'o:1' }])
  const connection = openConnection(fileIn(folder))
  onTestFinished(() => connection.close())
  const state = new Int32Array(new SharedArrayBuffer(4))
  expect(purge(connection, state, 3)).toBe(false)
  expect(count(folder, 'marked-')).toBeGreaterThan(0)

  const waiting = store.purge!()
  goOn()
  expect(await view).toHaveLength(1)
  expect(await waiting).toBe(null)
  expect(count(folder, 'marked-')).toBe(0)
})

/** A folder as earlier versions left it: what was deleted is still in its free pages. */
const oldFolder = async (): Promise<string> => {
  const folder = await newFolder()
  const database = new DatabaseSync(fileIn(folder))
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF')
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`)
  for (const sql of statements.values()) database.exec(sql)
  const document = (id: string, name: string) => `'o:${id}', '${JSON.stringify(member('o', id, { name }))}'`
  for (const row of [document('1', 'marked-1'), document('2', 'kept')])
    database.exec(`INSERT INTO members (id, document) VALUES (${row})`)
  database.exec(`DELETE FROM members WHERE id = 'o:1'`)
  database.close()
  return folder
}

it('is done once with the folder of an earlier version, which still opens it', async () => {
  const folder = await oldFolder()
  expect(count(folder, 'marked-')).toBe(1)
  const store = await openStoreWithoutThread(folder)
  expect(count(folder, 'marked-')).toBe(0)
  expect((await store.get('members', ['o:1', 'o:2'])).map(({ name }) => name)).toEqual(['kept'])
  await store.close()
  const connection = openConnection(fileIn(folder))
  expect(connection.pragma('user_version')).toBe(formatVersion)
  // Rewritten again, it would have the page back that somebody wastes here.
  connection.exec('CREATE TABLE store.wasted (a); DROP TABLE store.wasted')
  connection.close()
  await (await openStoreWithoutThread(folder)).close()
  const again = openConnection(fileIn(folder))
  expect(again.pragma('freelist_count')).toBe(1)
  again.close()
})

it('is put off, and the store opens, while another process holds the lock of an old folder', async () => {
  const folder = await oldFolder()
  const holder = new DatabaseSync(fileIn(folder))
  holder.exec('BEGIN IMMEDIATE')
  await (await openStoreWithoutThread(folder)).close()
  expect(count(folder, 'marked-')).toBe(1)
  holder.exec('ROLLBACK')
  holder.close()
  await (await openStoreWithoutThread(folder)).close()
  expect(count(folder, 'marked-')).toBe(0)
})

it('names the file of LMDB that still holds what was removed', async () => {
  const folder = await newFolder()
  const store = await openStoreWithoutThread(folder)
  writeFileSync(join(folder, 'data.mdb'), 'old')
  expect(await store.purge?.()).toContain('data.mdb')
  rmSync(join(folder, 'data.mdb'))
  expect(await store.purge?.()).toBe(null)
  await store.close()
})
