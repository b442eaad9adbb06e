import { foldName } from '../organization/name.js'
import { soleMatch } from '../sole-match.js'
import type { ApiKey } from './key.js'

/** Characters of an id that are enough to identify it; of a secret, that many beyond the common prefix. */
const minPrefixLength = 4
const secretPrefix = 'who_live_'

const startsLike = (key: ApiKey, wanted: string): boolean =>
  wanted.startsWith(secretPrefix)
    ? wanted.length > secretPrefix.length && (key.secrets[0]?.start ?? '').startsWith(wanted)
    : wanted.length >= minPrefixLength && key.id.startsWith(wanted.toLowerCase())

/** By id, by name, or by the beginning of the id or secret. Throws `conflict` when several match. */
export const keyByText = (keys: readonly ApiKey[], text: string): ApiKey | null => {
  const wanted = text.trim()
  return soleMatch(keys, 'keys', wanted, [
    ({ id }) => id === wanted,
    ({ name }) => foldName(name) === foldName(wanted),
    (key) => startsLike(key, wanted),
  ])
}
