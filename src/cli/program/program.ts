import {
  Command,
  CommanderError,
  Help,
  type CommandUnknownOpts,
  type Option,
} from '@commander-js/extra-typings'
import type { Cli } from '../command.js'
import type { Io, ExitCode } from '../io.js'
import { commandsFor } from './commands.js'
import { writtenFor } from './invocation.js'
import { wrapLines } from '../table.js'
import { showLines } from '../../domain/organization/name.js'
import { Problem, type Issue, type ProblemCode } from '../../domain/problem.js'

/** The exit code for each refusal: 1 refused, 2 wrong usage. */
const exitCodeOf = {
  forbidden: 1,
  invalid: 2,
  not_found: 1,
  conflict: 1,
  plan_limit: 1,
  unavailable: 1,
  outcome_unknown: 1,
  busy: 1,
} as const satisfies Record<ProblemCode, ExitCode>

/** Settings that are an argument of one command and an option of another. */
const optionNames: Readonly<Record<string, string>> = { name: 'name', url: 'url' }

const optionOf = (field: string): string =>
  optionNames[field] ?? (field.startsWith('--') ? field : `--${field.replaceAll('_', '-')}`)

/** Names the option as typed; the message says which of its values is wrong. */
const issueLine = ({ path, message }: Issue): string => `  ${optionOf(String(path[0]))}: ${message}`

/** Prints to standard error why a command was refused, with all issues of the input, or what to choose from. */
const printProblem = (io: Pick<Io, 'err'>, { message, shell, issues = [], choices }: Problem): void => {
  const said = [message, shell].filter(Boolean).join(' ')
  io.err([said, ...issues.map(issueLine), ...choices.map((one) => `  ${one}`)].join('\n'))
}

/**
 * Whatever goes to a terminal does nothing there but show itself (file names and errors with paths, among others), fits
 * it, and names commands as they are typed here. An error that goes to a log stays on its line.
 */
const forTerminals = (io: Io, words: readonly string[]): Io => {
  const isData = words.includes('--json') || words.includes('--csv')
  const width = words.includes('--wide') ? Infinity : io.width
  const laidOut = (text: string, room: number): string => wrapLines(writtenFor(io.invocation, text), room)
  const shown = (text: string): string => (isData ? text : laidOut(showLines(text), width))
  return {
    ...io,
    out: (text, how) => io.out(how === 'painted' ? laidOut(text, width) : shown(text)),
    show: (text) => io.show(shown(text)),
    err: (text) => io.err(laidOut(showLines(text), io.errIsTerminal ? io.width : Infinity)),
  }
}

/** Marks the options that a command requires. */
const markRequired = (option: Option): string =>
  `${Help.prototype.optionDescription.call(new Help(), option)}${option.mandatory ? ' (required)' : ''}`

/** Errors point to the help of their own command: `whosout help keys create`. */
const pointToHelp = (command: CommandUnknownOpts, path: string): void => {
  command.showHelpAfterError(`(for details: whosout help${path})`)
  for (const child of command.commands) pointToHelp(child, `${path} ${child.name()}`)
}

/** The program with all its commands, or only those that `first` needs. */
export const buildProgram = async (first: string | undefined, cli: Cli): Promise<Command> => {
  const { io } = cli
  const program = new Command('whosout')
    .description('Who is in and who is out: as an API, in Slack, and every morning in a channel')
    .version(cli.version, '-V, --version', 'show the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      getOutHelpWidth: () => io.width,
    })
    .configureHelp({ showGlobalOptions: false, optionDescription: markRequired })
  const needed = first === '--version' || first === '-V' ? [] : await commandsFor(first)
  for (const add of needed) add(program, cli)
  pointToHelp(program, '')
  return program
}

/** Runs one command line (without node and script). Sets the exit code: 0 success, 1 refused, 2 wrong usage. */
export const runCli = async (
  words: readonly string[],
  terminal: Io,
  machine: Omit<Cli, 'io'>,
): Promise<void> => {
  const io = forTerminals(terminal, words)
  try {
    const program = await buildProgram(words[0], { ...machine, io })
    await program.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) io.setExitCode(error.exitCode === 0 ? 0 : 2)
    else if (error instanceof Problem) {
      printProblem(io, error)
      io.setExitCode(exitCodeOf[error.code])
    } else throw error
  }
}
