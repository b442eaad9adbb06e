import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { editDistance } from '../../domain/edit-distance.js'
import { askCommand } from '../ask/ask.js'
import { understandCommand } from '../ask/understand.js'
import { backupCommand, restoreCommand } from '../backup/backup.js'
import type { AddCommand } from '../command.js'
import { digestCommands } from '../digest/digest.js'
import { doctorCommand } from '../doctor/doctor.js'
import { holidayCommands } from '../holidays.js'
import { importCommand } from '../import/import.js'
import { keyCommands } from '../keys/keys.js'
import { linkCommands } from '../links.js'
import { orgCommands } from '../org.js'
import { presenceCommand } from '../presence.js'
import { auditCommand } from '../records/audit.js'
import { exportCommand } from '../records/export.js'
import { leaveCommands } from '../records/leaves.js'
import { memberCommands } from '../records/members.js'
import { teamCommands } from '../records/teams.js'
import { slackCommands } from '../slack/slack.js'
import { sourceCommands } from '../sources/sources.js'

/** The closest command, at most two typing errors away. */
const nearest = (command: CommandUnknownOpts, typed: string): string =>
  command.commands
    .map((candidate) => ({ name: candidate.name(), edits: editDistance(typed, candidate.name(), 2) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ name }) => `\n(Did you mean ${name}?)`)[0] ?? ''

const find = (program: CommandUnknownOpts, names: readonly string[]): CommandUnknownOpts =>
  names.reduce((command, name) => {
    const found = command.commands.find((candidate) => candidate.name() === name)
    return found ?? command.error(`error: there is no command '${names.join(' ')}'${nearest(command, name)}`)
  }, program)

/**
 * Replaces commander's own help command, which knows only one level: `help keys rotate` would show the help of `keys`.
 */
const addHelp: AddCommand = (program) => {
  program
    .helpCommand(false)
    .command('help [commands...]')
    .description('Show the options of a command: help keys rotate')
    .action((names) => find(program, names).outputHelp())
}

/** Every command except `serve` and `demo`. */
export const otherCommands: readonly AddCommand[] = [
  orgCommands,
  importCommand,
  holidayCommands,
  sourceCommands,
  memberCommands,
  teamCommands,
  leaveCommands,
  auditCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  keyCommands,
  linkCommands,
  presenceCommand,
  askCommand,
  understandCommand,
  slackCommands,
  digestCommands,
  doctorCommand,
  addHelp,
]
