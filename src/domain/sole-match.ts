import { echo } from './organization/name.js'
import { Problem } from './problem.js'

/** All personal links have the same name. */
const idsShown = 20

/** The one that the first fitting way finds; null when no way fits any. Throws `conflict`, with their ids, for several. */
export const soleMatch = <T extends { readonly id: string }>(
  all: readonly T[],
  noun: string,
  wanted: string,
  ways: readonly ((one: T) => boolean)[],
): T | null => {
  for (const fits of ways) {
    const [found, ...others] = all.filter(fits)
    if (found && others.length === 0) return found
    if (found) {
      const ids = [found, ...others.slice(0, idsShown - 1)].map(({ id }) => id)
      const more = others.length < idsShown ? '' : ', …'
      throw new Problem(
        'conflict',
        `Several ${noun} match ${echo(wanted) ?? 'that'}. Give the id of the one you mean: ${ids.join(', ')}${more}`,
      )
    }
  }
  return null
}
