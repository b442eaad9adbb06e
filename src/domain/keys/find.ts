import { echo, foldName } from '../organization/name.js'
import { Problem } from '../problem.js'
import type { ApiKey } from './key.js'

/** Characters of an id that are enough to identify it; of a secret, that many beyond the common prefix. */
const shortestPrefix = 4
const secretPrefix = 'who_live_'

const startsLike = (key: ApiKey, wanted: string): boolean =>
  wanted.startsWith(secretPrefix)
    ? wanted.length > secretPrefix.length && (key.secrets[0]?.start ?? '').startsWith(wanted)
    : wanted.length >= shortestPrefix && key.id.startsWith(wanted.toLowerCase())

/**
 * Finds a key by its id, its name, or the beginning of its id or secret, in this order; null when there is none.
 * Throws `conflict` when several match.
 */
export const keyByText = (keys: readonly ApiKey[], text: string): ApiKey | null => {
  const wanted = text.trim()
  const ways = [
    (key: ApiKey) => key.id === wanted,
    (key: ApiKey) => foldName(key.name) === foldName(wanted),
    (key: ApiKey) => startsLike(key, wanted),
  ]
  for (const fits of ways) {
    const [found, ...others] = keys.filter(fits)
    if (found && others.length === 0) return found
    if (found) {
      const ids = [found, ...others].map(({ id }) => id).join(', ')
      throw new Problem(
        'conflict',
        `Several keys match ${echo(wanted) ?? 'that'}. Give the id of the one you mean: ${ids}`,
      )
    }
  }
  return null
}
