import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { secretVariables } from './slack.js'

/** The file of settings, in the current folder. */
export const settingsFile = '.env'

export type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as unset. */
export const givenIn = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

interface UnreadableSettings {
  readonly problem: string
}

const unreadable = (path: string, why: string): UnreadableSettings => ({
  problem: `The settings in ${resolve(path)} cannot be read: ${why}. Without them another store could be used, so nothing was started: mend the file, or remove it.`,
})

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const notText = 'it is not UTF-8 text'

/** The bytes of a file; null where there is none. A pipe that nobody writes into would be waited for. */
const bytesOf = (path: string): Buffer | UnreadableSettings | null => {
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' && !isThere(path) ? null : unreadable(path, code)
  }
  try {
    return fstatSync(handle).isFile() ? readFileSync(handle) : unreadable(path, 'it is not a file')
  } finally {
    closeSync(handle)
  }
}

/** The settings in a file; none where there is no file. What is there and cannot be read is never no settings. */
export const readSettings = (path: string): { readonly settings: Environment } | UnreadableSettings => {
  const bytes = bytesOf(path)
  if (bytes === null) return { settings: {} }
  if ('problem' in bytes) return bytes
  try {
    // A byte order mark is left out.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? unreadable(path, notText) : { settings: parseEnv(text) }
  } catch {
    return unreadable(path, notText)
  }
}

/**
 * The environment, completed by the settings of a file. An environment that names a store is complete: the file that
 * happens to be there is for another store.
 */
export const withSettingsFile = (
  env: Environment,
  read: () => ReturnType<typeof readSettings>,
): { readonly env: Environment } | UnreadableSettings => {
  const given = givenIn(env)
  if (given['DATA_DIR'] || given['MONGODB_URI']) return { env }
  const found = read()
  if ('problem' in found) return found
  const { settings } = found
  // A file in some folder must not say where secrets of the environment are sent.
  const secret = secretVariables.find((name) => given[name] !== undefined)
  if (secret && settings['SLACK_API_URL'] && given['SLACK_API_URL'] === undefined)
    return {
      problem: `SLACK_API_URL is in .env, and ${secret} in the environment: set both in one of them. Nothing was sent.`,
    }
  return { env: { ...settings, ...given } }
}
