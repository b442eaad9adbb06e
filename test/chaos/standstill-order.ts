import type { Draw } from './draw.js'

/**
 * Where a replica stands still until others are done with its run. `claimed`: it knows that it holds the run, and has
 * not marked it. `marked`: it knows that its mark stands. `connected`: it is connected to Slack for it, and has written
 * nothing.
 */
export const standstills = ['claimed', 'marked', 'connected'] as const
export type Standstill = (typeof standstills)[number]

export interface StandstillOrder {
  readonly step: Standstill
  /** How often it passes that step before. */
  readonly skip: number
}

/** A standstill that began. */
export interface Stood {
  readonly replica: string
  readonly step: Standstill
  readonly run: string
  /** An instant. */
  readonly at: string
  /** How many lines the replicas had logged by then. */
  readonly lines: number
  /** Whether others were done with the run before it went on. */
  outlasted: boolean
}

export interface Standstills {
  /** What the next replica is ordered; null: nothing is left. */
  orderOf(replica: string): StandstillOrder | null
  /** It has an order and did not come to it yet: once it works on runs, nothing else befalls it. */
  isPending(replica: string): boolean
  /** Notes that one stands still. */
  begin(what: Omit<Stood, 'outlasted'>): Stood
  /** It is no more; another gets its order. */
  gone(replica: string): void
  readonly stood: readonly Stood[]
}

/** Digests for one more standstill than each kind once. */
const digestsOfOne = 50
const longestSkip = 4

const drawn = (draw: Draw): StandstillOrder => ({
  step: draw.pick(standstills),
  skip: draw.below(longestSkip),
})

/** Each kind once, in the first replicas and at the first moment; more of them when there are many digests. */
export const planStandstills = (digests: number, draw: Draw): Standstills => {
  const open: StandstillOrder[] = [
    ...standstills.map((step) => ({ step, skip: 0 })),
    ...Array.from({ length: Math.floor(digests / digestsOfOne) }, () => drawn(draw)),
  ]
  const pending = new Map<string, StandstillOrder>()
  const stood: Stood[] = []
  return {
    orderOf(replica) {
      const order = open.shift()
      if (order) pending.set(replica, order)
      return order ?? null
    },
    isPending: (replica) => pending.has(replica),
    begin(what) {
      pending.delete(what.replica)
      const one = { ...what, outlasted: false }
      stood.push(one)
      return one
    },
    gone(replica) {
      const order = pending.get(replica)
      if (order) open.unshift(order)
      pending.delete(replica)
    },
    stood,
  }
}
