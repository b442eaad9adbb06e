import { Problem } from '../../domain/problem.js'
import type { Cli } from '../command.js'
import { quoted } from '../shell.js'

/** Who is asked, and the settings chosen so far, over those of the environment. */
export interface Guide extends Cli {
  readonly chosen: Record<string, string>
}

/** The answer that skips a step. */
export const skip = '-'

export const howToAnswer =
  'Enter accepts the answer in brackets; without one, it skips the step. A hyphen always skips it.'

/** What was typed, or what stands in the brackets; null where the step is skipped. "?" asks what can be typed. */
export const ask = async (guide: Guide, question: string, usual = skip): Promise<string | null> => {
  const typed = await guide.io.ask(usual === skip ? `${question}: ` : `${question} [${usual}]: `)
  if (typed === null) throw new Problem('conflict', 'The input ended. What was done so far is kept.')
  const said = typed.trim() || usual
  if (/^(\?|help)$/i.test(said)) {
    guide.io.out(`${howToAnswer} docs/setup.md and docs/first-week.md describe each step.`)
    return ask(guide, question, usual)
  }
  return said === skip ? null : said
}

/** Something pasted where words are asked for. */
export const isPath = (said: string): boolean => /^(?:~|\.{0,2})[/\\]|^[a-z]:[/\\]/i.test(said)

/** What is wrong with an answer, and perhaps what to propose instead. */
type Wrong = string | { readonly wrong: string; readonly usual: string }

/** Asks again until the answer is good. */
export const askUntil = async (
  guide: Guide,
  question: string,
  usual: string | undefined,
  check: (said: string) => Promise<Wrong | null> | Wrong | null,
): Promise<string | null> => {
  const said = await ask(guide, question, usual)
  const wrong = said === null ? null : await check(said)
  if (wrong === null) return said
  guide.io.err(typeof wrong === 'string' ? wrong : wrong.wrong)
  return askUntil(guide, question, typeof wrong === 'string' ? usual : wrong.usual, check)
}

export const isYes = async (guide: Guide, question: string, usual: 'y' | 'n' = 'y'): Promise<boolean> =>
  /^y/i.test((await ask(guide, `${question} (y or n)`, usual)) ?? 'n')

/** Runs a command as a person would, with the settings chosen so far; its exit code. */
export const run = async (
  { io, env, again, chosen }: Guide,
  ...words: readonly string[]
): Promise<number> => {
  io.out(`\n$ whosout ${words.map(quoted).join(' ')}`)
  return (await again(words, { ...env, ...chosen }, 'shown')).code
}

/** What a command prints with `--json`, whatever its exit code; null where that is nothing. */
export const readAnyJson = async <T>(
  { env, again, chosen }: Guide,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly said: T | null }> => {
  const { code, output } = await again([...words, '--json'], { ...env, ...chosen }, 'kept')
  return { code, said: output === '' ? null : (JSON.parse(output) as T) }
}

/** The same of a command that succeeds, otherwise null. */
export const readJson = async <T>(guide: Guide, ...words: readonly string[]): Promise<T | null> => {
  const { code, said } = await readAnyJson<T>(guide, ...words)
  return code === 0 ? said : null
}
