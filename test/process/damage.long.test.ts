import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fileIn } from '../../src/store/embedded/folder.js'
import type { Change } from '../../src/store/port.js'
import { changeDocument, damageHeader, damageWhole } from '../stores/embedded/damage.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { startNeighbour } from '../stores/neighbour.js'
import { member, organization } from '../stores/samples.js'
import { askServer, newFolder, runWhosout, startServer, stopServer, type ServerProcess } from './whosout.js'

const members = 500
const key = 'o:m3'

let filled: Awaited<ReturnType<typeof newFolder>>
let secret: string
beforeAll(async () => {
  filled = await newFolder()
  const filler = await startNeighbour({ ...embeddedSubject, place: filled.path })
  await filler.call('commit', [
    { put: 'organizations', document: organization('o', { slug: 'acme' }) },
    { put: 'slugs', document: { _id: 'acme', org: 'o' } },
    ...Array.from({ length: members }, (_, n): Change => {
      return { put: 'members', document: member('o', `m${n}`) }
    }),
  ])
  await filler.close()
  const { out } = await runWhosout({ DATA_DIR: filled.path }, 'keys', 'create', '--name', 'x', '--json')
  ;({ secret } = JSON.parse(out) as { secret: string })
})
afterAll(() => filled.remove())

const damagedFolder = async (damage: (file: string) => void): Promise<string> => {
  const { path, remove } = await newFolder()
  onTestFinished(remove)
  await cp(filled.path, path, { recursive: true })
  damage(fileIn(path))
  return path
}

const startOn = async (DATA_DIR: string): Promise<ServerProcess> => {
  const server = await startServer({ DATA_DIR })
  onTestFinished(async () => void (await stopServer(server)))
  return server
}

const ask = (server: ServerProcess) => askServer(server, secret)
const statusOf = async ({ url }: ServerProcess, path: string): Promise<number> =>
  (await fetch(url + path)).status

/** No line holds a stack: a line of one begins with `at`. */
const expectNoStack = (lines: readonly string[]): void => {
  for (const line of lines) expect(line).not.toMatch(/(\\n|^)\s+at /)
}

describe('64 KiB of garbage in the file of the store', () => {
  test('leaves the server up, not ready, and answering 503 with a line that says where', async () => {
    const server = await startOn(await damagedFolder(damageWhole('members')))
    expect(await statusOf(server, '/readyz')).toBe(503)
    expect(await statusOf(server, '/healthz')).toBe(200)
    const answer = await ask(server)
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toEqual({
      error: { message: 'Service unavailable', code: 'unavailable' },
    })
    await expect
      .poll(() => server.lines.filter((line) => line.includes('"damage":{"collection":"members"')))
      .not.toEqual([])
    expect(server.lines.some((line) => line.includes('"msg":"the store is damaged"'))).toBe(true)
    expectNoStack(server.lines)
  })

  test('is found by doctor, ends a backup, and all else can be saved and restored', async () => {
    const DATA_DIR = await damagedFolder(damageWhole('members'))
    const [files, other] = [await newFolder(), await newFolder()]
    onTestFinished(async () => void (await Promise.all([files.remove(), other.remove()])))
    const file = join(files.path, 'b')
    for (const words of [['doctor'], ['doctor', '--deep'], ['backup', file]]) {
      const { code, out, err } = await runWhosout({ DATA_DIR }, ...words)
      expect(code).toBe(1)
      expect(out + err).toMatch(/damaged.*members/)
      expectNoStack((out + err).split('\n'))
    }
    await expect(readFile(file)).rejects.toThrow('ENOENT')

    const saved = await runWhosout({ DATA_DIR }, 'backup', file, '--skip-damaged', '--json')
    expect(saved.code).toBe(0)
    const { collections, left_out } = JSON.parse(saved.out) as {
      collections: Record<string, number>
      left_out: { collection: string; key: string | null }[]
    }
    const lost = left_out.filter((one) => one.collection === 'members' && one.key !== null)
    expect(lost.length).toBeGreaterThan(0)
    expect(collections['members']! + lost.length).toBeLessThanOrEqual(members)
    expect(collections['members']!).toBeGreaterThan(members / 4)
    const env = { DATA_DIR: other.path }
    expect(await runWhosout(env, 'restore', file)).toMatchObject({ code: 0 })
    expect(await runWhosout(env, 'doctor', '--deep')).toMatchObject({ code: 0 })
  })
})

test('a file that is no database any more leaves the server up and not ready', async () => {
  const server = await startOn(await damagedFolder(damageHeader))
  expect(await statusOf(server, '/readyz')).toBe(503)
  expect(await statusOf(server, '/healthz')).toBe(200)
  expect((await ask(server)).status).toBe(503)
  expect(server.lines.some((line) => /its file is damaged/.test(line))).toBe(true)
  expectNoStack(server.lines)
})

test('a document that does not fit answers 503, named in the log, and the server is not ready any more', async () => {
  const server = await startOn(
    await damagedFolder(changeDocument('members', key, `json_set(document, '$.name', 42)`)),
  )
  expect(await statusOf(server, '/readyz')).toBe(200)
  expect((await ask(server)).status).toBe(503)
  await expect
    .poll(() =>
      server.lines.filter((line) => line.includes(`"damage":{"collection":"members","key":"${key}"`)),
    )
    .not.toEqual([])
  await expect.poll(() => statusOf(server, '/readyz')).toBe(503)
  expectNoStack(server.lines)
})
