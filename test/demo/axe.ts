import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds on a page, rule and place. The page must be opened with `bypassCSP`. `without`: a rule not to ask. */
export const axeFindings = async (page: Page, without?: string): Promise<readonly string[]> => {
  await page.evaluate(axe)
  const rules = without === undefined ? '{}' : `{ '${without}': { enabled: false } }`
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${rules} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  )
  return found as string[]
}
