import type { Sliced } from '../calendar/slices.js'

/** Does the next slice and returns whether the work is finished. */
type TurnSlice = () => boolean

// Shared by the whole process, like the event loop.
const begun: TurnSlice[] = []
const waiting: TurnSlice[] = []

let turn: NodeJS.Immediate | undefined

const nextTurn = (): void => void (turn ??= setImmediate(takeTurn))

/** One slice of the oldest work, and new work up to the first that does not finish at once. */
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
 * Other requests are answered between slices; `turned` is called after each. A turn of the event loop runs one slice,
 * and the first of another work: a hundred who wait for the same must not put a hundred slices into one turn. Aborted
 * by `signal`, the work takes no further slice and rejects with its reason.
 */
export const runInTurns = <T>(
  work: Sliced<T>,
  { signal, turned }: { readonly signal?: AbortSignal | undefined; readonly turned?: () => void } = {},
): Promise<T> =>
  new Promise((resolve, reject) => {
    enter(() => {
      try {
        signal?.throwIfAborted()
        const step = work.next()
        if (step.done) resolve(step.value)
        else turned?.()
        return step.done === true
      } catch (error) {
        reject(error)
        return true
      }
    })
  })

/** At most `most` at once, begun in the order of the calls. */
export const createLanes = (most: number) => {
  let free = most
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Work that is done one after the other, in the order of the calls. */
export const createLine = () => createLanes(1)
