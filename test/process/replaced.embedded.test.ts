import { cp, rename } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askServer, newAcme, newFolder, runWhosout, startServer, stopServer } from './whosout.js'

/** `/readyz` until it says so, at most for a minute: it asks the store once a second. */
const readiness = async (url: string, wanted: number): Promise<number> => {
  for (let tried = 0; ; tried += 1) {
    const { status } = await fetch(`${url}/readyz`)
    if (status === wanted || tried === 600) return status
    await wait(100)
  }
}

const restartLine = /was replaced or removed .*restart the process.*not ready/

test('a data folder that is replaced under a running server is read no more, and the log says to restart', async () => {
  const [acme, other] = [await newAcme(), await newFolder()]
  const data = acme.env.DATA_DIR
  await cp(data, other.path, { recursive: true })
  const { secret } = await acme.createKey('of the old folder')
  const server = await startServer(acme.env)
  try {
    const ask = async () => (await askServer(server, secret)).status
    expect(await readiness(server.url, 200)).toBe(200)
    expect([await ask(), await ask()]).toEqual([200, 200])
    await rename(data, `${data}-old`)
    await rename(other.path, data)
    // The key is unknown in the new folder, and what is remembered of the old one is asked for no more.
    expect([await ask(), await ask()]).toEqual([503, 503])
    expect(await readiness(server.url, 503)).toBe(503)
    await expect.poll(() => server.lines.filter((line) => restartLine.test(line))).toHaveLength(1)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    // A process that begins now meets the new folder only.
    expect((await runWhosout(acme.env, 'org', 'list')).code).toBe(0)
  } finally {
    await stopServer(server)
    await acme.remove()
  }
})
