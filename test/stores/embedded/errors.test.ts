import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../src/store/embedded/connection.js'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { collect, type Change } from '../../../src/store/port.js'
import { builtProgram } from '../../built.js'
import { startNeighbour } from '../neighbour.js'
import { keyEvent, member, organization, problemOf, puts } from '../samples.js'
import { damageHeader, damageSchema } from './damage.js'
import { embeddedSubject, newFolder, openForTest } from './subject.js'

const put = (id: string): Change => ({ put: 'organizations', document: organization(id) })
const members = Array.from({ length: 3_000 }, (_, n) => member('o', `${n}`))

let filled: string
beforeAll(async () => {
  filled = await embeddedSubject.newPlace()
  const filler = await startNeighbour({ ...embeddedSubject, place: filled })
  await filler.call('commit', [put('o'), ...puts('members', members)])
  await filler.close()
})
afterAll(() => embeddedSubject.dropPlace(filled))

/** A folder with a store of some size, closed by the process that made it. */
const filledFolder = async (): Promise<string> => {
  const folder = await newFolder()
  await cp(filled, folder, { recursive: true })
  return folder
}

/** The damage, and the reason that is told. */
const damages: readonly (readonly [string, (file: string) => void, string])[] = [
  ['has a damaged header', damageHeader, 'damaged'],
  ['has a damaged schema', damageSchema, 'damaged'],
  ['is empty', (file) => truncateSync(file, 0), 'not written by whosout'],
  ['is cut off in its head', (file) => truncateSync(file, 60), 'damaged'],
  ['is cut off after a page', (file) => truncateSync(file, 8_192), 'damaged'],
  ['is cut off in the middle', (file) => truncateSync(file, statSync(file).size / 2), 'damaged'],
  ['lacks its last page', (file) => truncateSync(file, statSync(file).size - 8_192), 'damaged'],
  ['is text', (file) => writeFileSync(file, 'not a database '.repeat(5_000)), 'not written by whosout'],
  ['is nothing but zeros', (file) => writeFileSync(file, Buffer.alloc(65_536)), 'not written by whosout'],
  [
    'is a database of another program',
    (file) => {
      writeFileSync(file, '')
      const other = new DatabaseSync(file)
      other.exec('CREATE TABLE members (id)')
      other.close()
    },
    'not written by whosout',
  ],
  [
    'was written by a newer version',
    (file) => {
      const newer = new DatabaseSync(file)
      newer.exec('PRAGMA user_version = 9')
      newer.close()
    },
    'newer version',
  ],
]

describe('a data folder whose file', () => {
  it.each(damages)('%s is refused with a reason, and left as it is', async (_, damage, reason) => {
    const folder = await filledFolder()
    damage(fileIn(folder))
    const size = statSync(fileIn(folder)).size
    for (let time = 0; time < 2; time++) {
      const problem = await problemOf(openEmbeddedStore(folder))
      expect([problem.code, problem.message]).toEqual(['unavailable', expect.stringContaining(reason)])
      if (reason === 'damaged') expect(problem.damage).toMatchObject({ collection: null, key: null })
    }
    expect(statSync(fileIn(folder)).size).toBe(size)
  })

  it('is cut off under an open store: every call says so', async () => {
    const folder = await filledFolder()
    const store = await openForTest(folder)
    truncateSync(fileIn(folder), 8_192)
    for (const call of [
      store.get('members', ['o:1']),
      store.view('o', (reader) => reader.get('members', ['o:1'])),
      collect(store.find('members', { index: 'by_org', equal: { org: 'o' } })),
      store.commit([{ remove: 'members', id: 'o:1' }]),
    ])
      expect(await problemOf(call)).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('damaged'),
      })
  })
})

/** Root may write everywhere, unless without these rights: it still reads a checkout that only root may enter. */
const asAnybody =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : []

/** Runs a small program of the built store in a process of its own; what it printed, parsed. */
const runAlone = (program: string, before: readonly string[] = []): unknown => {
  const store = JSON.stringify(builtProgram('src/store/embedded/store.js'))
  const text = `import { openEmbeddedStore } from ${store}; const say = (value) => console.log(JSON.stringify(value)); const told = ({ code, message }) => ({ code, message }); ${program}`
  const [command, ...words] = [...before, process.execPath, '--input-type=module', '-e', text]
  return JSON.parse(execFileSync(command!, words, { encoding: 'utf8' }))
}

