import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../demo/browser.js'
import { startWorld, type World } from '../../world/world.js'

let browser: Browser
let world: World
beforeAll(async () => {
  browser = await openBrowser()
  world = await startWorld()
})
afterAll(() => Promise.all([browser.close(), world.stop()]))

const proxies: Server[] = []
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  for (const proxy of proxies.splice(0)) proxy.close()
})

/** A proxy that serves the world below a path, which it takes off. Its origin. */
const startProxy = async (prefix: string): Promise<string> => {
  const proxy = createServer((req, res) => {
    if (!req.url!.startsWith(`${prefix}/`)) return void res.writeHead(404).end()
    const path = req.url!.slice(prefix.length)
    const { method, headers } = req
    const onward = request({ port: world.port, path, method, headers }, (reply) => {
      res.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(res)
    })
    onward.end()
  }).listen(0, '127.0.0.1')
  proxies.push(proxy)
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

/** What went wrong on a page, and what it asked of anybody else. */
const openDocs = async (
  url: string,
): Promise<{ readonly page: Page; readonly faults: readonly string[] }> => {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (asked) => {
    const { protocol, origin } = new URL(asked.url())
    if (protocol !== 'data:' && origin !== new URL(url).origin) faults.push(`asked ${asked.url()}`)
  })
  await page.goto(url)
  await page.getByText('Who is in and who is out', { exact: true }).first().waitFor()
  return { page, faults }
}

describe.each([
  ['at the root', '', '/'],
  ['below a path that a proxy takes off', '/tools/whosout', '/docs/'],
])('the docs page %s', (_where, prefix, entry) => {
  it('shows the operation, asks nobody else, and tries it at the right address', async () => {
    const origin = prefix === '' ? `http://127.0.0.1:${world.port}` : await startProxy(prefix)
    const { page, faults } = await openDocs(`${origin}${prefix}${entry}`)
    expect(page.url()).toBe(`${origin}${prefix}/docs`)
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    await page.getByRole('textbox').fill(world.secrets.active)
    await page.getByRole('button', { name: 'Apply credentials' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('.opblock').getByText('/api/v1/presence').first().click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await expect
      .poll(() => page.locator('.begin code').allTextContents())
      .toEqual(Array(3).fill(expect.stringContaining(`${origin}${prefix}/api/v1/presence`)))
    const changes = await page.getByRole('link', { name: 'Changelog' }).getAttribute('href')
    const changelog = await page.request.get(new URL(changes!, page.url()).href)
    expect(await changelog.text()).toContain('# Changelog')
    const [reply] = await Promise.all([
      page.waitForResponse((one) => one.url().includes('presence')),
      page.getByRole('button', { name: 'Execute' }).click(),
    ])
    const { pathname } = new URL(reply.url())
    expect([pathname, reply.status(), ...faults]).toEqual([`${prefix}/api/v1/presence`, 200])
  })
})
