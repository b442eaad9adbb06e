import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { cp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../../src/store/embedded/connection.js'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { collect, type Change } from '../../../src/store/port.js'
import { builtProgram } from '../../built.js'
import { describeStore } from '../contract.js'
import { embeddedSubject, newFolder, openForTest } from './subject.js'
import { openStoreWithoutThread } from './without-thread.js'
import { member, newId, organization, problemOf, puts } from '../samples.js'

describeStore(embeddedSubject)

const open = async () => {
  const folder = await newFolder()
  return { folder, store: await openForTest(folder) }
}

const many = (count: number, org: string): Change[] =>
  puts(
    'members',
    Array.from({ length: count }, (_, n) => member(org, `${n}`)),
  )

describe('a folder for the embedded store', () => {
  it('is made where there is none, for this user only', async () => {
    const parent = await newFolder()
    const folder = join(parent, 'a', 'b.c')
    const store = await openForTest(folder)
    await store.commit([{ put: 'organizations', document: organization('o') }])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(existsSync(join(folder, 'whosout.db'))).toBe(true)
  })

  it.each([
    ['below a file', 'file/data', 'part of its path is a file'],
    ['that is a file', 'file', 'it is a file'],
    ['that holds something else', '.', 'not written by whosout'],
  ])('%s is refused with its name and the way out', async (_, name, reason) => {
    const parent = await newFolder()
    await writeFile(join(parent, 'file'), 'text')
    await writeFile(join(parent, 'whosout.db'), 'not a database '.repeat(1_000))
    const folder = join(parent, name)
    const problem = await problemOf(openEmbeddedStore(folder))
    expect(problem.code).toBe('unavailable')
    for (const part of [folder, reason, 'DATA_DIR', 'MONGODB_URI']) expect(problem.message).toContain(part)
  })
})

/** Descriptors of this process that lead into a folder. */
const openFiles = (folder: string): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`)
      return target.startsWith(folder) ? [target] : []
    } catch {
      return []
    }
  })

describe('an embedded store that is closed', () => {
  it.runIf(process.platform === 'linux')('has closed its files, whatever it was asked before', async () => {
    const folder = await newFolder()
    const store = await openStoreWithoutThread(folder)
    await store.commit([{ put: 'members', document: member('o', '1') }])
    const query = { index: 'by_org', equal: { org: 'o' } } as const
    await Promise.all(
      Array.from({ length: 10 }, () =>
        store.view('o', async (reader) => {
          await turn()
          await reader.find('members', query)[Symbol.asyncIterator]().next()
        }),
      ),
    )
    await store.get('members', ['o:1'])
    expect(openFiles(folder)).not.toEqual([])
    await store.close()
    expect(openFiles(folder)).toEqual([])
    expect(readdirSync(folder)).toEqual(['whosout.db'])
  })
})

describe('an embedded store whose file was replaced', () => {
  it('reads no more from the old file, in a view neither', async () => {
    const { store, folder } = await open()
    await store.commit([{ put: 'organizations', document: organization('o') }])
    const get = () => store.get('organizations', ['o'])
    const query = { index: 'by_slug' } as const
    const calls = [
      get,
      () => collect(store.find('organizations', query)),
      () => store.view('o', (reader) => reader.get('organizations', ['o'])),
      () => store.readAll(async (pages) => collect(pages as AsyncIterable<readonly object[]>)),
      () => store.version!(),
      () => store.ping(),
      () => store.commit([{ put: 'organizations', document: organization('p') }]),
      () => store.purge!(),
    ]
    let goOn = (): void => {}
    const moved = new Promise<void>((resolve) => (goOn = resolve))
    const begun = store.view('o', async (reader) => {
      await moved
      return reader.get('organizations', ['o'])
    })
    for (const call of calls.slice(0, 3)) expect(await call()).toEqual([organization('o')])
    await rename(fileIn(folder), `${fileIn(folder)}-old`)
    await cp(`${fileIn(folder)}-old`, fileIn(folder))
    goOn()
    for (const call of [() => begun, ...calls])
      expect(await problemOf(call())).toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/was replaced or removed .*restart the process/),
      })
  })
})

/** For a commit that another process, whenever it gets the processor, makes way for. */
const patient = { deadline: 60_000 }

describe('a commit to the embedded store', () => {
  it('ends at its deadline while another process holds the lock, and is not made later', async () => {
    const { store, folder } = await open()
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org) }])
    const holder = fork(builtProgram('test/stores/embedded/holder.js'), [folder])
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
    const next = store.commit([{ put: 'organizations', document: organization(`${org}-next`) }], patient)
    holder.send('let go')
    expect(await next).toEqual({ done: true })
    expect((await store.get('organizations', [org]))[0]?.revision).toBe(1)
    expect(await store.commit(set(4))).toEqual({ done: true })
    if (holder.exitCode === null) await once(holder, 'exit')
  })

  it('waits for a process that was stopped no longer than its deadline, and goes on when that one is killed', async () => {
    const { store, folder } = await open()
    const holder = fork(builtProgram('test/stores/embedded/holder.js'), [folder])
    await once(holder, 'message')
    holder.kill('SIGSTOP')
    const put: Change = { put: 'organizations', document: organization('o') }
    const problem = await problemOf(store.commit([put], { deadline: 100 }))
    expect(problem).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/locked.*nothing was changed/),
    })
    expect(await store.get('organizations', ['o'])).toEqual([])
    const other = await openForTest(folder)
    expect(await other.view('o', (reader) => reader.get('organizations', ['o']))).toEqual([])
    const next = store.commit([put], patient)
    holder.kill('SIGKILL')
    expect(await next).toEqual({ done: true })
    expect(await store.get('organizations', ['o'])).toEqual([organization('o')])
  })

  it('by this process or another one moves the version, and nothing else does', async () => {
    const { store, folder } = await open()
    const other = await openForTest(folder)
    const put = (id: string): Change => ({ put: 'organizations', document: organization(id) })
    const seen = [await store.version?.()]
    expect(seen[0]).toBeTypeOf('number')
    for (const one of [store, other, store]) {
      await one.commit([put(`o${seen.length}`)])
      await store.get('organizations', ['o1'])
      seen.push(await store.version?.())
      expect(await store.version?.()).toBe(seen.at(-1))
    }
    expect(new Set(seen).size).toBe(4)
  })

  it('that leads a patch through text is a mistake, and changes nothing', async () => {
    const { store } = await open()
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
    const { store } = await open()
    let begun = (): void => {}
    const midst = new Promise<void>((resolve) => (begun = resolve))
    const signal: Change = {
      put: 'members',
      // Looked at when the group has begun, long before its end.
      get document() {
        begun()
        return member('org', 'signal')
      },
    }
    const bad: Change = { patch: 'members', id: 'nobody', set: {} }
    const group = [signal, ...many(900, 'org'), bad]
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
    const { store } = await open()
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
    const { store } = await open()
    let releaseImport = (): void => {}
    const all = new Promise<void>((resolve) => (releaseImport = resolve))
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
    releaseImport()
    expect(await Promise.all(views)).toEqual(Array.from({ length: 200 }, (_, revision) => revision))
  })

  it('leave nothing behind that would hold on to an old state, also when a question is left in the middle', async () => {
    const { store, folder } = await open()
    await store.commit(many(600, 'o'))
    const query = { index: 'by_org', equal: { org: 'o' } } as const
    for (let revision = 0; revision < 10; revision++) {
      await store.commit([{ put: 'organizations', document: organization('o', { revision }) }])
      // Nobody ends these iterators.
      await store.view('o', async (reader) => {
        await reader.find('members', query)[Symbol.asyncIterator]().next()
      })
      for await (const page of store.find('members', query)) if (page.length > 0) break
    }
    const connection = openConnection(fileIn(folder))
    // Refused while anybody reads a state from before the end of the log.
    expect(connection.get('PRAGMA store.wal_checkpoint(TRUNCATE)')).toMatchObject({ busy: 0, log: 0 })
    connection.close()
  })
})
