import type { Draw } from './draw.js'
import { nameOf, type Act, type Moment, type Strike } from './moments.js'

/** Which moments of this deployment can be told exactly, from outside of the replicas. */
export type Sight = 'wire' | 'records'

/** What befalls once at each of these steps; a step that stands twice is hit twice. */
const strikes = (act: Act, when: Moment['when'], ...steps: readonly Moment['step'][]): readonly Strike[] =>
  steps.map((step) => ({ act, when, step }))

const atSlack: readonly Strike[] = [
  ...strikes('kill', 'before', 'post', 'post'),
  ...strikes('kill', 'after', 'post', 'post'),
  ...strikes('stop', 'before', 'post'),
  ...strikes('stop', 'after', 'post'),
]

/** Every boundary of every step. With records only, a step is seen when it is done and known to the replica. */
const listOf: Readonly<Record<Sight, readonly Strike[]>> = {
  wire: [
    ...atSlack,
    ...strikes('kill', 'before', 'plan', 'advance', 'claim', 'mark', 'record'),
    ...strikes('kill', 'after', 'plan', 'advance', 'claim', 'mark', 'mark', 'record'),
    ...strikes('kill', 'after', 'give back', 'doubt', 'reconcile'),
    ...strikes('stop', 'after', 'claim', 'mark', 'record'),
    ...strikes('stop for long', 'after', 'mark', 'mark'),
  ],
  records: [
    ...atSlack,
    ...strikes('kill', 'after', 'plan', 'claim', 'claim', 'mark', 'record', 'doubt'),
    ...strikes('stop', 'after', 'claim'),
    ...strikes('stop for long', 'after', 'mark'),
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
const patience = 4

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
