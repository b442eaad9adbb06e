import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { collect, type Change, type Store } from '../../../src/store/port.js'
import { watchDamage } from '../../../src/store/watched.js'
import { backUp } from '../../../src/services/backup/backup.js'
import { findDamage } from '../../../src/services/backup/damage.js'
import { startNeighbour } from '../neighbour.js'
import { leave, member, organization, problemOf, puts } from '../samples.js'
import { changeDocument, damageLog, damagePage, damageWhole } from './damage.js'
import { embeddedSubject } from './subject.js'

const members = 400
const leaves = 1_000
const number = (n: number): string => String(n).padStart(4, '0')
/** Too long for a page: it has overflow pages. */
const long = 'm0007'
/** Documents in the whole store, with the organization. */
const all = members + leaves + 2

let folder: string
let filled: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whosout-damage-'))
  filled = join(folder, 'filled')
  // In a process of its own, which leaves one file behind and no log.
  const filler = await startNeighbour({ ...embeddedSubject, place: filled })
  const people = Array.from({ length: members }, (_, n) => `m${number(n)}`).map((id) => {
    const avatar = id === long ? `https://example.org/${'a'.repeat(40_000)}` : null
    return member('o', id, { avatar })
  })
  const away = Array.from({ length: leaves }, (_, n) => {
    const member_id = `m${number(n % members)}`
    return leave('o', `l${number(n)}`, '2026-11-20', '2026-11-23', { member_id })
  })
  await filler.call('commit', [
    { put: 'organizations', document: organization('o', { slug: 'acme' }) },
    { put: 'slugs', document: { _id: 'acme', org: 'o' } },
    ...puts('members', people),
    ...puts('leaves', away),
  ])
  await filler.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A store whose file was damaged while nobody used it. */
const openDamaged = async (damage: (file: string) => void): Promise<Store> => {
  const place = await mkdtemp(join(folder, 'case-'))
  await cp(filled, place, { recursive: true })
  damage(fileIn(place))
  const store = watchDamage(await openEmbeddedStore(place))
  onTestFinished(() => store.close())
  return store
}

const byEnd = { index: 'by_end', equal: { org: 'o' } } as const

const everything = async (store: Store): Promise<unknown> => [
  await store.get('organizations', ['o']),
  await collect(store.find('members', { index: 'by_org', equal: { org: 'o' } })),
  await store.view('o', (reader) => collect(reader.find('leaves', byEnd))),
  await store.readAll(async (pages) => {
    for await (const page of pages) void page
  }),
]

const saved = async (store: Store) => {
  const written: string[] = []
  const sink = { append: (text: string) => void written.push(text), restart: () => void (written.length = 0) }
  return backUp(store, sink, { skipDamaged: true })
}

/** The damage, the collection that is told, and the fewest documents that are saved all the same. */
const pages: readonly (readonly [string, (file: string) => void, string, number])[] = [
  ['a leaf page of a table', damagePage('leaves', 'leaf'), 'leaves', all - 60],
  ['the first leaf page of a table', damagePage('members', 'leaf', 0), 'members', all - 60],
  ['the last leaf page of a table', damagePage('members', 'leaf', -1), 'members', all - 60],
  ['an overflow page', damagePage('members', 'overflow', 0), 'members', all - 1],
  ['the page above a table', damagePage('leaves', 'internal', 0), 'leaves', all - leaves],
  ['a page of the index of ids', damagePage('sqlite_autoindex_leaves_1', 'leaf'), 'leaves', all],
  ['the page above the index of ids', damagePage('sqlite_autoindex_leaves_1', 'internal', 0), 'leaves', all],
  ['a page of another index', damagePage('leaves.by_end', 'leaf'), 'leaves', all],
  ['64 KiB within a table', damageWhole('leaves'), 'leaves', all - 500],
  [
    'two leaf pages of a table, and the index that knows what is between them',
    (file) => {
      damagePage('leaves', 'leaf', 2, 6)(file)
      damagePage('sqlite_autoindex_leaves_1', 'internal', 0)(file)
    },
    'leaves',
    all - 100,
  ],
  ['the organizations', damagePage('organizations', 'leaf', 0), 'organizations', all],
  ['the slugs', damagePage('slugs', 'leaf', 0), 'slugs', all],
]

