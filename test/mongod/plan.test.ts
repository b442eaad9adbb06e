import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leftOutLine, planRun } from './plan.js'

let folder: string
let binary: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whosout-plan-'))
  for (const name of ['a.test.ts', 'b.mongo.test.ts', 'c.mongod.test.ts'])
    writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'bin'))
  binary = join(folder, 'bin', 'mongod')
  writeFileSync(binary, '')
  chmodSync(binary, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

const uri = 'mongodb://127.0.0.1:1'
const both = ['test/b.mongo.test.ts', 'test/c.mongod.test.ts']
const nothing = async (): Promise<undefined> => undefined
const never = (): Promise<undefined> => Promise.reject(new Error('looked for one on the internet'))

it.each<[string, () => Readonly<Record<string, string>>, { uri?: string }]>([
  ['an address, a named binary', () => ({ MONGODB_TEST_URI: uri, MONGOMS_SYSTEM_BINARY: binary }), { uri }],
  ['a named binary', () => ({ MONGOMS_SYSTEM_BINARY: binary, PATH: '/elsewhere' }), {}],
  ['a binary on the PATH', () => ({ PATH: `/elsewhere:${join(folder, 'bin')}` }), {}],
])('with %s nothing is left out, and nothing is downloaded', async (_, env, address) => {
  const found = { binary, ...address }
  expect(await planRun(folder, [], env(), never)).toEqual({ found, leftOut: [] })
})

it('without any it takes the one that can be downloaded', async () => {
  const plan = await planRun(folder, [], {}, async () => binary)
  expect(plan).toEqual({ found: { binary }, leftOut: [] })
})

it('with an address only it leaves out what needs a binary, and names it', async () => {
  const plan = await planRun(folder, [], { MONGODB_TEST_URI: uri }, nothing)
  expect(plan).toEqual({ found: { uri }, leftOut: ['test/c.mongod.test.ts'] })
  expect(leftOutLine(plan.leftOut)).toMatch(
    /^LEFT OUT for want of a mongod binary: test\/c\.mongod\.test\.ts\. To run/,
  )
})

it('with nothing it leaves out both kinds, in one line', async () => {
  const { leftOut } = await planRun(folder, [], { PATH: '/elsewhere' }, nothing)
  expect(leftOut).toEqual(both)
  expect(leftOutLine(leftOut)).toMatch(
    /^LEFT OUT for want of MongoDB: test\/b.*, test\/c.*MONGOMS_SYSTEM_BINARY.*$/,
  )
})

it('refuses to leave anything out when MongoDB is required, and a named binary that is not there', async () => {
  await expect(planRun(folder, [], { REQUIRE_MONGODB: '1' }, nothing)).rejects.toThrow(/REQUIRE_MONGODB=1/)
  const env = { REQUIRE_MONGODB: '1', MONGODB_TEST_URI: uri }
  await expect(planRun(folder, [], env, nothing)).rejects.toThrow(/c\.mongod\.test\.ts/)
  const missing = { MONGOMS_SYSTEM_BINARY: join(folder, 'nowhere') }
  await expect(planRun(folder, [], missing, nothing)).rejects.toThrow(/names no file/)
})

it.each([
  [['a.test.ts'], false],
  [['mongo'], true],
  [['a.test.ts', 'test/c'], true],
])('a run of %j looks for MongoDB: %s', async (filters, looks) => {
  const plan = planRun(folder, filters, { PATH: '' }, never)
  if (looks) await expect(plan).rejects.toThrow('looked for one on the internet')
  else expect(await plan).toEqual({ found: {}, leftOut: [] })
})
