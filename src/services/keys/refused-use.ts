import { refusedUseEvents } from '../../domain/keys/uses.js'
import type { RefusedUse } from '../../domain/keys/uses.js'
import type { Store } from '../../store/port.js'
import type { Warn } from '../dependencies.js'
import type { Use } from './last-use.js'
import { dailyEvent } from './writes.js'

export const createRefusedUses = (store: Store, warn: Warn = () => undefined) => {
  let day = ''
  /** Entries this process has written today, so that a hammering caller costs the store nothing. */
  const noted = new Set<string>()
  const pending = new Set<Promise<unknown>>()

  const isNoted = (id: string, today: string): boolean => {
    if (today > day) {
      day = today
      noted.clear()
    }
    return noted.has(id)
  }

  return {
    /** Writes a log entry once per key, reason and day. Never throws and is not awaited. */
    record({ org, key, reason, from, at }: Omit<Use, 'hash'> & { readonly reason: RefusedUse }): void {
      const id = [org, key, reason].join(':')
      if (isNoted(id, at.toISOString().slice(0, 10))) return
      noted.add(id)
      const note = { key, what: refusedUseEvents[reason], detail: {} }
      // Another process may have written it already, which is just as good. After an error, the next refused use tries
      // again.
      const written = store
        .commit([dailyEvent(org, note, { who: 'api', from }, at)])
        .catch((error: unknown) => {
          noted.delete(id)
          warn(error, 'a refused use could not be written')
        })
        .finally(() => pending.delete(written))
      pending.add(written)
    },

    /** Resolves when everything recorded so far has been written or has failed. */
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
export type RefusedUses = ReturnType<typeof createRefusedUses>
