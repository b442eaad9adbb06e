import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { casesOf, filesOf, isApart, onlyLong, placeOf } from './suites.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const short = filesOf('short', folder)
const long = filesOf('long', folder)
const all = filesOf('all', folder)

describe('the short and the long suite', () => {
  it('have every test file between them, and one run of both has it once', () => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/${name}`)
    expect(new Set([...short, ...long])).toEqual(new Set(found))
    expect(all).toEqual(found.toSorted())
  })

  it.each(onlyLong)('know the files that only the long one runs: %s', (pattern) => {
    expect(long.filter((file) => pattern.test(file))).not.toEqual([])
    expect(short.filter((file) => pattern.test(file))).toEqual([])
  })

  it('share what the long one runs with more cases', () => {
    expect(short).toContain('test/domain/presence/answer.test.ts')
    expect(long).toContain('test/domain/presence/answer.test.ts')
    const cases = (['short', 'all', 'long'] as const).map((suite) => casesOf(suite, {}))
    expect(cases).toEqual([200, 500, 4_000])
    expect(casesOf('short', { PROPERTY_CASES: '50' })).toBe(50)
  })
})

describe('a process of its own', () => {
  it.each([
    ["import { getHeapSnapshot } from 'node:v8'", true],
    ["import { fork } from 'node:child_process'", false],
  ])('has a file with %j in it: %s', (text, expected) => expect(isApart(text)).toBe(expected))
})

describe('the order of a suite', () => {
  const [race, serve, day] = [
    '/test/stores/embedded/race.test.ts',
    '/test/process/serve.test.ts',
    '/test/calendar/day.test.ts',
  ] as const

  it('begins with what takes longest, in the long one, and with what starts programs', () => {
    const places = [race, serve, day].map((file) => placeOf('long', file))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places).size).toBe(3)
    expect(placeOf('short', race)).toBe(placeOf('short', day))
  })
})
