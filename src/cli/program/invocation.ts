import { basename, delimiter, isAbsolute, join, relative } from 'node:path'
import { quoted } from '../shell.js'
import { commandNames } from './commands.js'

export interface Started {
  /** The absolute path of the script that Node runs. */
  readonly script: string
  /** The current folder. */
  readonly folder: string
  /** The PATH variable. */
  readonly path: string
  /** The file that a path leads to after following links; null when there is none. */
  readonly resolve: (path: string) => string | null
}

const fromHere = (script: string, folder: string): string => {
  const near = relative(folder, script)
  if (near.startsWith('..') || isAbsolute(near)) return script
  return near.includes('/') ? near : `./${near}`
}

/**
 * How to run the same program again from the same folder: `whosout` when the PATH finds it, otherwise the path of its
 * launcher, such as `bin/whosout`.
 */
export const invocationOf = ({ script, folder, path, resolve }: Started): string => {
  const program = resolve(script)
  const onPath = path
    .split(delimiter)
    .filter((place) => place !== '')
    .some((place) => program !== null && resolve(join(place, 'whosout')) === program)
  if (onPath) return 'whosout'
  const way = quoted(fromHere(script, folder))
  return basename(script) === 'whosout' ? way : `node ${way}`
}

/**
 * Matches `whosout keys`, but not `/whosout digest`, which is Slack's, nor a sentence such as "whosout is installed" or
 * "not a whosout backup".
 */
const hint = new RegExp(
  `(?<![\\w/.@-]|\\b(?:an?|the|this|that|no|your|its) )whosout(?= (?:\\[options\\]|${commandNames.join('|')})(?![\\w-]))`,
  'g',
)

/** A text in which the commands can be pasted as they are. */
export const writtenFor = (invocation: string, text: string): string =>
  invocation === 'whosout' ? text : text.replace(hint, () => invocation)
