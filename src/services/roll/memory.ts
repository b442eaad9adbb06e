import { rollBytes, type Roll, type RollFacts } from '../../domain/presence/roll.js'

/** A roll that is kept, with all that is kept because of it. */
interface KeptRoll {
  readonly roll: Roll
  bytes: number
}

/** Rolls of organizations, limited to `limit` bytes: the least recently used one is dropped first. */
export const createRollMemory = (limit: number) => {
  const kept = new Map<string, KeptRoll>()
  let total = 0

  const forget = (org: string): void => {
    total -= kept.get(org)?.bytes ?? 0
    kept.delete(org)
  }

  const trim = (latest: string): void => {
    for (const oldest of kept.keys()) {
      if (total <= limit || oldest === latest) return
      forget(oldest)
    }
  }

  return {
    /** The kept roll of an organization, which becomes the most recently used. */
    use(org: string): Roll | undefined {
      const entry = kept.get(org)
      if (!entry) return undefined
      kept.delete(org)
      kept.set(org, entry)
      return entry.roll
    },

    keep(org: string, roll: Roll, facts: RollFacts): void {
      forget(org)
      const bytes = rollBytes(facts)
      kept.set(org, { roll, bytes })
      total += bytes
      trim(org)
    },

    /** Counts what was computed from a roll, or dropped again (negative), for as long as the roll is kept. */
    grow(roll: Roll, bytes: number): void {
      const { _id: org } = roll.organization
      const entry = kept.get(org)
      if (entry?.roll !== roll) return
      entry.bytes += bytes
      total += bytes
      trim(org)
    },

    /** The number of organizations, and their total bytes. */
    size: () => ({ organizations: kept.size, bytes: total }),
  }
}
