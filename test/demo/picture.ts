import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../../src/config/config.js'
import { createLog } from '../../src/log.js'
import { startDemo } from '../../src/demo/start.js'
import { createLinks } from '../../src/services/links/links.js'
import { openEmbeddedStore } from '../../src/store/embedded/store.js'
import { collect } from '../../src/store/port.js'
import { openBrowser, openPage } from './browser.js'

// Takes the README's picture of the demo's page: `npm run picture`.

/** In the source tree, also when this runs as built code. */
const target = fileURLToPath(new URL('../../../test/demo/picture.png', import.meta.url))
const calendarTarget = fileURLToPath(new URL('../../../test/demo/calendar.png', import.meta.url))

const config = parseConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' })
if ('problems' in config) throw new Error(config.problems.join('\n'))
const edge = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  random: (size: number) => randomBytes(size),
  wait: async (ms: number) => void (await sleep(ms)),
  tzdata: process.versions.tz ?? '',
}
const demo = await startDemo(config, edge, createLog('warn'), () => undefined)
const browser = await openBrowser()

/** The page of a link, with those who are out around today. */
const photographCalendar = async (): Promise<void> => {
  const store = await openEmbeddedStore(demo.folder)
  const [sample] = await collect(store.find('organizations', { index: 'by_slug' }))
  const { token } = await createLinks({ ...edge, store }).create(
    sample!._id,
    { name: 'Picture' },
    { who: 'picture', from: null },
  )
  await store.close()
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } })
  await page.goto(`${demo.url}/calendar/${token}?out=1`)
  await page.screenshot({ path: calendarTarget })
}

try {
  const { page, faults } = await openPage(browser, demo.url, { width: 1280, height: 700 })
  // On a working day, whatever day it is here.
  await page.getByRole('button', { name: 'next digest' }).click()
  await page.getByRole('status').getByText('The digest is in #general').waitFor()
  await page.getByRole('textbox').fill('/whosout design next week')
  await page.keyboard.press('Enter')
  await page
    .getByRole('heading', { name: /Who is out · next week/ })
    .last()
    .waitFor()
  await page.locator('#curl', { hasText: 'team_id=' }).waitFor()
  await page.screenshot({ path: target })
  await photographCalendar()
  if (faults.length > 0) throw new Error(faults.join('\n'))
} finally {
  await browser.close()
  await demo.stop()
}
