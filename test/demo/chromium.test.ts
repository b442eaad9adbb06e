import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesWithoutChromium, findChromium, withoutChromiumLine } from './chromium.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whosout-browser-'))
  mkdirSync(join(folder, 'bin'))
  for (const name of [
    'a.test.ts',
    'b.browser.test.ts',
    join('bin', 'chromium'),
    join('bin', 'google-chrome'),
  ])
    writeFileSync(join(folder, name), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('takes the browser that is named, else one on the PATH, and refuses a name without a file', () => {
  const [chromium, chrome] = ['chromium', 'google-chrome'].map((name) => join(folder, 'bin', name))
  const PATH = `/elsewhere:${join(folder, 'bin')}`
  expect(findChromium({ PATH, CHROMIUM_PATH: chrome })).toBe(chrome)
  expect(findChromium({ PATH })).toBe(chromium)
  expect(findChromium({ PATH: '/elsewhere' })).toBeUndefined()
  expect(() => findChromium({ PATH, CHROMIUM_PATH: '/elsewhere/chromium' })).toThrow('names no file')
})

it('leaves out exactly the files that need a browser, and says so in one line', () => {
  expect(filesWithoutChromium(folder, '/usr/bin/chromium')).toEqual([])
  const files = filesWithoutChromium(folder, undefined)
  expect(files).toEqual(['test/b.browser.test.ts'])
  expect(withoutChromiumLine(files)).toMatch(
    /^LEFT OUT for want of a browser: test\/b\.browser\.test\.ts\. .*CHROMIUM_PATH/,
  )
})
