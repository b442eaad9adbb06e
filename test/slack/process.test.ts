import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FakeSlack } from '../demo/fake-slack/strict.js'
import { openFakeSocket } from '../demo/fake-slack/socket.js'
import {
  askWhosout,
  newFolder,
  runHere,
  runWhosout,
  startServer,
  type ServerProcess,
} from '../process/whosout.js'
import { expectAlive, openSlack } from './house.js'

type Environment = Readonly<Record<string, string>>

const running: ServerProcess[] = []
afterEach(() => running.splice(0).forEach(({ child }) => child.kill('SIGKILL')))

const serve = async (env: Environment): Promise<ServerProcess> => {
  const server = await startServer(env)
  running.push(server)
  return server
}

/** Resolves when the process has logged a line that holds the text. */
const logged = async ({ child, lines }: ServerProcess, text: string): Promise<void> => {
  const reader = createInterface(child.stdout!)
  while (!lines.some((line) => line.includes(text))) await once(reader, 'line')
}

const stop = async ({ child, exited }: ServerProcess): Promise<void> => {
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
}

const newStore = async (): Promise<Environment> => {
  const folder = await newFolder()
  onTestFinished(() => folder.remove())
  const env = { DATA_DIR: join(folder.path, 'data') }
  await askWhosout(env, 'org', 'create', 'Acme', '--slug', 'acme')
  await askWhosout(env, 'org', 'create', 'Globex', '--slug', 'globex')
  return env
}

const oneWorkspace = (slack: FakeSlack): Environment => ({
  SLACK_API_URL: slack.apiUrl,
  SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token,
  SLACK_ORGANIZATION: 'acme',
})
const several = (slack: FakeSlack): Environment => ({
  SLACK_API_URL: slack.apiUrl,
  SLACK_CLIENT_ID: slack.credentials.clientId,
  SLACK_CLIENT_SECRET: slack.credentials.clientSecret,
  SLACK_STATE_SECRET: 'a-secret-for-states-and-links',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})
const http = (slack: FakeSlack): Environment => ({ SLACK_SIGNING_SECRET: slack.credentials.signingSecret })
const socketMode = (slack: FakeSlack): Environment => ({ SLACK_APP_TOKEN: slack.credentials.appToken })

const answered = (slack: FakeSlack): Promise<string> =>
  slack.until(() => slack.visible('U0ANA', 'C0ACME').at(-1)?.text)

describe('the built process', () => {
  it('says that it runs alone without Slack, and refuses half of the settings by name', async () => {
    const store = await newStore()
    const server = await serve(store)
    await logged(server, 'Slack is not set up: only the API is running')
    await stop(server)
    const { code, err } = await runWhosout({ ...store, SLACK_BOT_TOKEN: 'xoxb-1-secret' }, 'serve')
    expect([code, err]).toEqual([
      2,
      'SLACK_SIGNING_SECRET is missing (or SLACK_APP_TOKEN, for Socket Mode)\n',
    ])
  })

  it('comes back by itself over Socket Mode after a cut and 5xx, and stops in the middle of that', async () => {
    const slack = await openSlack()
    const socket = await openFakeSocket(slack)
    const server = await serve({ ...(await newStore()), ...oneWorkspace(slack), ...socketMode(slack) })
    await socket.connected()
    slack.faults.add({ kind: 'http_error', status: 503, applied: false }, { method: 'apps.connections.open' })
    socket.cut()
    await logged(server, 'the socket to Slack is not open')
    await expectAlive(server)
    await socket.connected()
    await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
    expect(await answered(slack)).toContain('Acme')
    slack.faults.add({ kind: 'silence', applied: false }, { method: 'apps.connections.open', times: 9 })
    socket.cut()
    await logged(server, 'the socket to Slack closed')
    await stop(server)
    await socket.close()
  })

  it('outlives what Slack’s own socket client does not bear', async () => {
    const slack = await openSlack()
    const far = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => void far.close())
    await once(far, 'listening')
    slack.state.socketUrl = `ws://127.0.0.1:${(far.address() as { port: number }).port}/`
    const connected = once(far, 'connection') as Promise<[WebSocket]>
    const server = await serve({ ...(await newStore()), ...oneWorkspace(slack), ...socketMode(slack) })
    const [socket] = await connected
    socket.send('{"type":"hello"}')
    await logged(server, 'the socket to Slack is open')
    socket.send('null')
    await logged(server, "an error in Slack's socket client")
    await expectAlive(server)
    await stop(server)
  })
})

