import type { Store } from '../store/port.js'

/** 0 success, 1 refused, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

/** Everything that a command may use of the outside world; `main.ts` provides the real one. */
export interface Io {
  /** Writes one or more lines to standard output and adds a line break. */
  out(text: string): void
  /** The same for standard error. */
  err(text: string): void
  readInput(): Promise<string>
  readonly errIsTerminal: boolean
  /**
   * Writes a line to standard error that the next one overwrites; null clears it. Does nothing when that is not a
   * terminal.
   */
  progress(line: string | null): void
  now(): Date
  random(size: number): Uint8Array
  wait(milliseconds: number): Promise<void>
  /** The version of the runtime's time zone rules. */
  readonly tzdata: string
  /** Who runs the command, for the event log: `user@machine`. */
  readonly who: string
  setExitCode(code: ExitCode): void
  /** The store's folder from the environment, when it does not exist yet. */
  missingFolder(): string | null
  /** Opens the store from the environment for as long as `use` runs. */
  withStore<T>(use: (store: Store) => Promise<T>): Promise<T>
}

/** Prints one JSON document on one line, for `--json`. */
export const printJson = (io: Io, value: unknown): void => io.out(JSON.stringify(value))

/** The part of `Io` used by commands that need no store. */
export type CliIo = Pick<Io, 'out' | 'err' | 'readInput' | 'now' | 'setExitCode'>
