/** The number of entries that are remembered. */
const most = 10_000

/** Looks up entries that never change, and remembers those that exist. */
export const createRemembered = <T>(read: (key: string) => Promise<readonly T[]>) => {
  const known = new Map<string, T>()
  return {
    known: (key: string): T | undefined => known.get(key),
    find: async (key: string): Promise<T | undefined> => {
      const [entry] = known.has(key) ? [known.get(key)] : await read(key)
      if (entry === undefined || known.has(key)) return entry
      if (known.size >= most) known.delete(known.keys().next().value!)
      known.set(key, entry)
      return entry
    },
  }
}
