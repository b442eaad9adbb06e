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
  page.on('console', (message) => void faults.push(message.text()))
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
  ['a month', {}],
  ['a month in the dark', { colorScheme: 'dark' }],
  ['two weeks of who is out', { query: '?weeks=2026-11-16&out=1' }],
  ['a list', { query: '?list=1' }],
  ['a list in the dark', { query: '?list=1', colorScheme: 'dark' }],
  ['a phone', { width: 390, height: 844 }],
  ['a small phone in the dark', { width: 320, height: 640, colorScheme: 'dark' }],
  ['a screen on the wall', { query: '?tv=1', width: 1920, height: 1080 }],
  ['a screen in the dark', { query: '?tv=1', width: 1920, height: 1080, colorScheme: 'dark' }],
]

describe('the calendar page in a browser', { timeout: 120_000 }, () => {
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
      choices: await page.getByRole('combobox').isVisible(),
      checkbox: await page.getByRole('checkbox').isVisible(),
      linkToList: await page.getByRole('link', { name: 'List' }).isVisible(),
    })
    expect(await seen()).toEqual({
      table: true,
      list: false,
      choices: true,
      checkbox: true,
      linkToList: true,
    })
    await page.setViewportSize({ width: 320, height: 640 })
    // The list is of people who are out already.
    expect(await seen()).toEqual({
      table: false,
      list: true,
      choices: true,
      checkbox: false,
      linkToList: false,
    })
    await page.emulateMedia({ media: 'print' })
    // 297 by 210 mm without margins, at 96 dpi.
    await page.setViewportSize({ width: 1047, height: 718 })
    expect(await seen()).toMatchObject({ table: true, choices: false })
    expect(await widthOf(page)).toBeLessThanOrEqual(1047)
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000)
    await page.close()
  })

  it('keeps names and days in sight while the table is scrolled', async () => {
    const { page } = await open({ width: 700, height: 420 })
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
    const links = ['← October', 'Today', 'December ', 'Month', 'Two weeks', 'List']
    const rest = ['All teams', 'out', 'Show', 'scroll', 'the addre']
    expect(reached.slice(0, 11)).toEqual([...links, ...rest])
    await page.getByRole('combobox').selectOption({ label: 'Design' })
    await page.getByRole('checkbox').check()
    await page.getByRole('button').click()
    expect(await page.getByRole('row').allTextContents()).toHaveLength(4)
    await page.getByRole('link', { name: 'December' }).click()
    expect(await page.locator('caption').textContent()).toContain('December 2026')
    expect(await page.getByRole('checkbox').isChecked()).toBe(true)
    await page.close()
  })
})