describe('a folder that cannot be written', () => {
  it('is refused with its name and the reason, and loses nothing', async () => {
    const folder = await filledFolder()
    chmodSync(folder, 0o500)
    const told = runAlone(
      `await openEmbeddedStore(${JSON.stringify(folder)}).then(() => say('opened'), (fault) => say(told(fault)))`,
      asAnybody,
    )
    expect(told).toMatchObject({ code: 'unavailable', message: expect.stringContaining(folder) })
    expect(told).toMatchObject({ message: expect.stringContaining('this user may not write there') })
    chmodSync(folder, 0o700)
    const store = await openForTest(folder)
    expect(await store.get('organizations', ['o'])).toEqual([organization('o')])
  })
})

/** Mounts a small disk there; false where this user may not. */
const mountDisk = (place: string, size: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a full disk', () => {
  it('refuses what it cannot take, keeps what it took, and goes on when there is room', async ({ skip }) => {
    const folder = await newFolder()
    const place = join(folder, 'disk')
    mkdirSync(place)
    if (!mountDisk(place, '2m')) skip('only root may mount a small disk')
    onTestFinished(() => void execFileSync('umount', ['-l', place]))
    const store = await openEmbeddedStore(place)
    const event = (n: number): Change => ({
      put: 'key_events',
      document: keyEvent('o', `${n}`, { who: 'x'.repeat(20_000) }),
    })
    const kept: string[] = []
    let refused: unknown
    for (let n = 0; n < 1_000 && !refused; n++)
      await store.commit([event(n)]).then(
        () => kept.push(`o:${n}`),
        (fault: unknown) => (refused = fault),
      )
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/disk is full.*nothing was changed/),
    })
    expect(kept.length).toBeGreaterThan(5)
    expect(await store.get('key_events', kept)).toHaveLength(kept.length)
    execFileSync('mount', ['-o', 'remount,size=8m', place])
    expect(await store.commit([event(1_001)])).toEqual({ done: true })
    await store.close()
    const again = await openEmbeddedStore(place)
    expect(await again.get('key_events', kept)).toHaveLength(kept.length)
    await again.close()
    const connection = openConnection(fileIn(place))
    expect(connection.all('PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }])
    connection.close()
  })
})

describe('the modes of a data folder', () => {
  it.each([0o000, 0o022, 0o077])('are its owner’s only under the umask %i', async (umask) => {
    const folder = join(await newFolder(), 'data')
    runAlone(
      `process.umask(${umask}); const store = await openEmbeddedStore(${JSON.stringify(folder)});
       await store.commit([{ put: 'slugs', document: { _id: 'a', org: 'a' } }])
       say(null)
       process.reallyExit(0)`,
    )
    const names = readdirSync(folder)
    expect(names.toSorted()).toEqual(['whosout.db', 'whosout.db-shm', 'whosout.db-wal'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('that let others in are a warning', async () => {
    const folder = await newFolder()
    chmodSync(folder, 0o755)
    expect((await openForTest(folder)).warnings).toEqual([expect.stringContaining(`chmod 700 ${folder}`)])
    chmodSync(folder, 0o700)
    expect((await openForTest(folder)).warnings).toEqual([])
  })
})

it('leaves no half-made database behind, of a process that was killed while it made one', async () => {
  const folder = await newFolder()
  writeFileSync(join(await mkdtemp(join(folder, 'new-')), 'whosout.db'), 'half')
  const stores = await Promise.all([1, 2, 3].map(() => openForTest(folder)))
  await stores[0]?.commit([put('o')])
  expect(await stores[2]?.get('organizations', ['o'])).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('new-'))).toEqual([])
  expect(existsSync(fileIn(folder))).toBe(true)
})

describe('a process whose commit takes too long', () => {
  it('is told so, and lives until its store is closed', async () => {
    const script = `
      import { openEmbeddedStore } from ${JSON.stringify(builtProgram('src/store/embedded/store.js'))}
      const store = await openEmbeddedStore(${JSON.stringify(await newFolder())})
      const changes = Array.from({ length: 20_000 }, (_, n) => ({ put: 'slugs', document: { _id: 's' + n, org: 'o' } }))
      await store.commit(changes, { deadline: 1 }).catch(({ code }) => console.log(code))
      await store.close()
      console.log('closed')`
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    })
    expect(said).toBe('unavailable\nclosed\n')
  })
})
