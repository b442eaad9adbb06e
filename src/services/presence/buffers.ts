/**
 * Buffers that bodies are written into and that come back when their reply is out: fresh memory costs a large body more
 * than writing it does (the system hands it out page by page).
 */
export interface Bodies {
  /** A buffer of at least `length` bytes, whatever is in them. */
  take(length: number): Buffer
  /** Gives one back; nobody may read from it any more. */
  giveBack(buffer: Buffer): void
}

/** Bytes of all buffers that wait to be taken; what comes back beyond them is dropped. */
const defaultLimit = 16 * 2 ** 20
/** The last ones given back are still in the processor's cache; no more are looked through. */
const mostSeen = 8
const smallest = 4_096

export const createBodies = (limit: number = defaultLimit): Bodies => {
  const waiting: Buffer[] = []
  let total = 0

  return {
    take(length) {
      for (let i = waiting.length - 1; i >= 0 && i >= waiting.length - mostSeen; i--) {
        // One that is far too large would be missing for a body that needs it.
        if (waiting[i]!.length < length || waiting[i]!.length > 4 * length + smallest) continue
        const [found] = waiting.splice(i, 1)
        total -= found!.length
        return found!
      }
      // With room for a few more leaves, so that the next question finds it large enough.
      return Buffer.allocUnsafeSlow(Math.max(smallest, Math.ceil(length * 1.125)))
    },

    giveBack(buffer) {
      if (total + buffer.length > limit) return
      total += buffer.length
      waiting.push(buffer)
    },
  }
}
