import { LRUCache } from 'lru-cache'

interface KeptValue<V> {
  readonly value: V
  /** With all that is kept because of it. */
  readonly bytes: number
}

/** Values by name, up to `limit` bytes: the least recently used goes first, and one that is larger is kept alone. */
export const createKept = <V>(limit: number, grown: (bytes: number) => void = () => undefined) => {
  const kept = new LRUCache<string, KeptValue<V>>({
    maxSize: limit,
    // The cache takes nothing that is larger than itself.
    sizeCalculation: ({ bytes }) => Math.min(bytes, limit),
  })
  const keep = (name: string, value: V, bytes: number): void => {
    const before = kept.calculatedSize
    kept.set(name, { value, bytes })
    grown(kept.calculatedSize - before)
  }
  return {
    /** The value, which becomes the most recently used. */
    use: (name: string): V | undefined => kept.get(name)?.value,
    keep,
    /** Counts what was made of a value, or dropped again (negative), for as long as it is kept. */
    grow(name: string, value: V, bytes: number): void {
      const entry = kept.peek(name)
      if (entry?.value === value) keep(name, value, entry.bytes + bytes)
    },
    size: () => ({ count: kept.size, bytes: kept.calculatedSize }),
  }
}
