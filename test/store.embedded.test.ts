import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Problem } from '../src/domain/problem.js'
import { createCommitter, type Draft } from '../src/store/embedded-commit.js'
import { dictionary } from '../src/store/embedded-pack.js'
import { openEmbeddedStore } from '../src/store/embedded.js'
import type { Change, Store } from '../src/store/port.js'
import { builtProgram } from './built.js'
import { describeStore } from './store.contract.js'
import { embeddedSubject } from './store.embedded.subject.js'
import { keyEvent, member, newId, organization } from './store.samples.js'

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

/** The problem a promise is rejected with. */
const problemOf = async (promise: Promise<unknown>): Promise<Problem> => {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof Problem) return outcome
  throw new Error(`no problem: ${String(outcome)}`)
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

  it('lets the event loop turn many times while it writes 20,000 documents', async () => {
    const { store } = await openForTest()
    const org = newId()
    const changes = Array.from({ length: 20_000 }, (_, n): Change => ({
      put: 'members',
      document: member(org, `${n}`),
    }))
    let turns = 0
    let committed = false
    const count = (): void => {
      turns++
      if (!committed) setImmediate(count)
    }
    setImmediate(count)
    await store.commit(changes).finally(() => (committed = true))
    expect(turns).toBeGreaterThan(50)
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

describe('the outcome of a commit', () => {
  const draft: Draft = {
    get: () => undefined,
    put: () => {},
    remove: () => {},
    addEntry: () => {},
    removeEntry: () => {},
  }
  const changes: readonly Change[] = [{ put: 'organizations', document: organization('o') }]
  const fault = new Error('/var/lib/data.mdb: no space left')
  const never = new Promise<never>(() => {})

  it.each([
    ['unavailable', 'the lock never comes', () => never],
    ['unavailable', 'the lock cannot be had', () => Promise.reject(fault)],
    [
      'outcome_unknown',
      'all is written and the disk does not answer',
      (work) => work(draft).then(() => never),
    ],
    [
      'outcome_unknown',
      'all is written and the disk has a fault',
      (work) => work(draft).then(() => Promise.reject(fault)),
    ],
    [
      'unavailable',
      'a write fails',
      (work) =>
        work({
          ...draft,
          put: () => {
            throw fault
          },
        }),
    ],
  ] satisfies [string, string, Parameters<typeof createCommitter>[0]][])(
    'is %s when %s',
    async (code, _, transact) => {
      const { commit } = createCommitter(transact)
      const problem = await problemOf(commit(changes, { deadline: 20 }))
      expect(problem.code).toBe(code)
      expect(problem.message).not.toContain('data.mdb')
    },
  )

  it('does not depend on an earlier commit that failed', async () => {
    let calls = 0
    const { commit } = createCommitter((work) => (calls++ === 0 ? Promise.reject(fault) : work(draft)))
    expect((await problemOf(commit(changes))).cause).toBe(fault)
    expect(await commit(changes)).toEqual({ done: true })
  })
})

describe('views of the embedded store', () => {
  it('end as unavailable when the store is closed under them, and the store waits for them', async () => {
    const { store } = await openForTest()
    let closed: Promise<void> | undefined
    const view = store.view('o', async (reader) => {
      await reader.get('organizations', ['o'])
      closed = store.close()
      return reader.get('organizations', ['o'])
    })
    expect((await problemOf(view)).code).toBe('unavailable')
    await closed
  })

  it('may be 200 at once', async () => {
    const { store } = await openForTest()
    await store.commit([{ put: 'organizations', document: organization('o') }])
    let arrived = 0
    let letGo = (): void => {}
    const all = new Promise<void>((resolve) => (letGo = resolve))
    const view = (n: number): Promise<number | undefined> =>
      store.view('o', async (reader) => {
        await store.commit([{ patch: 'organizations', id: 'o', set: { revision: n } }])
        if (++arrived === 200) letGo()
        await all
        return (await reader.get('organizations', ['o']))[0]?.revision
      })
    const revisions = await Promise.all(Array.from({ length: 200 }, (_, n) => view(n)))
    expect(revisions).toHaveLength(200)
    expect((await store.get('organizations', ['o']))[0]?.revision).toBe(199)
  })
})

describe('the files of the embedded store', () => {
  it('are compressed with a dictionary that belongs to their format', () => {
    expect(createHash('sha256').update(dictionary).digest('hex')).toBe(
      'ce2f287a4225118c1df733a6c337fc2b4ee69ea36f06dc606cf404d9d424b6bc',
    )
  })
})
