import type { Command } from 'commander'
import { editDistance } from '../../domain/edit-distance.js'
import { addAskCommand } from '../ask/ask.js'
import { addBackupCommands } from '../backup/backup.js'
import { addDigestCommands } from '../digest/digest.js'
import { addDoctorCommand, type DoctorSurroundings } from '../doctor/doctor.js'
import { addHolidayCommands } from '../holidays.js'
import { addImportCommand } from '../import/import.js'
import type { Io } from '../io.js'
import { addKeyCommands } from '../keys/keys.js'
import { addLinkCommands } from '../links.js'
import { addOrgCommands } from '../org.js'
import { addPresenceCommand } from '../presence.js'
import { addAuditCommand } from '../records/audit.js'
import { addExportCommand } from '../records/export.js'
import { addLeaveCommands } from '../records/leaves.js'
import { addMemberCommands } from '../records/members.js'
import { addTeamCommands } from '../records/teams.js'
import type { Machine } from '../serve.js'
import { addSlackCommands } from '../slack/slack.js'
import { addSourceCommands } from '../sources/sources.js'
import { addUnderstandCommand } from '../ask/understand.js'

/** The closest command, at most two typing errors away. */
const nearest = (command: Command, typed: string): string =>
  command.commands
    .map((candidate) => ({ name: candidate.name(), edits: editDistance(typed, candidate.name(), 2) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ name }) => `\n(Did you mean ${name}?)`)[0] ?? ''

const find = (program: Command, names: readonly string[]): Command =>
  names.reduce((command, name) => {
    const found = command.commands.find((candidate) => candidate.name() === name)
    return found ?? command.error(`error: there is no command '${names.join(' ')}'${nearest(command, name)}`)
  }, program)

/**
 * Replaces commander's own help command, which knows only one level: `help keys rotate` would show the help of `keys`.
 */
const addHelpCommand = (program: Command): void => {
  program
    .helpCommand(false)
    .command('help [commands...]')
    .description('Show the options of a command: help keys rotate')
    .action((names: string[]) => find(program, names).outputHelp())
}

/** Adds every command except `serve` and `demo`. */
export const addCommands = (program: Command, io: Io, machine: Machine & DoctorSurroundings): void => {
  addOrgCommands(program, io)
  addImportCommand(program, io)
  addHolidayCommands(program, io)
  addSourceCommands(program, io, machine.env)
  addMemberCommands(program, io)
  addTeamCommands(program, io)
  addLeaveCommands(program, io)
  addAuditCommand(program, io)
  addExportCommand(program, io)
  addBackupCommands(program, io)
  addKeyCommands(program, io)
  addLinkCommands(program, io, machine.env)
  addPresenceCommand(program, io)
  addAskCommand(program, io)
  addUnderstandCommand(program, io)
  addSlackCommands(program, io, machine.env)
  addDigestCommands(program, io, machine.env)
  addDoctorCommand(program, io, machine)
  addHelpCommand(program)
}
