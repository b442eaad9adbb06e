import { Command, CommanderError } from 'commander'
import { addAskCommand } from './cli/ask.js'
import { addDigestCommands } from './cli/digest.js'
import { addDoctorCommand, type Surroundings } from './cli/doctor.js'
import { addHelpCommand } from './cli/help.js'
import { addImportCommand } from './cli/import.js'
import { addKeyCommands } from './cli/keys.js'
import { addOrgCommands } from './cli/org.js'
import { addPresenceCommand } from './cli/presence.js'
import { exitCodeOf, printProblem } from './cli/problems.js'
import type { Io } from './cli/io.js'
import { addServeCommands, type Machine } from './cli/serve.js'
import { addSlackCommands } from './cli/slack.js'
import { addUnderstandCommand } from './cli/understand.js'
import { Problem } from './domain/problem.js'

const buildProgram = (io: Io, machine: Machine & Surroundings): Command => {
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
  addOrgCommands(program, io)
  addImportCommand(program, io)
  addKeyCommands(program, io)
  addPresenceCommand(program, io)
  addAskCommand(program, io)
  addUnderstandCommand(program, io)
  addSlackCommands(program, io, machine.env)
  addDigestCommands(program, io, machine.env)
  addDoctorCommand(program, io, machine)
  addHelpCommand(program)
  return program
}

/** Runs one command line (without node and script). Sets the exit code: 0 fine, 1 refused, 2 misuse. */
export const runCli = async (
  words: readonly string[],
  io: Io,
  machine: Machine & Surroundings,
): Promise<void> => {
  try {
    await buildProgram(io, machine).parseAsync([...words], { from: 'user' })
  } catch (fault) {
    if (fault instanceof CommanderError) io.setExitCode(fault.exitCode === 0 ? 0 : 2)
    else if (fault instanceof Problem) {
      printProblem(io, fault)
      io.setExitCode(exitCodeOf[fault.code])
    } else throw fault
  }
}
