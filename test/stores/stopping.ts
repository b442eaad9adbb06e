import type { Store } from '../../src/store/port.js'

/** A process that stops for good at one of its steps, as if it were killed there, or that goes on much later. */
export interface Stopping {
  /** Marks a step: it does not return while the process is stopped there. */
  readonly step: (name: string) => Promise<void>
  /** The names of the steps so far. */
  readonly steps: readonly string[]
  /** Resolves when the process stands still. */
  readonly stopped: Promise<void>
  /** A process that was only frozen goes on. */
  goOn(): void
}

/** Stops at the n-th step (1 is the first); without a number it only counts. */
export const createStopping = (stopAt = 0): Stopping => {
  const steps: string[] = []
  let reach = (): void => undefined
  let goOn = (): void => undefined
  const stopped = new Promise<void>((resolve) => (reach = resolve))
  const thaw = new Promise<void>((resolve) => (goOn = resolve))
  return {
    steps,
    stopped,
    goOn: () => goOn(),
    step: async (name) => {
      if (steps.push(name) !== stopAt) return
      reach()
      await thaw
    },
  }
}

/** A store of which every read is a step, and every commit two: before it, and after it is done. */
export const createStoppingStore = (store: Store, { step }: Stopping): Store => ({
  ...store,
  get: async (collection, ids) => {
    await step(`get of ${collection}`)
    return store.get(collection, ids)
  },
  find: (collection, query) =>
    (async function* () {
      await step(`find in ${collection}`)
      yield* store.find(collection, query)
    })(),
  view: async (org, read) => {
    await step('before a view')
    const seen = await store.view(org, read)
    await step('after a view')
    return seen
  },
  commit: async (changes, options) => {
    const list = [...changes]
    const what = list.map((change) => ('put' in change ? change.put : 'patch' in change ? change.patch : ''))
    const name = [...new Set(what)].filter(Boolean).join(', ') || 'removals'
    await step(`before the commit of ${name}`)
    const result = await store.commit(list, options)
    await step(`after the commit of ${name}`)
    return result
  },
})
