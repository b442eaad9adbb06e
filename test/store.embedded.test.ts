import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { open, type RootDatabaseOptions } from 'lmdb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedStore } from '../src/store/embedded.js'
import { collect, type Change, type Store } from '../src/store/port.js'
import { builtProgram } from './built.js'
import { describeStore } from './store.contract.js'
import { embeddedSubject } from './store.embedded.subject.js'
import { keyEvent, member, newId, organization, problemOf } from './store.samples.js'

const newFolder = embeddedSubject.newPlace

describeStore(embeddedSubject)

const openForTest = async (): Promise<{ store: Store; folder: string }> => {
  const folder = await newFolder()
  const store = await openEmbeddedStore(folder)
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { store, folder }
}

describe('a folder for the embedded store', () => {
  it('is made where there is none, for this user only', async () => {
    const parent = await newFolder()
    const folder = join(parent, 'a', 'b.c')
    const store = await openEmbeddedStore(folder)
    await store.commit([{ put: 'organizations', document: organization('o') }])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(existsSync(join(folder, 'data.mdb'))).toBe(true)
    await store.close()
    await rm(parent, { recursive: true })
  })

  it.each([
    ['below a file', 'file/data', 'a part of its path is a file'],
    ['that is a file', 'file', 'it is a file'],
    ['that holds something else', '.', 'not a store of this program'],
  ])('%s is refused with its name and the way out', async (_, name, reason) => {
    const parent = await newFolder()
    await writeFile(join(parent, 'file'), 'text')
    await writeFile(join(parent, 'data.mdb'), 'not a database '.repeat(1_000))
    const folder = join(parent, name)
    const problem = await problemOf(openEmbeddedStore(folder))
    expect(problem.code).toBe('unavailable')
    for (const part of [folder, reason, 'DATA_DIR', 'MONGODB_URI']) expect(problem.message).toContain(part)
    await rm(parent, { recursive: true })
  })
})

describe('a folder of an earlier version, which had entries for by_org of members too', () => {
  it('is read and written as it is', async () => {
    const { store, folder } = await openForTest()
    const { _id, ...fields } = member('org', 'a')
    const root = open({ path: folder, noSubdir: false, maxDbs: 2 })
    const bytes = { writeKey: (key: string, to: Buffer, at: number) => at + to.write(key, at) }
    const documents = root.openDB('documents', { keyEncoder: bytes, encoding: 'json' } as RootDatabaseOptions)
    const entries = root.openDB('entries', {
      keyEncoder: bytes,
      encoding: 'binary',
      dupSort: true,
    } as RootDatabaseOptions)
    await documents.put(`members\0${_id}`, { _id, ...fields })
    await entries.put('members.by_org\0\x04org\0\x01', Buffer.from(_id))
    await root.close()
    const query = { index: 'by_org', equal: { org: 'org' } } as const
    const ask = async () => (await collect(store.find('members', query))).map(({ name }) => name)
    expect(await ask()).toEqual([fields.name])
    await store.commit([
      { patch: 'members', id: _id, set: { name: 'New' } },
      { put: 'members', document: { ...member('org', 'b'), name: 'Other' } },
    ])
    expect(await ask()).toEqual(['New', 'Other'])
    await store.commit([{ remove: 'members', id: _id }])
    expect(await ask()).toEqual(['Other'])
  })
})