describe('damage of', () => {
  it.each(pages)(
    '%s is found, told where it is met, and left out of a backup',
    async (_, damage, collection, least) => {
      const store = await openDamaged(damage)
      const problem = await problemOf(everything(store))
      expect(problem).toMatchObject({ code: 'unavailable', damage: { collection } })
      expect(problem.stack).toBe(`Problem: ${problem.message}`)
      for (const depth of ['quick', 'deep'] as const)
        expect(await store.check!(depth)).toContainEqual(expect.objectContaining({ collection, key: null }))
      await expect(store.ping()).rejects.toMatchObject({ damage: { collection } })
      const { documents, leftOut } = await saved(store)
      expect(documents).toBeGreaterThanOrEqual(least)
      // What is lost is told, each document by its key, unless keys are lost as well.
      const isKnown = leftOut.every(({ key }) => key !== null)
      if (isKnown && documents < all) expect(leftOut).toHaveLength(all - documents)
    },
  )
})

describe('a damaged document', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['that is not JSON', `'{oops'`, 'it is not JSON'],
    ['of another key', `json_set(document, '$._id', 'o:other')`, '_id: is not its key'],
    ['without a field', `json_remove(document, '$.email')`, 'email: '],
    ['with a field of another type', `json_set(document, '$.name', 42)`, 'name: '],
  ]
  const key = 'o:m0003'

  it.each(cases)('%s is refused by name, until it is repaired', async (_, expression, what) => {
    const store = await openDamaged(changeDocument('members', key, expression))
    await store.ping()
    const damage = { collection: 'members', key, what: expect.stringContaining(what) }
    const query = { index: 'by_org', equal: { org: 'o' } } as const
    for (const read of [
      () => store.get('members', [key]),
      () => collect(store.find('members', query)),
      () => collect(store.find('members', { ...query, fields: ['name', 'email'] })),
      () => store.view('o', (reader) => reader.get('members', [key, 'o:m0001'])),
    ])
      expect(await problemOf(read())).toMatchObject({ code: 'unavailable', damage })
    await expect(store.ping()).rejects.toMatchObject({ damage })
    await expect(store.ping()).rejects.toMatchObject({ damage })
    expect(await findDamage(store, true)).toEqual([damage])
    expect(await saved(store)).toMatchObject({ documents: all - 1, leftOut: [damage] })

    await store.commit([{ put: 'members', document: member('o', 'm0003') }])
    await store.ping()
    expect(await findDamage(store, true)).toEqual([])
    expect(await saved(store)).toMatchObject({ documents: all, leftOut: [] })
  })

  it('is named by a commit that needs it', async () => {
    const store = await openDamaged(changeDocument('members', key, `'{oops'`))
    const change: Change = { patch: 'members', id: key, set: { name: 'Ana' } }
    expect(await problemOf(store.commit([change]))).toMatchObject({
      code: 'unavailable',
      damage: { collection: 'members', key },
    })
  })

  it('ends a backup that is not told to leave it out', async () => {
    const store = await openDamaged(changeDocument('members', key, `json_set(document, '$.name', 42)`))
    const sink = { append: () => undefined, restart: () => undefined }
    expect(await problemOf(backUp(store, sink))).toMatchObject({ damage: { collection: 'members', key } })
  })
})

it('a log of garbage is no log, and changes nothing', async () => {
  const store = await openDamaged(damageLog)
  await everything(store)
  expect(await findDamage(store, true)).toEqual([])
  expect(await saved(store)).toMatchObject({ documents: all, leftOut: [] })
})

it('damage under a running store persists until a check finds nothing', async () => {
  let file = ''
  const store = await openDamaged((name) => void (file = name))
  const whole = readFileSync(file)
  await store.ping()
  damagePage('leaves', 'leaf')(file)
  const read = () => store.view('o', (reader) => collect(reader.find('leaves', byEnd)))
  expect(await problemOf(read())).toMatchObject({ damage: { collection: 'leaves' } })
  await expect(store.ping()).rejects.toMatchObject({ damage: { collection: 'leaves' } })
  writeFileSync(file, whole)
  expect(await store.check!('quick')).toEqual([])
  await store.ping()
  expect(await read()).toHaveLength(leaves)
})
