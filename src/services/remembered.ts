import { LRUCache } from 'lru-cache'

/** The number of entries that are remembered. */
const most = 10_000

/** Looks up entries that never change, and remembers those that exist. */
export const createRemembered = <T extends object>(read: (key: string) => Promise<readonly T[]>) => {
  const known = new LRUCache<string, T>({ max: most })
  return {
    known: (key: string): T | undefined => known.get(key),
    find: async (key: string): Promise<T | undefined> => {
      const remembered = known.get(key)
      if (remembered) return remembered
      const [entry] = await read(key)
      if (entry) known.set(key, entry)
      return entry
    },
  }
}
