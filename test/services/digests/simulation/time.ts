/** Numbers from 0 to 1 that are the same for the same seed. */
export type Dice = () => number

export const createDice = (seed: number): Dice => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (dice: Dice, low: number, high: number): number => low + dice() * (high - low)
export const pick = <T>(dice: Dice, items: readonly T[]): T => items[Math.floor(dice() * items.length)]!

interface Event {
  readonly at: number
  readonly happen: () => void
}

/** The only time there is: it moves to the next thing that happens, once everything has settled that the last one began. */
export interface Time {
  /** Milliseconds since 1970: the true time, which no replica's clock need show. */
  now(): number
  at(instant: number, happen: () => void): void
  /** Lets things happen until an instant, or until `isDone` says so. */
  run(until: number, isDone?: () => boolean): Promise<void>
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const createTime = (start: number): Time => {
  /** The earliest first, those of one instant in the order in which they were put. */
  const queue: Event[] = []
  let now = start
  return {
    now: () => now,
    at(instant, happen) {
      const at = Math.max(instant, now)
      queue.splice(queue.findLastIndex((event) => event.at <= at) + 1, 0, { at, happen })
    },
    async run(until, isDone) {
      await settled()
      for (let event = queue[0]; event && event.at <= until; event = queue[0]) {
        queue.shift()
        now = event.at
        event.happen()
        await settled()
        if (isDone?.()) return
      }
      now = Math.max(now, until)
    },
  }
}
