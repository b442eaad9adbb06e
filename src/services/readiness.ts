import type { Store } from '../store/port.js'

/** Milliseconds a ping may take, and how long its result is kept, so that nobody can load the store by asking. */
const patience = 1_000
const keptFor = 1_000

/** Whether the store answers, asked at most once a second. `elapsed`: monotonic milliseconds. */
export const createReadiness = (
  store: Pick<Store, 'ping'>,
  elapsed: () => number,
): (() => Promise<boolean>) => {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null
  return () => {
    if (asked && elapsed() - asked.at < keptFor) return asked.answer
    asked = { at: elapsed(), answer: answers(store) }
    return asked.answer
  }
}

const answers = (store: Pick<Store, 'ping'>): Promise<boolean> =>
  new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), patience)
    store
      .ping()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(late))
  })
