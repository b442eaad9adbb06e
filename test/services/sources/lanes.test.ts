import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSourceLanes } from '../../../src/services/sources/lanes.js'

interface Feed {
  readonly org: string
  readonly host: string
  /** Milliseconds until its host has answered. */
  readonly takes: number
}

/** Reads feeds on a clock that stands still until all that can run at that moment runs. */
const readOn = async (
  due: readonly Feed[],
  { atOnce = 16, before = [] as readonly Feed[], until = Infinity } = {},
) => {
  let now = 0
  const ends: { at: number; end: () => void }[] = []
  const lanes = createSourceLanes({ atOnce, elapsed: () => now })
  const reading: Feed[] = []
  const begun: { feed: Feed; at: number; beside: readonly Feed[] }[] = []
  const read = async (feeds: readonly Feed[]): Promise<void> => {
    let isDone = false
    const done = lanes
      .run(
        feeds,
        () => now < until,
        async (feed) => {
          begun.push({ feed, at: now, beside: [...reading] })
          reading.push(feed)
          await lanes.timed(feed.host, () => {
            return new Promise<void>((end) => ends.push({ at: now + feed.takes, end }))
          })
          reading.splice(reading.indexOf(feed), 1)
        },
      )
      .finally(() => (isDone = true))
    for (;;) {
      await turn()
      if (isDone) return done
      ends.sort((a, b) => a.at - b.at)
      const next = ends.shift()
      if (next) now = next.at
      next?.end()
    }
  }
  await read(before)
  const since = now
  begun.length = 0
  await read(due)
  return { begun: begun.map((one) => ({ ...one, at: one.at - since })), took: now - since }
}

const feeds = (count: number, feed: (index: number) => Feed): readonly Feed[] =>
  Array.from({ length: count }, (_, index) => feed(index))

describe('sources that are due', () => {
  it('of one organization, sixty and slow, do not hold up another, whose feed became due last', async () => {
    const slow = feeds(60, (index) => ({ org: 'acme', host: `${index}.example`, takes: 10_000 }))
    const other = { org: 'globex', host: 'fast.example', takes: 100 }
    const { begun } = await readOn([...slow, other])
    expect(begun.find(({ feed }) => feed === other)?.at).toBe(0)
  })

  it('of a hundred hosts, two thousand of them, are read within five minutes, a second each', async () => {
    const { took, begun } = await readOn(
      feeds(2_000, (index) => ({ org: `org-${index % 400}`, host: `${index % 100}.example`, takes: 1_000 })),
    )
    expect(begun).toHaveLength(2_000)
    expect(took).toBeLessThanOrEqual(300_000)
  })

  it.each([
    ['eight', 2_900, 7],
    ['two when it was slow the last time', 3_100, 1],
  ])('are at most %s of one host at once, while others go on', async (_most, takes, beside) => {
    const ofHost = (count: number) => feeds(count, () => ({ org: 'acme', host: 'one.example', takes }))
    const others = feeds(4, (index) => ({ org: 'globex', host: `${index}.example`, takes: 100 }))
    const { begun } = await readOn([...ofHost(30), ...others], { before: ofHost(1) })
    const besides = begun
      .filter(({ feed }) => feed.host === 'one.example')
      .map((one) => one.beside.filter(({ host }) => host === 'one.example').length)
    expect([besides.length, Math.max(...besides)]).toEqual([30, beside])
    expect(begun.filter(({ feed }) => feed.org === 'globex').map(({ at }) => at)).toEqual([0, 0, 0, 0])
  })

  it('are as many at once as is set', async () => {
    const { begun } = await readOn(
      feeds(20, (index) => ({ org: 'acme', host: `${index}.example`, takes: 1_000 })),
      { atOnce: 3 },
    )
    expect(Math.max(...begun.map(({ beside }) => beside.length))).toBe(2)
  })

  it('are left to a later tick when the time is over; what began is finished', async () => {
    const { begun, took } = await readOn(
      feeds(100, (index) => ({ org: 'acme', host: `${index}.example`, takes: 10_000 })),
      { until: 25_000 },
    )
    expect([begun.length, took]).toEqual([48, 30_000])
  })
})
