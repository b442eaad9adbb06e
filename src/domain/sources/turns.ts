import { groupedBy } from '../../calendar/grouped.js'

/** Organizations take turns, each with its first: one that has many sources delays the others by one at a time. */
export const inTurn = <S extends { readonly org: string }>(sources: readonly S[]): readonly S[] => {
  const queues = [...groupedBy(sources, ({ org }) => org).values()]
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, round) =>
    queues.flatMap((queue) => queue.slice(round, round + 1)),
  ).flat()
}
