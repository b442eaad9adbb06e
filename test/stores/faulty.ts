import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../../src/domain/problem.js'
import { callDeadline, type Reader, type Store } from '../../src/store/port.js'

/**
 * What goes wrong. `unavailable`: the store says that it does not answer. `hangs`: it says so when its deadline is
 * over. `throws`: what nobody foresaw, with a text that must go nowhere.
 */
export interface Fault {
  /** Which call, counted from now: 1 is the next one. */
  readonly call: number
  readonly how: 'unavailable' | 'hangs' | 'throws'
  /** That call and all that follow. */
  readonly always?: true
  /** Which calls count: questions (get, find, view, ping) unless said. */
  readonly of?: 'reads' | 'commits'
}

/** As a driver might put it: none of these words belongs in a reply, and the address and the key in no log. */
export const driverText =
  'E11000 dup key { email: "ada@acme.example", who_live_0123456789012345678901234567890123456789012345678 } store.internal:27017'

export interface FaultyStore extends Store {
  /** Calls so far; what is asked within a view counts too. */
  readonly calls: () => number
  readonly plan: (fault: Fault | null) => void
}

/** The same store, but for the faults that are planned. */
export const createFaultyStore = (store: Store): FaultyStore => {
  let calls = 0
  let planned: Fault | null = null
  let counted = 0

  const strike = async (kind: 'reads' | 'commits'): Promise<void> => {
    calls++
    if (!planned || kind !== (planned.of ?? 'reads')) return
    const { call, how, always } = planned
    counted++
    if (always ? counted < call : counted !== call) return
    if (how === 'throws') throw new Error(driverText)
    if (how === 'hangs') await wait(callDeadline)
    throw new Problem('unavailable', driverText)
  }

  const faultyReader = (reader: Reader): Reader => ({
    async get(collection, ids) {
      await strike('reads')
      return reader.get(collection, ids)
    },
    async *find(collection, query) {
      await strike('reads')
      yield* reader.find(collection, query)
    },
  })

  return {
    ...faultyReader(store),
    async view(org, read) {
      await strike('reads')
      return store.view(org, (reader) => read(faultyReader(reader)))
    },
    async readAll(read) {
      await strike('reads')
      return store.readAll(read)
    },
    async commit(changes, options) {
      await strike('commits')
      return store.commit(changes, options)
    },
    async ping() {
      await strike('reads')
      return store.ping()
    },
    warnings: store.warnings,
    kind: store.kind,
    close: () => store.close(),
    calls: () => calls,
    plan(fault) {
      planned = fault
      counted = 0
    },
  }
}
