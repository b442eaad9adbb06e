import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { environment, newFolder } from '../process/whosout.js'
import { admitted } from './ignored.js'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const npm = (cwd: string, ...words: string[]) =>
  execute('npm', [...words, '--no-audit', '--no-fund'], { cwd, maxBuffer: 1 << 26 })

let folder: Awaited<ReturnType<typeof newFolder>>
beforeAll(async () => {
  folder = await newFolder()
})
afterAll(() => folder.remove())

/** Megabytes on disk, as `du` counts them: in blocks. */
const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .map((entry) => (entry.isSymbolicLink() ? 0 : statSync(join(entry.parentPath, entry.name)).blocks * 512))
    .reduce((a, b) => a + b, 0) / 1e6

/** An organization made, a key, bank holidays, a server, a question, a page with its style, and an end. */
const tryOut = async (program: string, data: string): Promise<void> => {
  const env = environment({ DATA_DIR: data })
  const run = async (...words: string[]) => (await execute(program, words, { env })).stdout
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(await run('--version')).toBe(`${version}\n`)
  await run('org', 'create', 'Acme', '--slug', 'acme', '--timezone', 'Europe/Berlin')
  expect(await run('holidays', 'propose', 'CN', '--year', '2027')).toMatch(/2027-02-0/)
  const { secret } = JSON.parse(await run('keys', 'create', '--name', 'test', '--json')) as { secret: string }
  const server = spawn(program, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  let url: string | undefined
  for await (const line of createInterface(server.stdout))
    if ((url = (JSON.parse(line) as { url?: string }).url) !== undefined) break
  server.stdout.resume()
  const ask = (path: string) => fetch(url + path, { headers: { Authorization: `Bearer ${secret}` } })
  expect(await (await ask('/api/v1/presence')).json()).toMatchObject({ in: [], out: [] })
  for (const path of [
    '/docs',
    '/docs/docs.css',
    '/docs/docs.js',
    '/docs/changelog',
    '/calendar/calendar.css',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 200])
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
}

describe('the package that npm makes', () => {
  it('has what runs, and neither sources nor tests', async () => {
    const { stdout } = await npm(root, 'pack', '--json', '--pack-destination', folder.path)
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    const paths = files.map(({ path }) => path)
    expect(paths).toContain('dist/src/main.js')
    expect(paths.filter((path) => /(^|\/)(test|bench)\/|\.ts$|(^|\/)(data|\.env)$/.test(path))).toEqual([])
  })

  it('runs where it is installed', async () => {
    const [tarball] = readdirSync(folder.path).filter((name) => name.endsWith('.tgz'))
    const place = join(folder.path, 'installed')
    await mkdir(place)
    await npm(
      place,
      'install',
      '--omit=dev',
      '--prefix',
      place,
      '--ignore-scripts',
      join(folder.path, tarball!),
    )
    await tryOut(join(place, 'node_modules/.bin/whosout'), join(folder.path, 'package-data'))
  })
})

describe('the image, step by step', () => {
  it('is built from what .dockerignore lets through, is small, and runs', async () => {
    const app = join(folder.path, 'app')
    for (const path of await admitted(root)) await cp(join(root, path), join(app, path))
    expect(
      ['data', '.git', '.env', 'node_modules', 'dist', 'test'].filter((name) => existsSync(join(app, name))),
    ).toEqual([])

    const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    const steps = [...dockerfile.matchAll(/^RUN (.*)$/gm)].map(([, step]) => step!)
    // The first step made the packages of this folder, too; the last makes the folder for the data, in the image's root.
    expect([steps[0], existsSync(join(app, 'package-lock.json'))]).toEqual(['npm ci', true])
    await execute('cp', ['-a', join(root, 'node_modules'), app])
    await rm(join(app, 'node_modules/.cache'), { recursive: true, force: true })
    expect(steps.at(-1)).toContain('/data')
    for (const step of steps.slice(1, -1))
      await execute('sh', ['-ec', step], {
        cwd: app,
        env: { ...process.env, NODE_ENV: '' },
        maxBuffer: 1 << 26,
      })
    expect(sizeOf(join(app, 'node_modules'))).toBeLessThan(90)
    expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false)

    await tryOut(join(app, 'bin/whosout'), join(folder.path, 'image-data'))
  })

  it('is not built in a folder to develop in', async () => {
    const slimmed = execute(process.execPath, [join(root, 'bin/slim.js')])
    await expect(slimmed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was removed'),
    })
  })
})
