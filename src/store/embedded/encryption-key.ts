import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../domain/problem.js'

/** Kept beside the data: encrypted values are useless without it, and a backup of the folder contains both. */
export const encryptionKeyFile = (folder: string): string => join(folder, 'encryption.key')

const keyBytes = 32

const parse = (text: string): Uint8Array | null => {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === keyBytes && key.toString('base64') === text.trim() ? new Uint8Array(key) : null
}

/** The key of a data folder; null when there is none. Throws a Problem when the file does not hold a key. */
export const readEncryptionKey = async (folder: string): Promise<Uint8Array | null> => {
  const file = encryptionKeyFile(folder)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new Problem('unavailable', `The key in ${file} cannot be read.`, { cause: error })
  })
  if (text === null) return null
  const key = parse(text)
  if (key) return key
  throw new Problem(
    'unavailable',
    `${file} does not contain a key. Restore the original file, or set ENCRYPTION_KEY.`,
  )
}

/** The key of a data folder, created if there is none. Concurrent processes all get the same one. */
export const makeEncryptionKey = async (
  folder: string,
  random: (size: number) => Uint8Array,
): Promise<Uint8Array> => {
  const known = await readEncryptionKey(folder)
  if (known) return known
  const file = encryptionKeyFile(folder)
  const draft = `${file}.${Buffer.from(random(6)).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${Buffer.from(random(keyBytes)).toString('base64')}\n`)
    await handle.sync()
    // A link rather than a rename: a process that comes second finds a complete file and uses it.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
  const made = await readEncryptionKey(folder)
  if (made) return made
  throw new Problem('unavailable', `The key in ${file} cannot be created.`)
}
