import { expect, it } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import { createLateCalendars } from '../../../src/services/sources/late.js'
import type { Reader } from '../../../src/store/port.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { sourceDocument } from '../../world/sources.js'

const bench = openBench(embeddedSubject)
const readAt = Date.parse('2026-11-17T06:30:00.000Z')
const hour = 3_600_000
const minute = 60_000

const open = async (org: string) => {
  const { store } = bench()
  const put = (last_error: string | null) =>
    store.commit([
      {
        put: 'sources',
        document: sourceDocument(org, `${org}-hr`, {
          last_success_at: new Date(readAt).toISOString(),
          last_error,
        }),
      },
    ])
  await put('No answer.')
  const seen = { reads: 0, warnings: 0, isAway: false, elapsed: 0 }
  const find: Reader['find'] = (collection, query) => {
    seen.reads++
    if (seen.isAway) throw new Problem('unavailable', 'away')
    return store.find(collection, query)
  }
  const findLate = createLateCalendars(
    { get: store.get, find },
    () => seen.elapsed,
    () => void seen.warnings++,
  )
  const ask = (afterHours: number) => findLate(org, new Date(readAt + afterHours * hour))
  return { seen, ask, put }
}

it('is read once for many who ask at once, and then known without waiting, whatever the time', async () => {
  const { seen, ask } = await open('many')
  expect((await Promise.all([ask(24), ask(26)])).map(({ length }) => length)).toEqual([0, 1])
  expect([ask(24.9), ask(25)]).toMatchObject([[], [{ name: 'HR', read_at: new Date(readAt) }]])
  expect(seen.reads).toBe(1)
})

it('is read again in the background after a minute, while the state before is told', async () => {
  const { seen, ask, put } = await open('again')
  await ask(30)
  await put(null)
  seen.elapsed += minute - 1
  expect(ask(30)).toHaveLength(1)
  expect(seen.reads).toBe(1)
  seen.elapsed += 1
  expect([ask(30), ask(30)]).toMatchObject([{ length: 1 }, { length: 1 }])
  expect(seen.reads).toBe(2)
  await expect.poll(() => ask(30)).toEqual([])
})

it('is read first when nobody has asked for ten minutes', async () => {
  const { seen, ask, put } = await open('idle')
  await ask(30)
  await put(null)
  seen.elapsed += 10 * minute
  expect(await ask(30)).toEqual([])
})

it('is what was known while the store is away, and nothing where nothing is known', async () => {
  const { seen, ask } = await open('away')
  seen.isAway = true
  expect(await ask(30)).toEqual([])
  expect(seen.warnings).toBe(1)
  seen.isAway = false
  seen.elapsed += minute
  expect(ask(30)).toEqual([])
  await expect.poll(() => ask(30)).toHaveLength(1)
  seen.isAway = true
  seen.elapsed += minute
  expect(ask(30)).toHaveLength(1)
  await expect.poll(() => seen.warnings).toBe(2)
  expect(ask(30)).toHaveLength(1)
})
