/**
 * Reusable buffers for bodies, returned when their reply has been sent: fresh memory costs a large body more than
 * writing it does, because the system provides it page by page.
 */
export interface Bodies {
  /** A buffer of at least `length` bytes with arbitrary content. */
  take(length: number): Buffer
  /** Returns a buffer; nobody may read from it afterwards. */
  giveBack(buffer: Buffer): void
}

/** Total bytes of idle buffers; returned buffers beyond that are dropped. */
const defaultLimit = 16 * 2 ** 20
/** Only the most recently returned buffers are considered: they are still in the CPU cache. */
const maxSeen = 8
const smallest = 4_096

export const createBodies = (limit: number = defaultLimit): Bodies => {
  const waiting: Buffer[] = []
  let total = 0

  return {
    take(length) {
      for (let i = waiting.length - 1; i >= 0 && i >= waiting.length - maxSeen; i--) {
        // A far too large buffer is left for a body that needs it.
        if (waiting[i]!.length < length || waiting[i]!.length > 4 * length + smallest) continue
        const [found] = waiting.splice(i, 1)
        total -= found!.length
        return found!
      }
      // With room for a few more leaves, so that it is large enough for the next question.
      return Buffer.allocUnsafeSlow(Math.max(smallest, Math.ceil(length * 1.125)))
    },

    giveBack(buffer) {
      if (total + buffer.length > limit) return
      total += buffer.length
      waiting.push(buffer)
    },
  }
}
