import { timings } from '../domain/digest-timings.js'
import type { DigestDependencies } from './digest-dependencies.js'

type SkewDependencies = Pick<DigestDependencies, 'store' | 'now' | 'log'>

/**
 * Whether this process's clock is too far from the database's for it to say what is due. A store without a clock of its
 * own is asked by processes of one machine only. Throws what the store throws.
 */
export const createSkew =
  ({ store, now, log }: SkewDependencies) =>
  async (): Promise<boolean> => {
    const before = now().getTime()
    const server = await store.serverTime?.()
    if (!server) return false
    const after = now().getTime()
    // Somewhere between the two the database looked at its clock.
    const skew = Math.max(before - server.getTime(), server.getTime() - after)
    if (skew <= timings.skew) return false
    log.warn({ skew }, "the clock of this process is too far from the database's: it posts no digests")
    return true
  }
