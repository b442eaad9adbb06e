import type { Store } from '../store/port.js'
import type { Warn } from './dependencies.js'
import { within } from './within.js'

/** Milliseconds that a ping may take and that its result is kept, so that health checks cannot load the store. */
const answerWithin = 1_000
const keptFor = 1_000

/** Whether the store answers, asked at most once a second. `warn` gets the reason once per outage. */
export const createReadiness = (
  store: Pick<Store, 'ping'>,
  elapsed: () => number,
  warn: Warn = () => undefined,
): (() => Promise<boolean>) => {
  let told = false
  const tell = (error: unknown): void => {
    if (!told) warn(error, 'the store does not answer: not ready')
    told = true
  }
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null
  return () => {
    if (asked && elapsed() - asked.at < keptFor) return asked.answer
    asked = { at: elapsed(), answer: answers(store, tell) }
    void asked.answer.then((isReady) => {
      if (isReady) told = false
    })
    return asked.answer
  }
}

const answers = (store: Pick<Store, 'ping'>, tell: (error: unknown) => void): Promise<boolean> =>
  within(
    answerWithin,
    store.ping().then(
      () => true,
      (error: unknown) => {
        tell(error)
        return false
      },
    ),
    () => false,
  )
