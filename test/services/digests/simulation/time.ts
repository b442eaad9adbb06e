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
  readonly order: number
  readonly happen: () => void
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A heap: the earliest first, equal ones in the order in which they were put. */
const createQueue = () => {
  const heap: Event[] = []
  const swap = (a: number, b: number): void => void ([heap[a], heap[b]] = [heap[b]!, heap[a]!])
  return {
    put(event: Event): void {
      heap.push(event)
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1
        if (!isBefore(heap[child]!, heap[parent]!)) return
        swap(child, parent)
        child = parent
      }
    },
    take(): Event | undefined {
      const first = heap[0]
      const last = heap.pop()
      if (!first || !last || heap.length === 0) return first
      heap[0] = last
      for (let parent = 0; ;) {
        let least = parent
        for (const child of [2 * parent + 1, 2 * parent + 2])
          if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child
        if (least === parent) return first
        swap(parent, least)
        parent = least
      }
    },
    first: (): Event | undefined => heap[0],
  }
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
  const queue = createQueue()
  let now = start
  let order = 0
  return {
    now: () => now,
    at: (instant, happen) => queue.put({ at: Math.max(instant, now), order: order++, happen }),
    async run(until, isDone) {
      await settled()
      for (let event = queue.first(); event && event.at <= until; event = queue.first()) {
        queue.take()
        now = event.at
        event.happen()
        await settled()
        if (isDone?.()) return
      }
      now = Math.max(now, until)
    },
  }
}
