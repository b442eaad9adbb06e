import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { builtProgram } from '../built.js'
import { freePort } from './ports.js'
import { environment, newFolder } from './whosout.js'

const token = 'a-token-for-metrics-of-32-letters'

const responds = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    async (reply) => (await reply.text(), reply.ok),
    () => false,
  )

/** Starts a server whose standard output is a file, or a pipe that this process does not read. */
const startWith = async (stdout: number | 'pipe') => {
  const folder = await newFolder()
  const port = await freePort()
  const env = { DATA_DIR: join(folder.path, 'data'), PORT: String(port), METRICS_TOKEN: token }
  const child = spawn(process.execPath, [builtProgram('src/main.js'), 'serve'], {
    env: environment(env),
    stdio: ['ignore', stdout, 'ignore'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    await folder.remove()
  })
  return { child, exited, url: `http://127.0.0.1:${port}` }
}

type Started = Awaited<ReturnType<typeof startWith>>

const untilReady = async ({ url, child }: Started): Promise<void> => {
  while (!(await responds(url))) {
    expect(child.exitCode).toBeNull()
    await wait(50)
  }
}

const askOften = async (url: string, times: number): Promise<void> => {
  for (let asked = 0; asked < times; asked += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => responds(url)))
    expect(answers).not.toContain(false)
  }
}

const linesLost = async (url: string): Promise<number> => {
  const reply = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  return Number(/^whosout_log_lines_lost_total (\d+)$/m.exec(await reply.text())![1])
}

const stop = async ({ child, exited }: Started): Promise<void> => {
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
}

it('a server on a full disk answers, counts the lines it loses, and stops', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const server = await startWith(full)
  await untilReady(server)
  await askOften(server.url, 300)
  expect(await linesLost(server.url)).toBeGreaterThan(100)
  await stop(server)
})

it('a server whose reader has gone answers, counts the lines it loses, and stops', async () => {
  const server = await startWith('pipe')
  await untilReady(server)
  server.child.stdout!.destroy()
  await askOften(server.url, 300)
  await expect.poll(() => linesLost(server.url)).toBeGreaterThan(100)
  await stop(server)
})

it('a server that nobody reads answers, holds its lines, and stops', async () => {
  const server = await startWith('pipe')
  await untilReady(server)
  await askOften(server.url, 1_600)
  expect(await linesLost(server.url)).toBe(0)
  await stop(server)
})

it('the last lines before a sudden end are written', async () => {
  const words = `
    const { createLog } = await import(${JSON.stringify(builtProgram('src/log.js'))})
    createLog('info').info('last words')
    throw new Error('the end')`
  const out = await new Promise((resolve) =>
    execFile(process.execPath, ['--input-type=module', '-e', words], (_, text) => resolve(text)),
  )
  expect(out).toContain('"msg":"last words"')
})
