import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { closest } from '../../language/edit-distance.js'
import type { AddCommand } from '../command.js'

/** The closest command, at most two typing errors away. */
const nearest = (command: CommandUnknownOpts, typed: string): string => {
  const [name] = closest(
    typed,
    command.commands.map((candidate) => candidate.name()),
    2,
  )
  return name === undefined ? '' : `\n(Did you mean ${name}?)`
}

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

/**
 * Every command by its name, in the order of the help. Each is loaded when it is needed: all of them together take
 * longer to load than most take to run.
 */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('../serve.js')).serveCommand,
  demo: async () => (await import('../serve.js')).demoCommand,
  init: async () => (await import('../init/init.js')).initCommand,
  org: async () => (await import('../org.js')).orgCommands,
  import: async () => (await import('../import/import.js')).importCommand,
  holidays: async () => (await import('../holidays.js')).holidayCommands,
  sources: async () => (await import('../sources/sources.js')).sourceCommands,
  members: async () => (await import('../records/members.js')).memberCommands,
  teams: async () => (await import('../records/teams.js')).teamCommands,
  leaves: async () => (await import('../records/leaves.js')).leaveCommands,
  audit: async () => (await import('../records/audit.js')).auditCommand,
  export: async () => (await import('../records/export.js')).exportCommand,
  backup: async () => (await import('../backup/backup.js')).backupCommand,
  restore: async () => (await import('../backup/backup.js')).restoreCommand,
  keys: async () => (await import('../keys/keys.js')).keyCommands,
  links: async () => (await import('../links.js')).linkCommands,
  webhooks: async () => (await import('../webhooks.js')).webhookCommands,
  presence: async () => (await import('../presence.js')).presenceCommand,
  ask: async () => (await import('../ask/ask.js')).askCommand,
  understand: async () => (await import('../ask/understand.js')).understandCommand,
  slack: async () => (await import('../slack/slack.js')).slackCommands,
  status: async () => (await import('../status.js')).statusCommands,
  digest: async () => (await import('../digest/digest.js')).digestCommands,
  doctor: async () => (await import('../doctor/doctor.js')).doctorCommand,
  help: async () => addHelp,
}

/** The words that may follow `whosout` on a command line. */
export const commandNames: readonly string[] = Object.keys(commands)

/** The command that a command line begins with; all of them for any other word, which the help or an error explains. */
export const commandsFor = (first: string | undefined): Promise<readonly AddCommand[]> => {
  const isOne = first !== undefined && first !== 'help' && commandNames.includes(first)
  const needed = Object.entries(commands).filter(([name]) => !isOne || name === first)
  return Promise.all(needed.map(([, load]) => load()))
}
