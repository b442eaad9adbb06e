/**
 * The edit distance of two words, where swapping neighbours counts as one; `limit + 1` when it exceeds `limit`. Only
 * the diagonal band within `limit` is computed.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  const beyond = limit + 1
  if (Math.abs(a.length - b.length) > limit) return beyond
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = new Array<number>(b.length + 1).fill(beyond)
    row[0] = i
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        last[j]! + 1,
        row[j - 1]! + 1,
        swapped ? before[j - 2]! + 1 : beyond,
      )
    }
    if (Math.min(...row) > limit) return beyond
    before = last
    last = row
  }
  return Math.min(last[b.length]!, beyond)
}

/** The names within `limit` edits of a word, the closest first; upper and lower case are the same. */
export const closest = (word: string, names: readonly string[], limit: number): readonly string[] =>
  names
    .map((name) => ({ name, edits: editDistance(word.toLowerCase(), name.toLowerCase(), limit) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ name }) => name)
