/** Adds to the items of a key; those of a key keep their order. */
export const addTo = <K, T>(groups: Map<K, T[]>, key: K, item: T): void => {
  const known = groups.get(key)
  if (known) known.push(item)
  else groups.set(key, [item])
}

/** The items by key. (`Map.groupBy` needs Node 21.) */
export const groupedBy = <K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const item of items) addTo(groups, keyOf(item), item)
  return groups
}

/** The number of items by key. */
export const countedBy = <K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, number> => {
  const counts = new Map<K, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
