import type { Sliced } from '../domain/slices.js'

/** Does the next slice; whether the work has come to its end. */
type TurnSlice = () => boolean

// Of the whole process, as the event loop is.
const begun: TurnSlice[] = []
const waiting: TurnSlice[] = []

let turn: NodeJS.Immediate | undefined

const nextTurn = (): void => void (turn ??= setImmediate(takeTurn))

/** One slice of the work that has waited longest, and what waits to begin, up to the first that is not done at once. */
const takeTurn = (): void => {
  turn = undefined
  const step = begun.shift()
  if (step && !step()) begun.push(step)
  for (let first = waiting.shift(); first; first = waiting.shift()) {
    if (first()) continue
    begun.push(first)
    break
  }
  if (begun.length + waiting.length > 0) nextTurn()
}

const enter = (step: TurnSlice): void => {
  const isQuiet = begun.length + waiting.length === 0
  if (!isQuiet) waiting.push(step)
  else if (!step()) {
    begun.push(step)
    nextTurn()
  }
}

/**
 * Runs long work so that other requests are answered between its slices; `turned` is called after each. However many
 * works there are, a turn of the event loop holds one slice, and the first one of another: a hundred people who wait for
 * the same data would else have a hundred slices in one turn. What is short is done in one piece, at once or in
 * the next turn.
 */
export const runPolitely = <T>(work: Sliced<T>, turned?: () => void): Promise<T> =>
  new Promise((resolve, reject) => {
    enter(() => {
      try {
        const step = work.next()
        if (step.done) resolve(step.value)
        else turned?.()
        return step.done === true
      } catch (fault) {
        reject(fault)
        return true
      }
    })
  })
