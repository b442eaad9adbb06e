import { Problem } from '../domain/problem.js'
import type { Dependencies } from '../services/dependencies.js'
import type { Store } from '../store/port.js'
import type { Layout } from './table.js'
import { writeProblem } from './writing.js'

/** 0 success, 1 refused, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

/** Everything that a command may use of the outside world; `main.ts` provides the real one. */
export interface Io extends Omit<Dependencies, 'store'>, Omit<Layout, 'wide'> {
  /** Writes one or more lines to standard output and adds a line break; what is `painted` is safe as it is. */
  out(text: string, how?: 'painted'): void
  /** Writes like `out`; resolves when all of it is written, and throws the error of the system when it cannot be. */
  show(text: string): Promise<void>
  /** The same for standard error. */
  err(text: string): void
  readInput(): Promise<string>
  /** The next line that is typed, after a question; null where the input has ended. */
  ask(question: string): Promise<string | null>
  readonly errIsTerminal: boolean
  /** How this program was started: `whosout`, or `bin/whosout`. Commands in texts are written so. */
  readonly invocation: string
  /**
   * Writes a line to standard error that the next one overwrites; null clears it. Does nothing when that is not a
   * terminal.
   */
  progress(line: string | null): void
  /** Who runs the command, for the event log: `user@machine`. */
  readonly who: string
  setExitCode(code: ExitCode): void
  /** The store's folder from the environment, when it does not exist yet. */
  missingFolder(): string | null
  /** Opens the store from the environment for as long as `use` runs. */
  withStore<T>(use: (store: Store) => Promise<T>): Promise<T>
}

/** What is shown only once, how it is taken back, and a sentence for each outcome of that. */
interface ShownOnce {
  readonly text: string
  readonly takeBack: () => Promise<unknown>
  readonly done: string
  readonly failed: string
}

/**
 * Shows a new secret while the store is open. When it cannot be written, nobody has seen it, so it is taken back; throws
 * `conflict`, which says so.
 */
export const showOnce = async (
  io: Pick<Io, 'show'>,
  { text, takeBack, done, failed }: ShownOnce,
): Promise<void> => {
  try {
    await io.show(text)
  } catch (cause) {
    const problem = writeProblem('The output', cause)
    if (!(problem instanceof Problem)) throw problem
    const outcome = await takeBack().then(
      () => done,
      () => failed,
    )
    throw new Problem('conflict', `${problem.message} ${outcome}`, { cause })
  }
}

/** Prints one JSON document on one line, for `--json`. */
export const printJson = (io: Io, value: unknown): void => io.out(JSON.stringify(value))
