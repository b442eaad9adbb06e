import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
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

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const dataDir = "DATA_DIR='kept'\n"

/** Each makes a .env of a path. A pipe that nobody writes into must not be waited for. */
const broken: readonly (readonly [what: string, make: (path: string) => void])[] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link that leads nowhere', (path) => symlinkSync('nowhere', path)],
  ['UTF-16', (path) => writeFileSync(path, utf16(dataDir))],
  ['UTF-16 with its mark', (path) => writeFileSync(path, utf16(`\uFEFF${dataDir}`))],
  ['other bytes', (path) => writeFileSync(path, Buffer.from([0x44, 0xff, 0xfe, 0x3d]))],
]

test.each(broken)(
  'a .env that is %s is no empty one: nothing starts, and nothing is made',
  async (what, make) => {
    const place = join(folder.path, what.replaceAll(' ', '-'))
    await mkdir(place)
    make(join(place, '.env'))
    for (const words of ['serve', 'org list', 'org create Acme --slug acme']) {
      const { code, err } = await runIn(place, words)
      expect([code, err]).toEqual([1, expect.stringMatching(/The settings in \S+\/\.env cannot be read/)])
    }
    expect(existsSync(join(place, 'data'))).toBe(false)
    // Neither needs settings.
    expect((await runIn(place, '--version')).code).toBe(0)
    expect((await runIn(place, 'org list', { DATA_DIR: elsewhere })).err).toContain('there is no store')
  },
)

// Root may read everything.
test.runIf(process.getuid?.() !== 0)('a .env that may not be read is no empty one', async () => {
  const place = join(folder.path, 'closed')
  await mkdir(place)
  await writeFile(join(place, '.env'), dataDir)
  chmodSync(join(place, '.env'), 0)
  expect(await runIn(place, 'org list')).toMatchObject({ code: 1, err: expect.stringContaining('EACCES') })
})

test('a byte order mark before the first setting is skipped', async () => {
  const place = join(folder.path, 'marked')
  await mkdir(place)
  await writeFile(join(place, '.env'), `\uFEFFDATA_DIR='${join(home, 'kept')}'\n`)
  expect((await runIn(place, 'org list')).out).toContain('acme')
})

test('a file does not say where secrets of the environment are sent', async () => {
  const place = join(folder.path, 'sent')
  await mkdir(place)
  await writeFile(join(place, '.env'), 'SLACK_API_URL=https://elsewhere.example/\nDATA_DIR=kept\n')
  const { code, err } = await runIn(place, 'doctor', { SLACK_BOT_TOKEN: 'xoxb-1' })
  expect([code, err]).toEqual([
    1,
    'SLACK_API_URL is in .env, and SLACK_BOT_TOKEN in the environment: set both in one of them. Nothing was sent.\n',
  ])
  const both = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    SLACK_API_URL: 'https://slack.com/api/',
  }
  for (const env of [{}, both])
    expect((await runIn(place, 'org list', env)).err).toContain('there is no store')
})
