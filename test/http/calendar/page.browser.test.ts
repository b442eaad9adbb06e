import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../../demo/axe.js'
import { openBrowser } from '../../demo/browser.js'
import { startWorld, type World } from '../../world/world.js'
import { addLink } from '../links.js'

let browser: Browser
let world: World
let url: string
beforeAll(async () => {
  browser = await openBrowser()
  world = await startWorld()
  url = (await addLink(world, { reasons: 'shown' })).url
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

interface View {
  readonly query?: string
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The page, and what the browser complained of. */
const open = async ({ query = '', width = 1280, height = 900, colorScheme = 'light' }: View) => {
  // axe is put in by the test, which the policy of the page would refuse; another test holds the policy.
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, bypassCSP: true })
  const faults: string[] = []
  // Of the page itself: that it is refused is what one of the views is about.
  page.on('console', (message) => {
    if (!message.text().includes('422')) faults.push(message.text())
  })
  page.on(
    'requestfailed',
    (request) => void faults.push(`failed ${new URL(request.url()).pathname.slice(0, 20)}`),
  )
  await page.goto(url + query)
  return { page, faults }
}

/** That a screen comes again by itself is what it is for: nobody is reading there with a keyboard. */
const findings = (page: Page, isScreen: boolean) => axeFindings(page, isScreen ? 'meta-refresh' : undefined)

const widthOf = async (page: Page): Promise<number> =>
  (await page.evaluate('document.documentElement.scrollWidth')) as number

const views: readonly (readonly [string, View])[] = [
  ['four weeks', {}],
  ['four weeks in the dark', { colorScheme: 'dark' }],
  ['a month of everybody', { query: '?month=2026-11&everyone=1' }],
  ['two weeks, as older versions asked for them', { query: '?weeks=2026-11-16&out=1' }],
  ['a month that is not there', { query: '?month=x' }],
  ['a year', { query: '?year=2026' }],
  ['a year of everybody in the dark', { query: '?year=2026&everyone=1', colorScheme: 'dark' }],
  ['a year on a phone', { query: '?year=2026', width: 390, height: 844 }],
  ['a list', { query: '?list=1' }],
  ['a list in the dark', { query: '?list=1', colorScheme: 'dark' }],
  ['a phone', { width: 390, height: 844 }],
  ['a small phone in the dark', { width: 320, height: 640, colorScheme: 'dark' }],
  ['a screen on the wall', { query: '?tv=1', width: 1920, height: 1080 }],
  ['a screen in the dark', { query: '?tv=1', width: 1920, height: 1080, colorScheme: 'dark' }],
]

describe('the calendar page in a browser', () => {
  it.each(views)('%s has no finding of axe, no complaint, and nothing beyond its edge', async (_, view) => {
    const { page, faults } = await open(view)
    expect(await findings(page, view.query === '?tv=1')).toEqual([])
    expect(faults).toEqual([])
    expect(await widthOf(page)).toBeLessThanOrEqual(page.viewportSize()!.width)
    await page.close()
  })

  it('follows its content policy: the style is applied, and nothing was blocked', async () => {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => void faults.push(message.text()))
    await page.goto(url)
    expect(await page.evaluate("getComputedStyle(document.querySelector('table')).tableLayout")).toBe('fixed')
    expect(faults).toEqual([])
    await page.close()
  })

  it('shows the table on a desk, the list on a phone, and all people on paper', async () => {
    const { page } = await open({})
    const seen = async () => ({
      table: await page.locator('table').isVisible(),
      list: await page.locator('.list').isVisible(),
      teams: await page.getByRole('link', { name: 'Design' }).isVisible(),
      everyone: await page.getByRole('link', { name: 'Everyone' }).isVisible(),
      linkToList: await page.getByRole('link', { name: 'List' }).isVisible(),
    })
    expect(await seen()).toEqual({ table: true, list: false, teams: true, everyone: true, linkToList: true })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await seen()).toEqual({
      table: false,
      list: true,
      teams: true,
      everyone: true,
      linkToList: false,
    })
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Now', 'Next', 'Past'])
    await page.emulateMedia({ media: 'print' })
    // 297 by 210 mm without margins, at 96 dpi.
    await page.setViewportSize({ width: 1047, height: 718 })
    expect(await seen()).toMatchObject({ table: true, teams: false })
    expect(await widthOf(page)).toBeLessThanOrEqual(1047)
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.close()
  })

  it('keeps names and days in sight while the table is scrolled', async () => {
    const { page } = await open({ query: '?everyone=1', width: 700, height: 420 })
    const place = async (selector: string) => (await page.locator(selector).first().boundingBox())!
    const before = [await place('tbody th'), await place('thead th')] as const
    await page.evaluate("document.querySelector('.scroll').scrollTo(400, 300)")
    const [name, head] = [await place('tbody th'), await place('thead th')]
    expect(name.x).toBe(before[0].x)
    expect(head.x).toBe(before[1].x)
    const top = (await page.locator('.scroll').boundingBox())!.y
    expect(head.y - top).toBeLessThan(2)
    await page.close()
  })

  it('cuts no row off on a desk: the page itself scrolls, and the days stay at its top', async () => {
    const { page } = await open({ query: '?everyone=1', width: 1280, height: 300 })
    const hidden =
      "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.scroll'))"
    expect(await page.evaluate(hidden)).toBe(0)
    await page.evaluate('scrollTo(0, 300)')
    expect(await page.locator('thead').boundingBox()).toMatchObject({ y: 0 })
    await page.close()
  })

  it('can be used with the keyboard, with a ring around the focused element', async () => {
    const { page } = await open({})
    const reached: string[] = []
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      reached.push(
        (await page.evaluate(
          "(() => { const node = document.activeElement; const ring = getComputedStyle(node).outlineStyle !== 'none'; return (node.className || node.textContent.trim().slice(0, 9) || node.name) + (ring ? '' : ' without a ring') })()",
        )) as string,
      )
    }
    const links = ['← 19 Oct', 'Today', '14 Dec', 'Two weeks', 'Four week', 'Month', 'Year', 'List']
    expect(
      reached.slice(0, 8).map((one, at) => one.replaceAll('\u00a0', ' ').startsWith(links[at]!.slice(0, 6))),
    ).toEqual(links.map(() => true))
    await page.getByRole('link', { name: 'Design' }).click()
    await page.getByRole('link', { name: 'Everyone' }).click()
    expect(await page.getByRole('row').allTextContents()).toHaveLength(5)
    await page.getByRole('link', { name: 'Month' }).click()
    expect(await page.locator('caption').textContent()).toContain('November 2026')
    for (const name of ['Design', 'Everyone', 'Month'])
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('aria-current')).toBe('true')
    await page.close()
  })
})
