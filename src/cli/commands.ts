import type { Command } from 'commander'
import { addAskCommand } from './ask.js'
import { addDigestCommands } from './digest.js'
import { addDoctorCommand, type Surroundings } from './doctor.js'
import { addHelpCommand } from './help.js'
import { addImportCommand } from './import.js'
import type { Io } from './io.js'
import { addKeyCommands } from './keys.js'
import { addOrgCommands } from './org.js'
import { addPresenceCommand } from './presence.js'
import type { Machine } from './serve.js'
import { addSlackCommands } from './slack.js'
import { addUnderstandCommand } from './understand.js'

/** Every command that ends by itself. */
export const addCommands = (program: Command, io: Io, machine: Machine & Surroundings): void => {
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
}