describe('the command line', () => {
  const options = { redirect: 'manual' as const }

  it('makes a link that installs and binds, lists, binds anew, and never shows a token', async () => {
    const slack = await openSlack()
    const env = { ...(await newStore()), ...several(slack), ...http(slack) }
    expect((await runHere(env, 'slack', 'list')).out).toContain('No workspace has installed the app yet')
    const server = await serve({ ...env, BASE_URL: 'http://whosout.example' })
    const link = await askWhosout<{ url: string }>(
      { ...env, BASE_URL: 'http://whosout.example/' },
      'slack',
      'install-link',
      '--org',
      'acme',
    )
    expect(link.url).toMatch(/^http:\/\/whosout\.example\/slack\/install\?link=[\w-]+\.[\w-]+$/)

    slack.consent({ team_id: 'T0ACME', user: 'U0ANA' })
    const begun = await fetch(link.url.replace('http://whosout.example', server.url), options)
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    const consented = await fetch(begun.headers.get('location')!, options)
    const back = consented.headers.get('location')!.replace('http://whosout.example', server.url)
    expect((await fetch(back, { headers: { cookie } })).status).toBe(200)

    slack.deliverTo(`${server.url}/slack/events`)
    await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
    expect(await answered(slack)).toContain('Acme')
    const listed = await runWhosout(env, 'slack', 'list', '--json')
    expect(JSON.parse(listed.out)).toMatchObject([
      { id: 'T0ACME', name: 'Acme', organization: 'acme', bound: { by: 'link', who: 'U0ANA' } },
    ])
    expect(listed.out).not.toMatch(/xox|v1\./)
    await askWhosout(env, 'slack', 'bind', 'T0ACME', '--org', 'globex')
    expect((await runHere(env, 'slack', 'list')).out).toContain('globex')
    // The running process knows at once.
    await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
    await slack.until(
      () => slack.visible('U0ANA', 'C0ACME').some(({ text }) => text.includes('Globex')) || undefined,
    )
    await askWhosout(env, 'slack', 'unbind', 'T0ACME')
    expect((await runHere(env, 'slack', 'list')).out).toContain('(unbound)')
    const other = { ...env, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const { out } = await runWhosout({ ...other, COLUMNS: '200' }, 'doctor')
    expect(out).toContain(
      'FAIL  slack: the token of "Acme" (T0ACME) was encrypted with a different ENCRYPTION_KEY',
    )
    expect(out).toContain('warn  slack: "Acme" (T0ACME) is not linked to an organization yet')
    expect(server.lines.join('')).not.toMatch(/link=|state=|code=|xox[bp]-/)
    await stop(server)
  })

  it('refuses what cannot be', async () => {
    const slack = await openSlack()
    const store = await newStore()
    const env = { ...store, ...several(slack), ...http(slack) }
    const refused = async (env: Environment, ...words: string[]) => {
      const { code, err } = await runHere(env, 'slack', ...words)
      return [code, err.trim()]
    }
    expect(await refused(env, 'bind', 'T0NOBODY', '--org', 'acme')).toEqual([
      1,
      expect.stringContaining('No workspace "T0NOBODY"'),
    ])
    expect(await refused(env, 'install-link', '--org', 'nobody')).toEqual([
      1,
      expect.stringContaining('no organization with the slug'),
    ])
    expect(await refused(store, 'install-link', '--org', 'acme')).toEqual([
      2,
      expect.stringContaining('SLACK_STATE_SECRET'),
    ])
  })
})

describe('doctor', () => {
  interface Finding {
    readonly check: string
    readonly state: string
    readonly message: string
  }
  const examine = async (env: Environment) => {
    const { code, out } = await runHere(env, 'doctor', '--json')
    const findings = (JSON.parse(out) as Finding[]).filter(({ check }) => check === 'slack')
    return { code, out, states: findings.map(({ state, message }) => `${state}: ${message}`) }
  }

  it('asks Slack about the one token, and names scopes that are missing', async () => {
    const slack = await openSlack()
    const env = { ...(await newStore()), ...oneWorkspace(slack), ...http(slack) }
    const fine = await examine(env)
    expect(fine.states).toEqual([
      'fine: HTTP, at /slack/events, one workspace, command /whosout',
      expect.stringContaining('warning: SLACK_API_URL does not point to Slack'),
      'fine: the workspace is linked to acme',
      'fine: the token belongs to the workspace "Acme" (T0ACME)',
      'warning: 1 person in "Acme" without a matching member, by e-mail address: ana',
    ])
    slack.state.workspaces.get('T0ACME')!.scopes = ['commands', 'chat:write']
    const lacking = await examine({ ...env, SLACK_ORGANIZATION: '' })
    expect(lacking.code).toBe(1)
    expect(lacking.states.slice(2)).toEqual([
      expect.stringContaining('broken: there is more than one organization, or none'),
      expect.stringContaining('is missing scopes: channels:read, groups:read, users:read, users:read.email'),
    ])
    const wrong = await examine({ ...env, SLACK_BOT_TOKEN: 'xoxb-wrong-token' })
    expect(wrong.states.at(-1)).toContain('broken: Slack rejected SLACK_BOT_TOKEN (invalid_auth)')
    for (const { out } of [fine, lacking, wrong]) expect(out).not.toContain('xoxb-')
  })

  it('says what several workspaces lack', async () => {
    const slack = await openSlack()
    const env = { ...(await newStore()), ...several(slack), ...socketMode(slack) }
    expect((await examine(env)).states.slice(2)).toEqual([
      expect.stringContaining('warning: BASE_URL is not set'),
      expect.stringContaining('warning: no workspace has installed the app yet'),
    ])
  })
})
