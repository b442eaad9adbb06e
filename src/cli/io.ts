import type { Store } from '../store/port.js'

/** 0 fine, 1 refused, 2 misuse. */
export type ExitCode = 0 | 1 | 2

/** All that a command may touch of the outside world; `main.ts` makes the real one. */
export interface Io {
  /** One line (or several) to standard output; a line break is added. */
  out(text: string): void
  /** The same to standard error. */
  err(text: string): void
  readInput(): Promise<string>
  readonly errIsTerminal: boolean
  /** A line on standard error that the next one overwrites; null wipes it. Nothing where that is no terminal. */
  progress(line: string | null): void
  now(): Date
  random(size: number): Uint8Array
  wait(milliseconds: number): Promise<void>
  /** The version of the runtime's time zone rules. */
  readonly tzdata: string
  /** Who types, for the event log: `user@machine`. */
  readonly who: string
  setExitCode(code: ExitCode): void
  /** The folder that the environment names for the store, when it is not there yet. */
  missingFolder(): string | null
  /** The store that the environment names, open for as long as `use` runs. */
  withStore<T>(use: (store: Store) => Promise<T>): Promise<T>
}

/** One JSON document on one line: what `--json` prints. */
export const printJson = (io: Io, value: unknown): void => io.out(JSON.stringify(value))

/** What a command that needs no store does to the world around it. */
export type CliIo = Pick<Io, 'out' | 'err' | 'readInput' | 'now' | 'setExitCode'>
