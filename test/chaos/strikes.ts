import type { Draw } from './draw.js'
import { nameOf, type Act, type Moment, type Strike } from './moments.js'

/** Which moments of this deployment can be told exactly, from outside of the replicas. */
export type Sight = 'wire' | 'records'

const kill = (when: Moment['when'], step: Moment['step']): Strike => ({ act: 'kill', when, step })
const stop = (when: Moment['when'], step: Moment['step']): Strike => ({ act: 'stop', when, step })
const stopForLong = (when: Moment['when'], step: Moment['step']): Strike => ({
  act: 'stop for long',
  when,
  step,
})

const atSlack: readonly Strike[] = [
  kill('before', 'post'),
  kill('before', 'post'),
  kill('after', 'post'),
  kill('after', 'post'),
  stop('before', 'post'),
  stop('after', 'post'),
]

/** Every boundary of every step. With records only, a step is seen when it is done and known to the replica. */
const listOf: Readonly<Record<Sight, readonly Strike[]>> = {
  wire: [
    ...atSlack,
    kill('before', 'plan'),
    kill('after', 'plan'),
    kill('before', 'advance'),
    kill('after', 'advance'),
    kill('before', 'claim'),
    kill('after', 'claim'),
    kill('before', 'mark'),
    kill('after', 'mark'),
    kill('after', 'mark'),
    kill('before', 'record'),
    kill('after', 'record'),
    kill('after', 'give back'),
    kill('after', 'doubt'),
    kill('after', 'reconcile'),
    stop('after', 'claim'),
    stop('after', 'mark'),
    stopForLong('after', 'mark'),
    stopForLong('after', 'mark'),
    stop('after', 'record'),
  ],
  records: [
    ...atSlack,
    kill('after', 'plan'),
    kill('after', 'claim'),
    kill('after', 'claim'),
    kill('after', 'mark'),
    kill('after', 'record'),
    kill('after', 'doubt'),
    stop('after', 'claim'),
    stopForLong('after', 'mark'),
  ],
}

export interface Strikes {
  /** What befalls a replica at a moment; undefined: nothing. A strike befalls once. */
  at(moment: Moment): Act | undefined
  /** Names of those that befell, and of those still to come. */
  struck(): readonly string[]
  left(): readonly string[]
  end(): void
}

/** How many of its moments pass, at most, before a strike befalls one. */
const patience = 6

/** All strikes of a run, each at one of the first moments that fit it. */
export const planStrikes = (sight: Sight, draw: Draw): Strikes => {
  const open = listOf[sight].map((strike) => ({
    strike,
    // A plan and its advance are made once for many.
    skip: strike.step === 'plan' || strike.step === 'advance' ? 0 : draw.below(patience),
  }))
  const struck: string[] = []
  let ended = false
  return {
    at({ when, step }) {
      if (ended) return undefined
      const index = open.findIndex(({ strike }) => strike.when === when && strike.step === step)
      const found = open[index]
      if (!found) return undefined
      if (found.skip > 0) {
        found.skip -= 1
        return undefined
      }
      open.splice(index, 1)
      struck.push(nameOf(found.strike))
      return found.strike.act
    },
    struck: () => struck,
    left: () => open.map(({ strike }) => nameOf(strike)),
    end: () => void (ended = true),
  }
}
