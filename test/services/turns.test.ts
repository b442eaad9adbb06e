import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Sliced } from '../../src/calendar/slices.js'
import { createLanes, runInTurns } from '../../src/services/turns.js'

/** So many slices; `look` is called in each. */
function* slices(count: number, look: () => void): Sliced<number> {
  for (let done = 1; done < count; done++) {
    look()
    yield
  }
  look()
  return count
}

/** How often `look` was called in each turn of the event loop until `end`. */
const perTurn = async (run: (look: () => void) => Promise<unknown>): Promise<number[]> => {
  let looks = 0
  let going = true
  const end = run(() => looks++).finally(() => (going = false))
  const counts = [looks]
  while (going) {
    const before = looks
    await turn()
    counts.push(looks - before)
  }
  await end
  return counts.filter((count) => count > 0)
}

describe('long work', () => {
  it('gives the event loop a turn after every slice', async () => {
    expect(await perTurn((look) => runInTurns(slices(5, look)))).toEqual([1, 1, 1, 1, 1])
  })

  it('of a hundred at once does at most two slices in a turn, and all come to their end', async () => {
    const results: Promise<number>[] = []
    const counts = await perTurn((look) => {
      for (let i = 0; i < 100; i++) results.push(runInTurns(slices(4, look)))
      return Promise.all(results)
    })
    expect(Math.max(...counts)).toBe(2)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(400)
    expect(await Promise.all(results)).toEqual(Array.from({ length: 100 }, () => 4))
  })

  it('goes on slice by slice for those who follow one another', async () => {
    const counts = await perTurn((look) =>
      Promise.all(
        Array.from({ length: 10 }, async () => {
          for (const count of [3, 2]) await runInTurns(slices(count, look))
        }),
      ),
    )
    expect(Math.max(...counts)).toBe(2)
  })

  it('lets short work pass that came after it', async () => {
    const ended: string[] = []
    const long = runInTurns(slices(50, () => undefined)).then(() => ended.push('long'))
    const short = Array.from({ length: 20 }, (_, i) =>
      runInTurns(slices(1, () => undefined)).then(() => ended.push(`short ${i}`)),
    )
    await Promise.all([long, ...short])
    expect(ended).toHaveLength(21)
    expect(ended.at(-1)).toBe('long')
  })

  it('is done at once when it is short and nothing is under way', () => {
    let looks = 0
    void runInTurns(slices(1, () => looks++))
    expect(looks).toBe(1)
  })

  it('that fails rejects, and stands in nobody’s way', async () => {
    function* failing(): Sliced<never> {
      yield
      throw new Error('broken')
    }
    const [bad, good] = await Promise.allSettled([
      runInTurns(failing()),
      runInTurns(slices(3, () => undefined)),
    ])
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'broken' } })
    expect(good).toEqual({ status: 'fulfilled', value: 3 })
  })

  it('takes no further slice once its signal is aborted, and stands in nobody’s way', async () => {
    const gone = new AbortController()
    let looks = 0
    const ended = runInTurns(
      slices(50, () => looks++),
      { signal: gone.signal },
    )
    await turn()
    const before = looks
    gone.abort(new Error('gone'))
    await expect(ended).rejects.toThrow('gone')
    expect(await runInTurns(slices(3, () => undefined))).toBe(3)
    expect(looks).toBe(before)
  })

  it('tells of every slice before the turn', async () => {
    let told = 0
    await runInTurns(
      slices(4, () => undefined),
      { turned: () => told++ },
    )
    expect(told).toBe(3)
  })
})

describe('lanes', () => {
  it('take so many at once, in the order of the calls, also after one failed', async () => {
    const inLane = createLanes(2)
    const begun: number[] = []
    const ends: ((failed?: boolean) => void)[] = []
    const results = [0, 1, 2, 3].map((index) =>
      inLane(() => {
        begun.push(index)
        return new Promise<number>((resolve, reject) =>
          ends.push((failed) => (failed ? reject(new Error('failed')) : resolve(index))),
        )
      }),
    )
    const outcomes = Promise.allSettled(results)
    await turn()
    expect(begun).toEqual([0, 1])
    ends[1]!(true)
    await turn()
    expect(begun).toEqual([0, 1, 2])
    ends[0]!()
    ends[2]!()
    await turn()
    ends[3]!()
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
  })
})
