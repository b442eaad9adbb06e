import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseOldBuild } from './built.js'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whosout-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes a file that was last changed `age` seconds ago. */
const file = (path: string, age: number): void => {
  const name = join(folder, path)
  mkdirSync(join(name, '..'), { recursive: true })
  writeFileSync(name, '')
  const at = Date.now() / 1_000 - age
  utimesSync(name, at, at)
}
const refuse = (): void => refuseOldBuild(pathToFileURL(`${folder}/`))

describe('a run of the tests', () => {
  it('is refused in a clone that was never built, saying what to do', () => {
    file('src/store/port.ts', 0)
    expect(refuse).toThrow('dist is missing: run `npm run build`')
  })

  it('is refused when the store was changed after the build', () => {
    file('dist/src/store/embedded/thread.js', 10)
    file('src/store/port.ts', 5)
    expect(refuse).toThrow('dist is older than src/store: run `npm run build` again')
  })

  it('begins after a build', () => {
    file('src/store/port.ts', 10)
    file('dist/src/store/embedded/thread.js', 5)
    expect(refuse).not.toThrow()
  })
})
