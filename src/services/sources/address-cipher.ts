import { decryptToken, encryptToken, nonceBytes, openToken } from '../../domain/secrets/cipher.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../dependencies.js'

/** Encrypts the addresses of feeds and webhooks, and those of links that Slack shows. */
export interface AddressCipher {
  /** For the source with that id only. */
  encrypt(source: string, address: string): string
  /** Null when it was encrypted under a key that is no longer known. */
  decrypt(source: string, encrypted: string): string | null
  /** Whether it is encrypted under the first key. */
  isCurrent(source: string, encrypted: string): boolean
}

/** What brings a key back that is not here. A backup does not contain it, and on the embedded store nobody chose it. */
export const findKey = (store: Pick<Dependencies['store'], 'kind'>): string =>
  store.kind === 'embedded'
    ? 'copy encryption.key from the old data folder, or set ENCRYPTION_KEY'
    : 'set the ENCRYPTION_KEY that was in use (for a store that was in a data folder, the content of its encryption.key)'

/** The refusal of what would have to be encrypted. */
export const needsKey = (): Problem =>
  new Problem(
    'conflict',
    'ENCRYPTION_KEY is not set, and addresses of feeds and webhooks are stored encrypted. Create a key with `openssl rand -base64 32`, set it on the server and here, and keep it safe. If the data was moved from a data folder, use the content of its encryption.key.',
  )

const ownerOf = (source: string): string => `source:${source}`

/** `keys` of 32 bytes: the first encrypts, all decrypt. At least one. */
export const createAddressCipher = (
  keys: readonly Uint8Array[],
  random: Dependencies['random'],
): AddressCipher => ({
  encrypt: (source, address) => encryptToken(keys[0]!, random(nonceBytes), ownerOf(source), address),
  decrypt: (source, encrypted) => openToken(keys, ownerOf(source), encrypted),
  isCurrent: (source, encrypted) => decryptToken(keys[0]!, ownerOf(source), encrypted) !== null,
})
