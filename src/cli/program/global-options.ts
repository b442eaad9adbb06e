import type { Environment } from '../../config/config.js'
import { Help, type Command, type Option } from 'commander'
import { Problem } from '../../domain/problem.js'
import { createOrganizations } from '../../services/organizations/organizations.js'
import type { Io } from '../io.js'
import { withDependencies } from '../open.js'

/** The words after `whosout`, such as `keys create`. */
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()

const everyCommand = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap((child) => everyCommand(child)),
]

const orgOption = (command: Command): Option | undefined =>
  command.options.find((option) => option.long === '--org')

/** Marks the options that a command requires. */
export const markRequired = (option: Option): string =>
  `${Help.prototype.optionDescription.call(new Help(), option)}${option.mandatory ? ' (required)' : ''}`

/**
 * Settings common to all commands, applied once all are defined: errors point to the command's own help, and
 * `WHOSOUT_ORG` or the only organization is the default for `--org`. `begun` receives the command that is about to
 * run.
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
    org.description += ' (default: WHOSOUT_ORG, or the only organization)'
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

/** Commands that may create a store: for every other one, a missing store is a mistake. */
const storeCreators: ReadonlySet<string> = new Set(['org create', 'restore'])

/** An `Io` that creates a store folder only for commands that may create a store; `current` is the running command. */
export const withoutNewFolders = (io: Io, current: () => Command | undefined): Io => ({
  ...io,
  withStore: async (use) => {
    const command = current()
    const folder = command && storeCreators.has(pathOf(command)) ? null : io.missingFolder()
    if (folder === null) return io.withStore(use)
    const way =
      'Set DATA_DIR (or MONGODB_URI) to its location, or start with: whosout org create "Acme" --slug acme'
    throw new Problem('not_found', `There is no store in ${folder}. ${way}`)
  },
})