describe('a commit to the embedded store', () => {
  it('ends at its deadline while another process holds the lock, and is not made later', async () => {
    const { store, folder } = await openForTest()
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org) }])
    const holder = fork(builtProgram('test/store.embedded.holder.js'), [folder])
    await once(holder, 'message')
    const set = (revision: number): readonly Change[] => [
      { patch: 'organizations', id: org, set: { revision } },
    ]
    const problems = await Promise.all(
      [2, 3].map((revision) => problemOf(store.commit(set(revision), { deadline: 50 }))),
    )
    expect(problems.map(({ code }) => code)).toEqual(['unavailable', 'unavailable'])
    for (const { message } of problems) expect(message).not.toContain(folder)
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(1)
    const next = store.commit([{ put: 'organizations', document: organization(`${org}-next`) }])
    holder.send('let go')
    expect(await next).toEqual({ done: true })
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(1)
    expect(await store.commit(set(4))).toEqual({ done: true })
    if (holder.exitCode === null) await once(holder, 'exit')
  })

  it.each([
    ['id', keyEvent('o', 'x'.repeat(2_000))],
    ['indexed field', keyEvent('o', 'id', { key: 'é'.repeat(1_000) })],
  ])('with too long an %s is refused whole', async (_, document) => {
    const { store } = await openForTest()
    const fine = keyEvent('o', 'fine')
    const problem = await problemOf(
      store.commit([fine, document].map((one) => ({ put: 'key_events', document: one }))),
    )
    expect(problem.code).toBe('invalid')
    expect(problem.message).not.toContain('xx')
    expect(await store.get('key_events', [fine._id, document._id])).toEqual([])
  })

  it('that leads a patch through text is a mistake, and changes nothing', async () => {
    const { store } = await openForTest()
    await store.commit([{ put: 'organizations', document: organization('o') }])
    const patch = (set: Record<string, string>): Change => ({ patch: 'organizations', id: 'o', set })
    await expect(store.commit([patch({ slug: 'new' }), patch({ 'name.first': 'A' })])).rejects.toThrow(
      TypeError,
    )
    expect(await store.get('organizations', ['o'])).toEqual([organization('o')])
  })
})

describe('a large commit', () => {
  it('takes nothing with it, when it is undone, of a small one that was asked for in its midst', async () => {
    const { store } = await openForTest()
    let begun = (): void => {}
    const midst = new Promise<void>((resolve) => (begun = resolve))
    const put = (n: number): Change => ({ put: 'members', document: member('org', `${n}`) })
    const signal: Change = {
      put: 'members',
      // Looked at when the group has begun, long before its end.
      get document() {
        begun()
        return member('org', 'signal')
      },
    }
    const bad: Change = { patch: 'members', id: 'nobody', set: {} }
    const group = [signal, ...Array.from({ length: 900 }, (_, n) => put(n)), bad]
    const large = store.commit(group)
    await midst
    expect(await store.commit([{ put: 'organizations', document: organization('small') }])).toEqual({
      done: true,
    })
    expect(await large).toEqual({ done: false, conflict: 901 })
    expect(await store.get('organizations', ['small'])).toHaveLength(1)
    expect(await store.get('members', ['org:0', 'org:signal'])).toEqual([])
  })
})

describe('views of the embedded store', () => {
  it('end as unavailable when the store is closed under them, and the store waits for them', async () => {
    const { store } = await openForTest()
    const ended: string[] = []
    let closed: Promise<unknown> | undefined
    const view = store.view('o', async (reader) => {
      await reader.get('organizations', ['o'])
      closed = store.close().then(() => ended.push('the store'))
      for (let turns = 0; turns < 50; turns++) await turn()
      ended.push('the view')
      return reader.get('organizations', ['o'])
    })
    expect((await problemOf(view)).code).toBe('unavailable')
    await closed
    expect(ended).toEqual(['the view', 'the store'])
  })

  it('may be 200 at once, each with a state of its own', async () => {
    const { store } = await openForTest()
    let letGo = (): void => {}
    const all = new Promise<void>((resolve) => (letGo = resolve))
    const views: Promise<number | undefined>[] = []
    for (let revision = 0; revision < 200; revision++) {
      await store.commit([{ put: 'organizations', document: organization('o', { revision }) }])
      views.push(
        store.view('o', async (reader) => {
          await all
          return (await reader.get('organizations', ['o']))[0]?.revision
        }),
      )
    }
    letGo()
    expect(await Promise.all(views)).toEqual(Array.from({ length: 200 }, (_, revision) => revision))
  })

  it('leave no reader behind', async () => {
    const { store, folder } = await openForTest()
    const root = open({ path: folder, noSubdir: false, maxDbs: 2 })
    for (let revision = 0; revision < 50; revision++) {
      await store.commit([{ put: 'organizations', document: organization('o', { revision }) }])
      await store.view('o', (reader) => reader.get('organizations', ['o']))
    }
    expect(root.readerList().split('\n').length).toBeLessThan(10)
    await root.close()
  })
})
