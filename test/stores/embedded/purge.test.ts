import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../src/store/embedded/connection.js'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { purge } from '../../../src/store/embedded/purge.js'
import { applicationId, formatVersion, statements } from '../../../src/store/embedded/schema.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import type { Change } from '../../../src/store/port.js'
import { member } from '../samples.js'
import { embeddedSubject } from './subject.js'
import { openStoreWithoutThread } from './without-thread.js'

const newFolder = async (): Promise<string> => {
  const folder = await embeddedSubject.newPlace()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** How often a text is in the database and its log. */
const count = (folder: string, text: string): number =>
  ['whosout.db', 'whosout.db-wal'].reduce((sum, name) => {
    const file = join(folder, name)
    return statSync(file, { throwIfNoEntry: false })
      ? sum + readFileSync(file, 'latin1').split(text).length - 1
      : sum
  }, 0)

/** Documents of many sizes in no order of ids, so that pages are split and joined, most of them removed again. */
const busyTable = (): { readonly puts: readonly Change[]; readonly removes: readonly Change[] } => {
  const ids = Array.from({ length: 3_000 }, (_, n) => String((n * 7_919) % 3_001).padStart(4, '0'))
  return {
    puts: ids.map((id, n) => {
      const name = n % 10 === 0 ? `marked-${id}` : 'kept'
      return { put: 'members', document: member('o', id, { name: name + '.'.repeat((n * 37) % 2_000) }) }
    }),
    removes: ids.filter((_, n) => n % 10 === 0).map((id) => ({ remove: 'members', id: `o:${id}` })),
  }
}

it('is not needed for a row that stayed in its place: deleting overwrites it', async () => {
  const folder = await newFolder()
  const store = await openStoreWithoutThread(folder)
  await store.commit([{ put: 'members', document: member('o', '1', { name: 'marked-1' }) }])
  await store.commit([{ remove: 'members', id: 'o:1' }])
  await store.close()
  expect(count(folder, 'marked-')).toBe(0)
})

it('leaves nothing of what was removed, wherever its rows had been', async () => {
  const folder = await newFolder()
  const store = await openStoreWithoutThread(folder)
  const { puts, removes } = busyTable()
  for (let from = 0; from < puts.length; from += 100) await store.commit(puts.slice(from, from + 100))
  await store.commit(removes)
  expect(count(folder, 'marked-')).toBeGreaterThan(0)
  expect(await store.purge?.()).toBe(null)
  expect(count(folder, 'marked-')).toBe(0)
  expect(count(folder, 'kept')).toBeGreaterThan(2_000)
  expect(await store.get('members', ['o:0001'])).toHaveLength(1)
  await store.close()
})

it('waits for one who reads an earlier state, and can be done again where that took too long', async () => {
  const folder = await newFolder()
  const store = await openEmbeddedStore(folder)
  onTestFinished(() => store.close())
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
