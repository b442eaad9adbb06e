import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram } from '../built.js'
import { askWhosout, environment, newFolder, runHere } from './whosout.js'

const newPlace = async (): Promise<string> => {
  const { path, remove } = await newFolder()
  onTestFinished(remove)
  return path
}

/** Starts a command that keeps running, with --json; its first line of output, and what ends it. */
const startJson = async (env: Readonly<Record<string, string>>, command: string) => {
  const child: ChildProcess = spawn(process.execPath, [builtProgram('src/main.js'), command, '--json'], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = text(child.stderr!)
  const exited = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const reader = createInterface(child.stdout!).on('line', (line) => lines.push(line))
  await Promise.race([once(reader, 'line'), exited])
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await exited
    return { code: Number(code), lines, log: await log }
  }
  return { said: JSON.parse(lines[0] ?? 'null') as Record<string, string>, stop }
}

test('whosout serve --json prints one line when it listens, and its log elsewhere', async () => {
  const { said, stop } = await startJson({ DATA_DIR: await newPlace() }, 'serve')
  expect(said).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), store: 'embedded' })
  expect((await fetch(`${said['url']}/readyz`)).status).toBe(200)
  const { code, lines, log } = await stop()
  expect([code, lines.length]).toEqual([0, 1])
  for (const message of ['listening', 'request', 'stopped']) expect(log).toContain(`"msg":"${message}"`)
})

test('whosout demo --json prints on one line all that a script needs', async () => {
  const { said, stop } = await startJson({}, 'demo')
  const { url, page, key, data_dir: folder = '', organization = '', curl = '' } = said
  expect(said).toMatchObject({ store: 'embedded', organization: 'sample' })
  expect((await fetch(page ?? '')).status).toBe(200)
  const headers = { Authorization: `Bearer ${key}` }
  expect((await fetch(`${url}/api/v1/presence`, { headers })).status).toBe(200)
  expect(curl).toBe(`curl -H 'Authorization: Bearer ${key}' ${url}/api/v1/presence`)
  const list = ['keys', 'list', '--org', organization]
  const keys = await askWhosout<{ name: string }[]>({ DATA_DIR: folder }, ...list)
  expect(keys.map(({ name }) => name)).toEqual(['demo'])
  const { code, lines } = await stop()
  expect([code, lines.length, existsSync(folder)]).toEqual([0, 1, false])
})

const storeFindings = async (folder: string) => {
  const { out } = await runHere({ DATA_DIR: folder }, 'doctor', '--json')
  const findings = JSON.parse(out) as { check: string; state: string; message: string }[]
  return findings.filter(({ check }) => check === 'store' || check === 'organizations')
}

test.each([
  ['there is no folder', async () => undefined],
  ['the folder is empty', async (folder: string) => void (await mkdir(folder))],
])('whosout doctor makes nothing where %s', async (_, prepare) => {
  const folder = join(await newPlace(), 'data')
  await prepare(folder)
  const wasThere = existsSync(folder)
  expect(await storeFindings(folder)).toEqual([
    { check: 'store', state: 'warning', message: expect.stringContaining(`no store in ${folder}.`) },
    { check: 'organizations', state: 'warning', message: expect.stringContaining('whosout init') },
  ])
  expect([existsSync(folder), existsSync(join(folder, 'data.mdb'))]).toEqual([wasThere, false])
})

test('whosout doctor says what is wrong with a folder that cannot be made', async () => {
  const file = join(await newPlace(), 'file')
  await writeFile(file, 'text')
  const [finding] = await storeFindings(join(file, 'data'))
  expect(finding).toMatchObject({
    state: 'broken',
    message: expect.stringContaining('part of its path is a file'),
  })
})

test('whosout doctor looks into a store that is there', async () => {
  const folder = await newPlace()
  await askWhosout({ DATA_DIR: folder }, 'org', 'create', 'Acme', '--slug', 'acme')
  const fine = (await storeFindings(folder)).filter(({ state }) => state === 'fine')
  expect(fine.map(({ message }) => message)).toEqual(['the embedded store answers', 'acme'])
})
