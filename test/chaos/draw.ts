import { createRandom } from '../world/randomness.js'

export interface Draw {
  /** A number from 0 to 1, without 1. */
  share(): number
  /** A whole number from 0, below `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  bytes(size: number): Buffer
}

/** What looks like chance and is the same for the same seed. */
export const createDraw = (seed: string): Draw => {
  const random = createRandom(seed)
  const share = (): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32
  const below = (limit: number): number => Math.floor(share() * limit)
  return {
    share,
    below,
    pick: (items) => items[below(items.length)]!,
    bytes: (size) => Buffer.from(random(size)),
  }
}
