import { Command, CommanderError } from 'commander'
import type { Surroundings } from './cli/doctor.js'
import { exitCodeOf, printProblem } from './cli/problems.js'
import type { Io } from './cli/io.js'
import { addServeCommands, type Machine } from './cli/serve.js'
import { Problem } from './domain/problem.js'

/** What begins a process that keeps running: it answers sooner when the other commands are not loaded. */
const serving = ['serve', 'demo']

const buildProgram = async (
  first: string | undefined,
  io: Io,
  machine: Machine & Surroundings,
): Promise<Command> => {
  const program = new Command('whosout')
    .description('Who is in and who is out: as an API, in Slack, and every morning in a channel')
    .version(machine.version, '--version', 'show the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
    })
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(whosout help COMMAND says more)')
  addServeCommands(program, io, machine)
  if (first === undefined || !serving.includes(first)) {
    const { addCommands } = await import('./cli/commands.js')
    addCommands(program, io, machine)
  }
  return program
}

/** Runs one command line (without node and script). Sets the exit code: 0 fine, 1 refused, 2 misuse. */
export const runCli = async (
  words: readonly string[],
  io: Io,
  machine: Machine & Surroundings,
): Promise<void> => {
  try {
    const program = await buildProgram(words[0], io, machine)
    await program.parseAsync([...words], { from: 'user' })
  } catch (fault) {
    if (fault instanceof CommanderError) io.setExitCode(fault.exitCode === 0 ? 0 : 2)
    else if (fault instanceof Problem) {
      printProblem(io, fault)
      io.setExitCode(exitCodeOf[fault.code])
    } else throw fault
  }
}
