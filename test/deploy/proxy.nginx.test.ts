import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../http/mcp/clients.js'
import { askServer, newAcme, newFolder, startServer, stopServer } from '../process/whosout.js'
import type { Acme, ServerProcess } from '../process/whosout.js'
import { openSlack } from '../slack/house.js'
import { freePort } from '../process/ports.js'

let acme: Acme
let key: string
beforeAll(async () => {
  acme = await newAcme()
  key = (await acme.createKey()).secret
})
afterAll(() => acme.remove())

const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServer({ ...acme.env, TRUST_PROXY: '1', DRAIN_DELAY: '2', ...env })
  onTestFinished(async () => void (await stopServer(server)))
  return server
}

/** Runs nginx with one of our files on a free port, before these servers; its log of requests. */
const runNginx = async (name: string, port: number, servers: readonly ServerProcess[], secret = '') => {
  const folder = await newFolder()
  onTestFinished(folder.remove)
  const log = join(folder.path, 'access.log')
  await Promise.all(['body', 'proxy', 'other'].map((one) => mkdir(join(folder.path, one))))
  const ports = servers.map(({ url }) => new URL(url).port)
  const text = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
    .replace('who_live_REPLACE_ME', secret)
    .replace(/listen .*;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replaceAll(
      /(?:127\.0\.0\.1:300([12])|whosout-([12]):3000)/g,
      (_, a, b) => `127.0.0.1:${ports[(a ?? b) - 1]}`,
    )
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
  const site = text.includes('server {') ? text : `server { listen 127.0.0.1:${port};\n${text}\n}`
  const config = join(folder.path, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;
     events {}
     http { access_log ${log}; client_body_temp_path ${folder.path}/body; proxy_temp_path ${folder.path}/proxy;
       fastcgi_temp_path ${folder.path}/other; uwsgi_temp_path ${folder.path}/other; scgi_temp_path ${folder.path}/other;
       ${site} }`,
  )
  const nginx = spawn('nginx', ['-p', folder.path, '-c', config], { stdio: 'ignore' })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    if (nginx.exitCode === null) await once(nginx, 'exit')
  })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return { logged: () => readFile(log, 'utf8') }
}

const get = async (url: string) => {
  const reply = await fetch(url)
  return { status: reply.status, text: await reply.text() }
}

describe.each([
  ['nginx.conf', '', 2],
  ['nginx.compose.conf', '', 2],
  ['nginx.subpath.conf', '/whosout', 1],
])('behind %s', (name, path, count) => {
  it('everything is where it should be', async () => {
    const port = await freePort()
    const base = `http://127.0.0.1:${port}${path}`
    const slack = await openSlack()
    const env = {
      BASE_URL: base,
      METRICS_TOKEN: 'a-token-for-metrics-0123456789',
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token,
      SLACK_SIGNING_SECRET: slack.credentials.signingSecret,
    }
    const servers = await Promise.all(Array.from({ length: count }, () => start(env)))
    const nginx = await runNginx(name, port, servers)

    const { status, text } = await askServer({ url: base }, key)
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ out: [] })])

    const docs = await get(`${base}/docs`)
    expect([docs.status, (await get(`${base}/docs/docs.css`)).status]).toEqual([200, 200])
    const linked = [...docs.text.matchAll(/(?:href|src)="([^"#:]+)"/g)].map(([, to]) => to!)
    for (const to of linked)
      expect([to, (await fetch(new URL(to, `${base}/docs`))).status]).toEqual([to, 200])
    expect(JSON.parse((await get(`${base}/openapi.json`)).text)).toMatchObject({ servers: [{ url: base }] })

    const link = await acme.ask<{ url: string }>('links', 'create', '--name', name)
    const page = base + new URL(link.url).pathname
    const calendar = await get(page)
    expect(calendar.status).toBe(200)
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(calendar.text)![1]!
    expect((await get(new URL(style, page).href)).status).toBe(200)
    expect((await get(`${page}.ics`)).text).toMatch(/^BEGIN:VCALENDAR/)

    const agent = await connect(`${base}/mcp`, key)
    expect((await agent.tools()).length).toBeGreaterThan(0)
    await agent.close()

    slack.deliverTo(`${base}/slack/events`)
    const before = slack.visible('U0ANA', 'C0ACME').length
    await slack.command({ user: 'U0ANA', channel: 'C0ACME', text: '' })
    await slack.until(() => slack.visible('U0ANA', 'C0ACME').length > before)

    expect((await get(`${base}/metrics`)).status).toBe(404)
    const log = await nginx.logged()
    expect(log).toContain(`${path}/api/v1/presence`)
    expect(log).not.toContain('/calendar/')
  })
})

describe('behind nginx.conf, a process that is replaced', () => {
  it('fails no request', async () => {
    const port = await freePort()
    const env = { BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT: '0' }
    const servers = [await start(env), await start(env)]
    await runNginx('nginx.conf', port, servers)
    const statuses = new Map<number, number>()
    let goesOn = true
    const asking = Array.from({ length: 4 }, async () => {
      while (goesOn) {
        const { status } = await askServer({ url: env.BASE_URL }, key)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })
    await expect.poll(() => statuses.get(200) ?? 0).toBeGreaterThan(50)
    await stopServer(servers[0]!)
    const seen = statuses.get(200)!
    await expect.poll(() => statuses.get(200)!).toBeGreaterThan(seen + 50)
    goesOn = false
    await Promise.all(asking)
    expect([...statuses.keys()]).toEqual([200])
  })
})

describe('behind nginx.browser.conf', () => {
  it('a page asks its own site, without the key', async () => {
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    await runNginx('nginx.browser.conf', port, [await start({})], key)
    const reply = await fetch(`${site}/who-is-out?from=2026-12-01&to=2026-12-24`)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      expect.objectContaining({ from: '2026-12-01', to: '2026-12-24', out: [] }),
    ])
    expect((await fetch(`${site}/who-is-out`, { method: 'POST' })).status).toBe(403)
    expect((await fetch(`${site}/api/v1/presence`)).status).toBe(404)
  })
})
