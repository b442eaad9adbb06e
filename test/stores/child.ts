// A second process on the same store, which answers messages until it is told to close. `neighbour.ts` starts it:
//   node child.js MODULE OPENER PLACE
import { setTimeout as wait } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import type { Change, CommitResult, Store } from '../../src/store/port.js'
import type { CollectionName } from '../../src/store/schema.js'
import { apiKey, keyEvent, leave, organization } from './samples.js'

export interface Calls {
  commit: (changes: readonly Change[]) => Promise<CommitResult>
  /** The result goes into a file, for a parent that cannot listen: see `commitNow`. */
  commitAndTell: (changes: readonly Change[], file: string) => Promise<void>
  get: (collection: CollectionName, ids: readonly string[]) => Promise<readonly object[]>
  /** Adds one to the organization's revision so many times, by compare-and-set. */
  increment: (org: string, times: number) => Promise<void>
  /** So many parallel puts of one document that must be absent; how many won. */
  race: (org: string, times: number) => Promise<number>
  /** Commits every few milliseconds until the next message: see `moveInStep`. */
  moveInStep: (org: string) => Promise<number>
  /** Commits groups until it is killed: see `streamGroups`. */
  streamGroups: (org: string, lanes: number) => Promise<void>
  close: () => Promise<void>
}
export type Call = { [V in keyof Calls]: { verb: V; args: Parameters<Calls[V]> } }[keyof Calls]

/** How many documents the group `n` of a stream has. */
export const groupSize = (n: number): number => [3, 40, 400][n % 3] ?? 3

export const increment = async (store: Store, org: string, times: number): Promise<void> => {
  for (let done = 0; done < times;) {
    const [seen] = await store.get('organizations', [org])
    if (!seen) throw new Error(`${org} is not there`)
    const { revision } = seen
    const change = {
      patch: 'organizations',
      id: org,
      set: { revision: revision + 1 },
      when: { revision },
    } as const
    if ((await store.commit([change], { deadline: timeout })).done) done++
  }
}

export const race = async (store: Store, org: string, times: number, who: string): Promise<number> => {
  const put = (n: number): Change => ({
    put: 'key_events',
    document: keyEvent(org, 'once', { who: `${who} ${n}` }),
    when: 'absent',
  })
  const results = await Promise.all(
    Array.from({ length: times }, (_, n) => store.commit([put(n)], { deadline: timeout })),
  )
  return results.filter((result) => result.done).length
}

let stopped = false
/** Each commit moves the revision and carries the first leave behind the last one, stamped with the same number. */
const moveInStep = async (store: Store, org: string): Promise<number> => {
  stopped = false
  let n = 1
  for (; !stopped; n++) {
    const day = new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)
    await store.commit([
      { patch: 'organizations', id: org, set: { revision: n } },
      { put: 'leaves', document: leave(org, 'moving', day, day, { member_id: `stamp-${n}` }) },
    ])
    await wait(2)
  }
  return n - 1
}

/** Group `n` of a lane: the lane's revision and `groupSize(n)` events. Tells the parent of each acknowledged one. */
const streamGroups = async (store: Store, org: string, lane: number): Promise<never> => {
  const id = `${org}-${lane}`
  await store.commit([{ put: 'organizations', document: organization(id, { revision: 0 }) }], {
    deadline: timeout,
  })
  for (let n = 1; ; n++) {
    const events = Array.from({ length: groupSize(n) }, (_, index): Change => ({
      put: 'key_events',
      document: keyEvent(id, `${n}-${index}`, { key: `group-${n}` }),
    }))
    const key = apiKey('k1', { version: n })
    await store.commit([{ patch: 'organizations', id, set: { revision: n, 'keys.k1': key } }, ...events], {
      deadline: timeout,
    })
    process.send?.({ acknowledged: n, lane })
  }
}

/** Nobody reads half a file: it gets its name when it is whole. */
const tell = (file: string, result: unknown): void => {
  writeFileSync(`${file}.part`, JSON.stringify(result))
  renameSync(`${file}.part`, file)
}

const calls = (store: Store): Calls => ({
  commit: (changes) => store.commit(changes, { deadline: timeout }),
  commitAndTell: async (changes, file) =>
    tell(file, await store.commit(changes, { deadline: timeout }).catch(String)),
  get: (collection, ids) => store.get(collection, ids),
  increment: (org, times) => increment(store, org, times),
  race: (org, times) => race(store, org, times, 'neighbour'),
  moveInStep: (org) => moveInStep(store, org),
  streamGroups: async (org, lanes) => {
    await Promise.all(Array.from({ length: lanes }, (_, lane) => streamGroups(store, org, lane)))
  },
  close: () => store.close(),
})

const answer = async (verbs: Calls, { id, verb, args }: Call & { id: number }): Promise<void> => {
  stopped = true
  try {
    // The verb and its arguments were paired by the type `Call` on the other side.
    const value: unknown = await (verbs[verb] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
    process.send?.({ id, value })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
  if (verb === 'close') process.disconnect()
}

/** Milliseconds: no test is about how long this takes, on a machine that runs a whole suite. */
const timeout = 60_000

const [module, opener, place] = process.argv.slice(2)
if (module && opener && place) {
  type Options = { readonly random: (size: number) => Uint8Array; readonly timeout: number }
  const openers = (await import(module)) as Record<
    string,
    (place: string, options: Options) => Promise<Store>
  >
  const store = await openers[opener]?.(place, { random: randomBytes, timeout })
  if (!store) throw new Error(`${module} has no ${opener}`)
  process.on('message', (call: Call & { id: number }) => void answer(calls(store), call))
  process.send?.({ ready: true })
}
