interface KeptValue<V> {
  readonly value: V
  /** With all that is kept because of it. */
  bytes: number
}

/** Values by name, up to `limit` bytes: the least recently used goes first, and the last one stays. */
export const createKept = <V>(limit: number, grown: (bytes: number) => void = () => undefined) => {
  const kept = new Map<string, KeptValue<V>>()
  let total = 0

  const count = (entry: KeptValue<V>, bytes: number): void => {
    entry.bytes += bytes
    total += bytes
    grown(bytes)
  }
  const forget = (name: string): void => {
    const entry = kept.get(name)
    kept.delete(name)
    if (entry) count(entry, -entry.bytes)
  }
  const trim = (): void => {
    for (const oldest of kept.keys()) {
      if (total <= limit || kept.size === 1) return
      forget(oldest)
    }
  }

  return {
    /** The value, which becomes the most recently used. */
    use(name: string): V | undefined {
      const entry = kept.get(name)
      if (!entry) return undefined
      kept.delete(name)
      kept.set(name, entry)
      return entry.value
    },
    keep(name: string, value: V, bytes: number): void {
      forget(name)
      const entry = { value, bytes: 0 }
      kept.set(name, entry)
      count(entry, bytes)
      trim()
    },
    /** Counts what was made of a value, or dropped again (negative), for as long as it is kept. */
    grow(name: string, value: V, bytes: number): void {
      const entry = kept.get(name)
      if (entry?.value !== value) return
      count(entry, bytes)
      trim()
    },
    size: () => ({ count: kept.size, bytes: total }),
  }
}
