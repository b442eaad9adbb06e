/** What a command may do to the world around it. Lines carry no line end. */
export interface CliIo {
  out(line: string): void
  err(line: string): void
  /** All of standard input. */
  readInput(): Promise<string>
  now(): Date
  setExitCode(code: number): void
}
