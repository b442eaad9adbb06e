import { basename, delimiter, isAbsolute, join, relative } from 'node:path'

/**
 * The words that may follow `whosout` on a command line. Every command of the program is here, by test: `serve` and `demo`
 * start without loading the others, so those cannot be asked for their names.
 */
export const commandNames = [
  'serve',
  'demo',
  'org',
  'import',
  'export',
  'members',
  'teams',
  'leaves',
  'sources',
  'holidays',
  'links',
  'audit',
  'backup',
  'restore',
  'keys',
  'presence',
  'ask',
  'understand',
  'slack',
  'digest',
  'doctor',
  'help',
] as const

export interface Started {
  /** The script that Node was given, as an absolute path. */
  readonly script: string
  /** The current folder. */
  readonly folder: string
  /** The variable PATH. */
  readonly path: string
  /** The file that a path leads to once its links are followed; null when there is none. */
  readonly resolve: (path: string) => string | null
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const fromHere = (script: string, folder: string): string => {
  const near = relative(folder, script)
  if (near.startsWith('..') || isAbsolute(near)) return script
  return near.includes('/') ? near : `./${near}`
}

/**
 * How the same program is run again from the same folder: `whosout` where the PATH leads to it, else the way to its
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

/** `whosout keys`, but not `/whosout digest`, which is Slack's, and not a sentence such as "whosout is installed". */
const hint = new RegExp(
  `(?<![\\w/.@-])whosout(?= (?:\\[options\\]|${commandNames.join('|')})(?![\\w-]))`,
  'g',
)

/** A text with the commands in it written so that they can be pasted. */
export const writtenFor = (invocation: string, text: string): string =>
  invocation === 'whosout' ? text : text.replace(hint, () => invocation)
