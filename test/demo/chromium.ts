import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser that tests drive: `CHROMIUM_PATH`, else one on the PATH. A named one that is not there is a mistake. */
export const findChromium = (env: Environment): string | undefined => {
  const named = env['CHROMIUM_PATH']
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return named || folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}

/** The test files that need one, when there is none. */
export const filesWithoutChromium = (folder: string, chromium: string | undefined): readonly string[] =>
  chromium
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.browser.test.ts'))
        .map((name) => `test/${name}`)
        .toSorted()

/** The line that a run without a browser ends with. */
export const withoutChromiumLine = (files: readonly string[]): string =>
  `LEFT OUT for want of a browser: ${files.join(', ')}. To run them, put chromium on the PATH, or set CHROMIUM_PATH to one.`
