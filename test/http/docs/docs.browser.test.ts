import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../../demo/axe.js'
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

interface Opened {
  readonly page: Page
  /** What went wrong on the page, and what it asked of anybody else. */
  readonly faults: readonly string[]
}

const open = async (url: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Opened> => {
  const page = await browser.newPage(options)
  const faults: string[] = []
  page.on('console', (message) => void faults.push(message.text()))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (asked) => {
    const { protocol, origin } = new URL(asked.url())
    if (protocol !== 'data:' && origin !== new URL(url).origin) faults.push(`asked ${asked.url()}`)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return { page, faults }
}

const presenceForm = (page: Page) => page.getByRole('form', { name: 'Try it: Who is in and who is out' })

describe.each([
  ['at the root', '', '/docs'],
  ['below a path that a proxy takes off', '/tools/whosout', '/docs/'],
])('the reference %s', (_where, prefix, entry) => {
  it('tries the request at the right address, and the key is in no address', async () => {
    const origin = prefix === '' ? `http://127.0.0.1:${world.port}` : await startProxy(prefix)
    const { page, faults } = await open(`${origin}${prefix}${entry}`)
    expect(page.url()).toBe(`${origin}${prefix}/docs`)
    const code = await page.locator('pre code').allTextContents()
    expect(code.filter((text) => text.includes(`${origin}${prefix}/api/v1/presence`)).length).toBe(3)
    const form = presenceForm(page)
    await form.getByLabel('API key').fill(world.secrets.active)
    await form.getByLabel('from').fill('2026-11-20')
    const [reply] = await Promise.all([
      page.waitForResponse((one) => one.url().includes('presence')),
      form.getByRole('button', { name: 'Send' }).click(),
    ])
    const { pathname, search } = new URL(reply.url())
    expect([pathname, search, reply.status()]).toEqual([`${prefix}/api/v1/presence`, '?from=2026-11-20', 200])
    await expect
      .poll(() => form.locator('output').textContent())
      .toMatch(/^200 OK\n\{\n {2}"from": "2026-11-20"/)
    expect([page.url(), ...faults]).toEqual([`${origin}${prefix}/docs`])
  })

  it('says what to send before the form, shows the form an example of each, and tells the rest below', async () => {
    const origin = prefix === '' ? `http://127.0.0.1:${world.port}` : await startProxy(prefix)
    const { page } = await open(`${origin}${prefix}${entry}`)
    expect(await page.locator('#getPresence h3').allTextContents()).toEqual([
      'Parameters',
      'Try it',
      'Details',
      'Answers',
    ])
    expect(await presenceForm(page).getByLabel('from').getAttribute('placeholder')).toBe('such as 2026-11-20')
  })

  it('leads to the changelog, the description and the first page', async () => {
    const origin = prefix === '' ? `http://127.0.0.1:${world.port}` : await startProxy(prefix)
    const { page } = await open(`${origin}${prefix}${entry}`)
    const textAt = async (name: string): Promise<string> => {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
      return (await page.request.get(new URL(href!, page.url()).href)).text()
    }
    expect(await textAt('Changelog')).toContain('<h1>Changelog</h1>')
    expect(await textAt('OpenAPI description')).toContain('"openapi":"3.0.3"')
    expect(await textAt('Start')).toContain('The first request')
  })
})

describe('the pages for developers', () => {
  const paths = ['/', '/docs', '/docs/changelog']
  const looks = [
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
    { width: 390, colorScheme: 'light' },
  ] as const
  const cases = paths.flatMap((path) => looks.map((look) => [path, look.width, look.colorScheme] as const))

  it.each(cases)(
    '%s at %d pixels, %s: axe finds nothing, nothing is beyond the edge',
    async (path, width, colorScheme) => {
      const url = `http://127.0.0.1:${world.port}${path}`
      const { page, faults } = await open(url, {
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      })
      await page.evaluate(
        "for (const one of document.querySelectorAll('details')) { one.name = ''; one.open = true }",
      )
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(faults).toEqual([])
    },
  )

  it('say whether the server is up, and copy the first request', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${world.port}/`)
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^It is up\./)
    await page.getByRole('button', { name: 'Copy: First request in curl' }).click()
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(`curl -H "Authorization: Bearer $WHOSOUT_KEY" http://127.0.0.1:${world.port}/api/v1/presence`)
  })

  it('give each row a meaning, and show the changelog without marks of Markdown', async () => {
    const { page } = await open(`http://127.0.0.1:${world.port}/docs`)
    const rows = await page.locator('tbody tr').count()
    expect(rows).toBeGreaterThan(50)
    expect(await page.locator('tbody tr').locator('td:empty').count()).toBe(0)
    await page.getByRole('link', { name: 'Changelog', exact: true }).click()
    expect(await page.locator('h2').first().textContent()).toBe('Unreleased')
    expect(await page.locator('details[open] h2').allTextContents()).toEqual([expect.stringMatching(/^\d/)])
    expect(await page.locator('main').textContent()).not.toMatch(/\*\*|^#|^- |\]\(|`/m)
    await page.getByRole('link', { name: 'API reference' }).click()
    expect(new URL(page.url()).pathname).toBe('/docs')
  })

  it('are readable without a script, and offer no form that would put a key into an address', async () => {
    const { page } = await open(`http://127.0.0.1:${world.port}/docs`, { javaScriptEnabled: false })
    expect(await page.getByText('First day of the range.').first().isVisible()).toBe(true)
    expect(await presenceForm(page).isVisible()).toBe(false)
    expect(await page.locator('input[name]').count()).toBe(0)
  })
})
