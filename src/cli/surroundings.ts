import type { Environment } from '../config/config.js'
import { Help, type Command, type Option } from 'commander'
import { Problem } from '../domain/problem.js'
import { createOrganizations } from '../services/organizations/organizations.js'
import type { Io } from './io.js'
import { withDependencies } from './open.js'

/** `keys create`: the words after `whosout`. */
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()

const everyCommand = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap((child) => everyCommand(child)),
]

const orgOption = (command: Command): Option | undefined =>
  command.options.find((option) => option.long === '--org')

/** Shows which options a command cannot do without. */
export const markRequired = (option: Option): string =>
  `${Help.prototype.optionDescription.call(new Help(), option)}${option.mandatory ? ' (required)' : ''}`

/**
 * What holds for every command, once all are there: an error names the command's own help, and `WHOSOUT_ORG` or the
 * only organization stands in for `--org`. `begun` is told which command is about to run.
 */
export const settleCommands = (
  program: Command,
  io: Io,
  env: Environment,
  begun: (command: Command) => void,
): void => {
  for (const command of everyCommand(program)) {
    command.showHelpAfterError(`(for details: ${helpOf(command)})`)
    const org = orgOption(command)
    if (!org) continue
    org.makeOptionMandatory(false)
    org.description += ' (default: WHOSOUT_ORG, or the only one there is)'
  }
  program.hook('preAction', async (_, command) => {
    begun(command)
    if (!orgOption(command) || command.getOptionValue('org') !== undefined) return
    command.setOptionValue('org', env['WHOSOUT_ORG'] || (await onlyOrganization(io)))
  })
}

/** `whosout help keys create`. */
const helpOf = (command: Command): string => `whosout help ${pathOf(command)}`.trim()

/** The slug of the only organization. Throws `not_found` when there is none, `invalid` when there are several. */
const onlyOrganization = async (io: Io): Promise<string> => {
  const found = await withDependencies(io, (dependencies) => createOrganizations(dependencies).list())
  const [only, another] = found
  if (only && !another) return only.slug
  if (!only)
    throw new Problem('not_found', 'There are no organizations yet: whosout org create "Acme" --slug acme')
  const slugs = found.map(({ slug }) => slug).join(', ')
  throw new Problem(
    'invalid',
    `There are several organizations: choose one with --org, or set WHOSOUT_ORG (${slugs}).`,
  )
}

/** Commands that begin something new: every other one is mistaken about a store that is not there. */
const beginners: ReadonlySet<string> = new Set(['org create', 'restore'])

/** An `Io` that makes no store folder but for the commands that begin one; `current` is the command that runs. */
export const withoutNewFolders = (io: Io, current: () => Command | undefined): Io => ({
  ...io,
  withStore: async (use) => {
    const command = current()
    const folder = command && beginners.has(pathOf(command)) ? null : io.missingFolder()
    if (folder === null) return io.withStore(use)
    const way =
      'Set DATA_DIR (or MONGODB_URI) to where it is, or begin with: whosout org create "Acme" --slug acme'
    throw new Problem('not_found', `There is no store in ${folder}. ${way}`)
  },
})
