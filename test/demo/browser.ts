import { chromium, type Browser, type Page } from 'playwright-core'
import { findChromium } from './chromium.js'

/** Milliseconds for a step of the browser: many times what it takes, for a busy machine. */
const patience = 180_000

/** Starts the browser of this machine, headless. Debian's own sandbox does not work for root, as in a container. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = findChromium(process.env)
  if (!executablePath) throw new Error('there is no chromium here: put one on the PATH, or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: patience })
}

export interface Look {
  readonly width: number
  readonly height: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The demo's page, loaded, and everything that went wrong on it so far: errors, refusals of its policy, requests to elsewhere. */
export const openPage = async (
  browser: Browser,
  url: string,
  { width, height, colorScheme = 'light' }: Look = { width: 1280, height: 800 },
): Promise<{ readonly page: Page; readonly faults: readonly string[] }> => {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  page.setDefaultTimeout(patience)
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) faults.push(`asked ${request.url()}`)
  })
  await page.goto(`${url}/demo`)
  await page.getByText('Planning moves by two days').waitFor()
  return { page, faults }
}
