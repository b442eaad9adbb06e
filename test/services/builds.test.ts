import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBuildQueue, createBuilds, type BuildState } from '../../src/services/builds.js'
import { runInTurns } from '../../src/services/turns.js'

afterEach(() => void vi.useRealTimers())

/** Builds that last until the test ends them; `begun` lists them in the order of their beginning. */
const createScene = () => {
  const begun: string[] = []
  const states = new Map<string, BuildState>()
  const ends = new Map<string, { give: (result: string) => void; fail: (fault: Error) => void }>()
  const build = createBuilds<string>(createBuildQueue())
  const ask = (organization: string, question = '1', signal = new AbortController().signal) => {
    const asked = build(organization, question, signal, (state) => {
      const name = organization + question
      begun.push(name)
      states.set(name, state)
      return new Promise((give, fail) => ends.set(name, { give, fail }))
    })
    // Most of those that a test leaves waiting are refused long after its end.
    asked.catch(() => undefined)
    return asked
  }
  return {
    begun,
    ask,
    state: (name: string) => states.get(name)!,
    end: async (name: string): Promise<void> => {
      ends.get(name)!.give(`answer ${name}`)
      await turn()
    },
    fail: async (name: string, fault: Error): Promise<void> => {
      ends.get(name)!.fail(fault)
      await turn()
    },
  }
}

const outcome = (asked: Promise<string>): Promise<string> =>
  asked.catch((fault: Error & { code?: string }) => `refused: ${fault.code ?? fault.message}`)

describe('builds', () => {
  it('begin at once, two in the process and one of an organization', async () => {
    const { ask, begun, end } = createScene()
    for (const [organization, question] of ['a1', 'a2', 'b1', 'c1'].map(([o, q]) => [o!, q!]))
      void ask(organization!, question)
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await end('c1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('take turns by organization: a hundred of one delay the first of another by one', async () => {
    const { ask, begun, end } = createScene()
    for (let i = 0; i < 50; i++) for (const one of ['a', 'b']) void ask(one, `${i}`)
    void ask('c', '0')
    void ask('d', '0')
    for (const name of ['a0', 'b0', 'c0', 'd0', 'a1', 'b1']) await end(name)
    expect(begun).toEqual(['a0', 'b0', 'c0', 'd0', 'a1', 'b1', 'a2', 'b2'])
  })

  it('run once for all who ask the same, and again for who asks afterwards', async () => {
    const { ask, begun, end } = createScene()
    const all = Promise.all([ask('a'), ask('a'), ask('a')])
    await end('a1')
    expect(await all).toEqual(Array(3).fill('answer a1'))
    void ask('a')
    expect(begun).toEqual(['a1', 'a1'])
  })

  it('give all who wait the same fault, and let the next one begin', async () => {
    const { ask, begun, fail } = createScene()
    const all = Promise.all([outcome(ask('a')), outcome(ask('a'))])
    void ask('a', '2')
    await fail('a1', new Error('broken'))
    expect(await all).toEqual(['refused: broken', 'refused: broken'])
    expect(begun).toEqual(['a1', 'a2'])
  })

  it('are aborted when the last who waits is gone, and keep their place until they have ended', async () => {
    const { ask, begun, end, state } = createScene()
    const [first, second] = [new AbortController(), new AbortController()]
    const all = [outcome(ask('a', '1', first.signal)), outcome(ask('a', '1', second.signal))]
    first.abort(new Error('gone'))
    expect(state('a1').signal.aborted).toBe(false)
    second.abort(new Error('gone too'))
    const ended = state('a1').signal
    expect(ended.aborted).toBe(true)
    expect(await Promise.all(all)).toEqual(['refused: gone', 'refused: gone too'])
    const next = ask('a')
    expect(begun).toEqual(['a1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a1'])
    await end('a1')
    expect(await next).toBe('answer a1')
  })

  it('never begin when everyone who waited is gone before their turn', async () => {
    const { ask, begun, end } = createScene()
    void ask('a')
    const gone = new AbortController()
    const left = outcome(ask('a', '2', gone.signal))
    void ask('a', '3')
    gone.abort(new Error('gone'))
    expect(await left).toBe('refused: gone')
    await end('a1')
    expect(begun).toEqual(['a1', 'a3'])
    await expect(ask('b', '1', gone.signal)).rejects.toThrow('gone')
  })

  it('refuse who has waited 30 seconds for the beginning, and nobody whose build has begun', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, begun, end } = createScene()
    const running = outcome(ask('a'))
    const early = outcome(ask('a', '2'))
    vi.advanceTimersByTime(20_000)
    const late = outcome(ask('a', '2'))
    vi.advanceTimersByTime(10_000)
    expect(await early).toBe('refused: busy')
    await end('a1')
    expect(await running).toBe('answer a1')
    vi.advanceTimersByTime(60_000)
    await end('a2')
    expect(await late).toBe('answer a2')
    expect(begun).toEqual(['a1', 'a2'])
  })

  it('refuse the hundred-and-first that waits of an organization, and nobody of another', async () => {
    const { ask, begun } = createScene()
    for (let i = 0; i <= 100; i++) void ask('a', `${i}`)
    expect(await outcome(ask('a', 'more'))).toBe('refused: busy')
    void ask('b')
    expect(begun).toEqual(['a0', 'b1'])
  })

  it('leave digests and Slack, which wait in no queue, a third of the slices however many wait', async () => {
    let going = true
    const build = createBuilds<void>(createBuildQueue())
    const endless = function* () {
      while (going) yield
    }
    const builds = Array.from({ length: 100 }, (_, i) =>
      build(`${i % 4}`, `${i}`, new AbortController().signal, () => runInTurns(endless())),
    )
    let turns = 0
    const digest = runInTurns(
      (function* () {
        for (let i = 0; i < 20; i++) yield
      })(),
      { turned: () => void (turns += 1) },
    )
    let passed = 0
    const counting = (async () => {
      while (turns < 20) {
        await turn()
        passed++
      }
    })()
    await digest
    await counting
    going = false
    await Promise.all(builds)
    expect(passed).toBeLessThan(70)
  })
})
