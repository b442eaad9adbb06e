import { describe, expect, inject, it } from 'vitest'
import { simulate } from './simulation.js'

const seeds = `1-${{ short: 150, all: 500, long: 2_000 }[inject('suite')]}`
/** Another morning: `DIGEST_SEED=17` runs that one alone, `DIGEST_SEEDS=17-5000` those. */
const [first, last] = process.env['DIGEST_SEED']
  ? [Number(process.env['DIGEST_SEED']), Number(process.env['DIGEST_SEED'])]
  : (process.env['DIGEST_SEEDS'] ?? seeds).split('-').map(Number)

describe('a morning of digests on which everything may go wrong', () => {
  it('never posts twice, and misses only for a recorded reason, whatever the seed', async () => {
    const faults: string[] = []
    const states: Record<string, number> = {}
    let messages = 0
    for (let seed = first!; seed <= last!; seed += 1) {
      const outcome = await simulate(seed)
      for (const fault of outcome.faults) faults.push(`seed ${seed}: ${fault}`)
      messages += outcome.messages
      for (const [state, count] of Object.entries(outcome.states))
        states[`${state} ${outcome.mayLookUp ? 'look-up' : 'never'}`] =
          (states[`${state} ${outcome.mayLookUp ? 'look-up' : 'never'}`] ?? 0) + count
    }
    if (process.env['DIGEST_SEEDS']) console.log({ messages, states })
    expect(faults).toEqual([])
    expect(messages).toBeGreaterThan(last! - first!)
  })
})
