import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtProgram } from '../built.js'
import { environment, newFolder, type Outcome } from './whosout.js'

let folder: Awaited<ReturnType<typeof newFolder>>
/** The folder of a .env, and another one. */
let home: string
let elsewhere: string
beforeAll(async () => {
  folder = await newFolder()
  home = join(folder.path, 'home')
  elsewhere = join(folder.path, 'elsewhere')
  for (const place of [home, elsewhere]) await mkdir(place)
  await writeFile(
    join(home, '.env'),
    `# Here\nDATA_DIR='${join(home, 'kept')}'\nBASE_URL=https://out.example\nWHOSOUT_ORG=acme\n`,
  )
})
afterAll(() => folder.remove())

const runIn = (cwd: string, words: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd, env: environment(env) }
    execFile(
      process.execPath,
      [builtProgram('src/main.js'), ...words.split(' ')],
      options,
      (fault, out, err) => resolve({ code: fault ? Number(fault.code ?? -1) : 0, out, err }),
    )
  })

test('a .env in the current folder has the settings, and a store that is made is said', async () => {
  const { err } = await runIn(home, 'org create Acme --slug acme')
  expect(err).toBe(`Creating a new store in ${join(home, 'kept')}.\n`)
  const link = await runIn(home, 'links create --name TV')
  expect(link.out).toMatch(/https:\/\/out\.example\//)
})

test('an environment that names a store is complete: the file beside it is not read', async () => {
  const { code, err } = await runIn(home, 'org list', { DATA_DIR: elsewhere })
  expect([code, err]).toEqual([1, expect.stringContaining(`there is no store in ${elsewhere}. `)])
})

test('a single variable goes before the file, an empty one does not', async () => {
  for (const [given, code] of [
    ['other', 1],
    ['', 0],
  ] as const)
    expect(await runIn(home, 'members list', { WHOSOUT_ORG: given })).toMatchObject({ code })
})

test('without a .env nothing is made by a command that reads, and it says where it looked', async () => {
  const { code, err } = await runIn(elsewhere, 'members list')
  expect(code).toBe(1)
  expect(err).toMatch(
    /^No data here: there is no store in \S+elsewhere\/data\. Run this in the folder of your \.env/,
  )
  expect(existsSync(join(elsewhere, 'data'))).toBe(false)
})
