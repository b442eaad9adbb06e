import { echo, foldName } from '../organization/name.js'
import { Problem } from '../problem.js'
import type { ApiKey } from './key.js'

/** So many characters of an id are enough to mean it; of a secret, some beyond what all begin with. */
const shortestPrefix = 4
const secretPrefix = 'who_live_'

const startsLike = (key: ApiKey, wanted: string): boolean =>
  wanted.startsWith(secretPrefix)
    ? wanted.length > secretPrefix.length && (key.secrets[0]?.start ?? '').startsWith(wanted)
    : wanted.length >= shortestPrefix && key.id.startsWith(wanted.toLowerCase())

/**
 * The key that somebody means by its id, its name, or what its id or its secret begins with, in this order; null when
 * there is none. Throws `conflict` when several fit.
 */
export const keyMeant = (keys: readonly ApiKey[], text: string): ApiKey | null => {
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
        `Several keys fit ${echo(wanted) ?? 'that'}. Give the id of the one you mean: ${ids}`,
      )
    }
  }
  return null
}
