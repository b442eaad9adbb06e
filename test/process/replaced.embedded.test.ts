import { cp, rename, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askWhosout, newFolder, runWhosout, startServer } from './whosout.js'

/** `/readyz` until it says so, at most for ten seconds: it asks the store once a second. */
const readiness = async (url: string, wanted: number): Promise<number> => {
  for (let tried = 0; ; tried += 1) {
    const { status } = await fetch(`${url}/readyz`)
    if (status === wanted || tried === 100) return status
    await wait(100)
  }
}

const restartLine = /was replaced or removed .*restart the process.*not ready/

test('a data folder that is replaced under a running server is read no more, and the log says to restart', async () => {
  const [data, other] = [await newFolder(), await newFolder()]
  await askWhosout({ DATA_DIR: data.path }, 'org', 'create', 'Acme', '--slug', 'acme')
  await cp(data.path, other.path, { recursive: true })
  const { secret } = await askWhosout<{ secret: string }>(
    { DATA_DIR: data.path },
    ...['keys', 'create', '--org', 'acme', '--name', 'of the old folder'],
  )
  const server = await startServer({ DATA_DIR: data.path })
  try {
    const ask = async () => {
      const headers = { Authorization: `Bearer ${secret}` }
      return (await fetch(`${server.url}/api/v1/presence`, { headers })).status
    }
    expect(await readiness(server.url, 200)).toBe(200)
    expect([await ask(), await ask()]).toEqual([200, 200])
    await rename(data.path, `${data.path}-old`)
    await rename(other.path, data.path)
    // The key is unknown in the new folder, and what is remembered of the old one is asked for no more.
    expect([await ask(), await ask()]).toEqual([503, 503])
    expect(await readiness(server.url, 503)).toBe(503)
    await expect
      .poll(() => server.lines.filter((line) => restartLine.test(line)), { timeout: 10_000 })
      .toHaveLength(1)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    // A process that begins now meets the new folder only.
    expect((await runWhosout({ DATA_DIR: data.path }, 'org', 'list')).code).toBe(0)
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
    await rm(`${data.path}-old`, { recursive: true, force: true })
    await data.remove()
  }
})
