import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { FakeSlack } from '../demo/fake-slack/strict.js'
import { builtProgram } from '../built.js'
import { openFakeSocket } from '../demo/fake-slack/socket.js'
import { expectAlive, openSlack } from '../slack/house.js'
import { askServer, environment, newAcme, startServer, stopServer, type ServerProcess } from './whosout.js'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** More than a client takes in before it waits for its reader. */
const longPage = 'x'.repeat(120_000)

/** The program of another version of Node, kept below node_modules once it was installed. */
const install = async (version: number): Promise<string> => {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, `node_modules/.cache/node-${version}`)
  const program = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  const words = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  await execute('npm', ['install', ...words, `${name}@${version}`], { cwd: folder }).catch((fault: Error) => {
    throw new Error(
      `Node ${version} is not tested: npm could not install ${name}@${version}: ${fault.message}`,
    )
  })
  return program
}

const logged = async ({ child, lines }: ServerProcess, text: string): Promise<void> => {
  const reader = createInterface(child.stdout!)
  while (!lines.some((line) => line.includes(text))) await once(reader, 'line')
}

/** A feed whose address has moved, said in many words. Resolves with its address, which ends in a 404. */
const openMovedFeed = async (): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      if (String(request).startsWith('GET /old'))
        socket.end(`HTTP/1.1 302 Found\r\nLocation: /new\r\nConnection: close\r\n\r\n${longPage}`)
      else setTimeout(() => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'), 500)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/old`
}

describe.each([20, 22, 24])('on Node %d', (version) => {
  let node = process.execPath
  beforeAll(async () => {
    if (!process.version.startsWith(`v${version}.`)) node = await install(version)
  })

  const newEnvironment = async (slack: FakeSlack, more: Record<string, string>) => {
    const acme = await newAcme()
    onTestFinished(acme.remove)
    return {
      ...acme.env,
      FEEDS_ALLOW_PRIVATE: 'on',
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token,
      SLACK_ORGANIZATION: 'acme',
      ...more,
    }
  }

  const serve = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = await startServer(env, 'serve', node)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    return server
  }

  const run = (env: Record<string, string>, ...words: string[]) =>
    execute(node, [builtProgram('src/main.js'), ...words], { env: environment(env) })

  const ask = async (slack: FakeSlack): Promise<void> => {
    const before = slack.visible('U0ANA', 'C0ACME').length
    await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
    await slack.until(() => slack.visible('U0ANA', 'C0ACME').length > before)
  }

  const stop = async (server: ServerProcess) => expect(await stopServer(server)).toBe(0)

  it('serves, and outlives replies of Slack and of a feed that nobody reads to their end', async () => {
    const slack = await openSlack()
    const env = await newEnvironment(slack, { SLACK_SIGNING_SECRET: slack.credentials.signingSecret })
    expect((await execute(node, ['--version'])).stdout).toMatch(new RegExp(`^v${version}\\.`))
    const made = await run(env, 'keys', 'create', '--org', 'acme', '--name', 'test', '--json')
    const { secret } = JSON.parse(made.stdout) as { secret: string }
    const server = await serve(env)
    const { status, text } = await askServer(server, secret)
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ out: [] })])
    slack.deliverTo(`${server.url}/slack/events`)
    await ask(slack)
    for (const status of [500, 429]) {
      slack.faults.add(
        { kind: 'http_error', status, page: longPage, applied: false },
        { method: 'response_url' },
      )
      const used = slack.calls('response_url').length
      await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
      await slack.until(() => slack.calls('response_url').length > used)
      await logged(server, `${status}`)
      await expectAlive(server)
    }
    await ask(slack)
    await stop(server)
    const feed = ['--name', 'Moved', '--url', await openMovedFeed(), '--org', 'acme']
    await run(env, 'sources', 'add', 'calendar', ...feed)
    const synced = await run(env, 'sources', 'sync', 'Moved', '--org', 'acme').catch((fault: object) => fault)
    expect(JSON.stringify(synced)).toContain('status 404')
  })

  it('answers over a socket, and stops', async () => {
    const slack = await openSlack()
    const socket = await openFakeSocket(slack)
    const server = await serve(await newEnvironment(slack, { SLACK_APP_TOKEN: slack.credentials.appToken }))
    await socket.connected()
    await ask(slack)
    await stop(server)
    await socket.close()
  })
})
