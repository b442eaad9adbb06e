import { randomBytes } from 'node:crypto'
import { runCli } from '../../src/cli/program/program.js'
import type { ExitCode, Io } from '../../src/cli/io.js'
import type { Store } from '../../src/store/port.js'
import { createClock, newSlug } from '../services/keys/world.js'

export interface Said {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/** A line as a shell reads it: what stands in double quotes is one word. */
const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)

/** A terminal without a machine behind it: one store, a clock that stands, and everything that was said. */
export const createTerminal = (
  store: () => Store,
  env: Readonly<Record<string, string>> = {},
  missingFolder: string | null = null,
  more: Partial<Io> = {},
) => {
  const clock = createClock()
  /** A command: its line, and words that stand as they are. */
  const run = async (line: string, ...words: readonly string[]): Promise<Said> => {
    const said = { code: 0 as ExitCode, out: [] as string[], err: [] as string[] }
    const io: Io = {
      out: (text) => void said.out.push(text),
      show: async (text) => void said.out.push(text),
      err: (text) => void said.err.push(text),
      readInput: async () => '',
      ask: async () => null,
      progress: () => undefined,
      errIsTerminal: false,
      invocation: 'whosout',
      width: Infinity,
      paint: (_, text) => text,
      now: clock.now,
      random: (size) => randomBytes(size),
      wait: async (milliseconds) => clock.move(milliseconds),
      tzdata: 'here',
      who: 'ana@laptop',
      setExitCode: (code) => void (said.code = code),
      missingFolder: () => missingFolder,
      withStore: async (use) => use(store()),
      ...more,
    }
    const edge = {
      now: clock.now,
      elapsed: () => 0,
      random: io.random,
      wait: io.wait,
      tzdata: '',
    }
    const again = async () => ({ code: 0, output: '' })
    const machine = { again, env, edge, nodeVersion: '20.20.0', version: '1.2.3' }
    await runCli([...wordsOf(line), ...words], io, { ...machine, listenForSignals: () => (stop) => stop() })
    return { code: said.code, out: said.out.join('\n'), err: said.err.join('\n') }
  }
  /** What a command that must succeed prints with `--json`: one line. */
  const json = async <T = Record<string, unknown>>(line: string, ...words: readonly string[]): Promise<T> => {
    const { code, out, err } = await run(line, ...words, '--json')
    if (code !== 0 || err !== '' || out.includes('\n'))
      throw new Error(`whosout ${line} ${words.join(' ')}: ${code} ${out}${err}`)
    return JSON.parse(out) as T
  }
  return { clock, run, json }
}

/** A terminal that stands in an organization of its own, created with these options. */
export const openTerminal = async (
  store: () => Store,
  options = '',
  env: Readonly<Record<string, string>> = {},
) => {
  const slug = newSlug()
  const terminal = createTerminal(store, { ...env, WHOSOUT_ORG: slug })
  const { id } = await terminal.json<{ id: string }>(`org create Acme --slug ${slug} ${options}`)
  return { ...terminal, slug, id }
}
