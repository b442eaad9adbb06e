import { createCipheriv, createDecipheriv } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const tagBytes = 16
/** Random bytes needed for an encryption. */
export const nonceBytes = 12
/** Prefix of encrypted values, so that a later format can be told apart. */
const version = 'v1'

const ownerOf = (owner: string): Buffer => Buffer.from(`whosout:${owner}`)

/**
 * `v1.` followed by nonce, ciphertext and tag in base64url. The owner (a workspace id) is associated data: what was
 * encrypted for one workspace cannot be moved to another. `key` has 32 bytes; a nonce must be used only once.
 */
export const encryptToken = (key: Uint8Array, nonce: Uint8Array, owner: string, token: string): string => {
  if (nonce.length !== nonceBytes) throw new RangeError(`a nonce has ${nonceBytes} bytes`)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(ownerOf(owner))
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`
}

/** Null when it was encrypted with another key or for another owner, or has been changed since. */
export const decryptToken = (key: Uint8Array, owner: string, encrypted: string): string | null => {
  const [given, text = '', ...rest] = encrypted.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (given !== version || rest.length > 0 || bytes.length <= nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(ownerOf(owner)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    const token = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([token, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Decrypts with whichever of the keys fits; null when none does. */
export const openToken = (keys: readonly Uint8Array[], owner: string, encrypted: string): string | null => {
  for (const key of keys) {
    const token = decryptToken(key, owner, encrypted)
    if (token !== null) return token
  }
  return null
}
