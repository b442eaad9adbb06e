import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Problem } from '../src/domain/problem.js'
import { createCommitter, type Draft } from '../src/store/embedded-commit.js'
import type { Stored } from '../src/store/changes.js'
import { pack, shapes, unpack, type Packed } from '../src/store/embedded-pack.js'
import { openEmbeddedStore } from '../src/store/embedded.js'
import type { Change, Store } from '../src/store/port.js'
import { builtProgram } from './built.js'
import { describeStore } from './store.contract.js'
import { keyEvent, member, newId, organization } from './store.samples.js'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'whosout-store-'))

describeStore({
  name: 'embedded',
  kind: 'embedded',
  module: '../src/store/embedded.js',
  opener: 'openEmbeddedStore',
  open: openEmbeddedStore,
  newPlace: newFolder,
  dropPlace: (place) => rm(place, { recursive: true, force: true }),
})

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

/** A database that is empty and stays so. */
const draft: Draft = {
  get: () => undefined,
  hasAny: () => false,
  put: () => {},
  remove: () => {},
  addEntry: () => {},
  removeEntry: () => {},
}

describe('the outcome of a commit', () => {
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

describe('a large commit', () => {
  it('lets the event loop turn between its slices', async () => {
    let inThisTurn = 0
    let most = 0
    let ended = false
    const count: Draft = { ...draft, put: () => (most = Math.max(most, ++inThisTurn)) }
    const nextTurn = (): void => {
      inThisTurn = 0
      if (!ended) setImmediate(nextTurn)
    }
    nextTurn()
    const { commit } = createCommitter((work) => work(count))
    const changes = Array.from({ length: 20_000 }, (_, n): Change => ({
      put: 'members',
      document: member('org', `${n}`),
    }))
    await commit(changes).finally(() => (ended = true))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(500)
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

  it('may be 2,000 one after the other', async () => {
    const { store } = await openForTest()
    for (let n = 0; n < 2_000; n++)
      expect(await store.view('o', (reader) => reader.get('organizations', ['o']))).toEqual([])
  })
})

describe('the files of the embedded store', () => {
  it('are written in shapes that never change, for every version reads them', () => {
    expect(shapes).toEqual([
      ['name', 'source'],
      ['email', 'name', 'avatar', 'team_id', 'timezone', 'active', 'source'],
      ['member_id', 'type', 'start_date', 'end_date', 'status', 'starts_at_noon', 'ends_at_noon', 'source'],
    ])
  })

  const full = member('org', 'm')
  const { timezone: _, ...without } = full
  it.each([
    ['of a shape without its names', 'members', full, Array],
    ['with another field as it is', 'members', { ...full, more: 1 }, Object],
    ['without one of the fields as it is', 'members', without, Object],
    ['with another field instead as it is', 'members', { ...without, more: 1 }, Object],
    ['with an id that its key does not say as it is', 'members', { ...full, id: 'other' }, Object],
    ['of another collection as it is', 'key_events', full, Object],
  ] as const)('keep a document %s', (_case, collection, document, kind) => {
    // The samples are JSON; their interfaces lack the index signature of `Stored`.
    const stored = document as object as Stored
    const packed: Packed = JSON.parse(JSON.stringify(pack(collection, stored)))
    expect(packed.constructor).toBe(kind)
    expect(unpack(stored._id, packed)).toStrictEqual(document)
  })
})
