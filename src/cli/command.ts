import {
  Command,
  type CommandUnknownOpts,
  type InferCommandArguments,
  type OptionValues,
} from '@commander-js/extra-typings'
import type { Environment } from '../config/settings-file.js'
import { withOrganization, withServices, type AboutOne, type InStore, type Machine } from './open.js'
import { print, type Printed } from './output.js'

/** What a command may use of the process. */
export interface Cli extends Machine {
  /**
   * Call it before a server starts, so that a signal during the start is not lost. The function it returns resolves once
   * the process was told to stop and `stop` has finished.
   */
  listenForSignals(): (stop: () => Promise<void>) => Promise<void>
  /**
   * Runs the program again, with another environment: its exit code, and what it wrote to standard output where that is
   * `kept` rather than `shown`.
   */
  again(
    words: readonly string[],
    env: Environment,
    output: 'shown' | 'kept',
  ): Promise<{ readonly code: number; readonly output: string }>
  readonly nodeVersion: string
  /** The version of whosout. */
  readonly version: string
}

/** Adds a command, or a group of them, to its parent. */
export type AddCommand = (parent: CommandUnknownOpts, cli: Cli) => void

/** What a command is given before a store is opened: the process, and what was typed. */
interface Given<Usage extends string, Options> extends Cli {
  readonly args: [...InferCommandArguments<Usage>]
  readonly options: Options
  /** Whether `--json` was given. */
  readonly json: boolean
}

/** A command, declared: how it is called, what its help says, and what it does. */
interface Declaration<Scope, Usage extends string, Options extends OptionValues> {
  /** The name and the arguments: `rename <team> <name>`. */
  readonly usage: Usage
  readonly description: string
  /** What the argument is, for the help. */
  readonly argument?: string
  /** What `--org` names, if that is more than the organization. */
  readonly about?: string
  /** Adds the options, but for `--org`, `--json` and `--csv`. */
  readonly options?: (command: Command) => Command<[], Options>
  /** The shape of what `--json` prints; without it, the option does not exist. */
  readonly json?: string
  /** The fields of the printed rows in `--csv`; without them, the option does not exist. */
  readonly csv?: { readonly description: string; readonly fields: readonly string[] }
  /** It prints a table, of which `--wide` shows everything. */
  readonly table?: true
  /** Ends the help. */
  readonly help?: string
  /** For every other command, a store that does not exist is a mistake. */
  readonly createsStore?: true
  /** Throws before the store is opened. */
  readonly check?: (given: Given<Usage, Options>) => unknown
  /** Resolves with what to print, or nothing if it has printed all by itself. */
  readonly run: (given: Given<Usage, Options> & Scope) => Promise<Printed | void>
}

interface CommonOptions {
  readonly org?: string
  readonly json?: boolean
  readonly csv?: boolean
  readonly wide?: boolean
}

/** Opens what `use` needs. */
type Open<Scope> = (
  cli: Cli,
  use: (scope: Scope) => Promise<Printed | void>,
  wanted: { readonly org: string | undefined; readonly createsStore: boolean },
) => Promise<Printed | void>

const declareWith =
  <Scope>(open: Open<Scope>, { hasOrg = false } = {}) =>
  <Usage extends string, Options extends OptionValues = Record<never, never>>(
    declaration: Declaration<Scope, Usage, Options>,
  ): AddCommand =>
  (parent, cli) => {
    const {
      usage,
      description,
      argument,
      about,
      options,
      json: shape,
      csv,
      table,
      help,
      check,
      run,
    } = declaration
    const command = parent.command(usage).description(description)
    for (const one of command.registeredArguments) one.description = argument ?? ''
    const org = `${about ?? 'the organization'} (default: WHOSOUT_ORG, or the only organization)`
    if (hasOrg) command.option('--org <slug>', org)
    for (const option of options?.(new Command()).options ?? []) command.addOption(option)
    if (shape) command.option('--json', shape)
    if (csv) command.option('--csv', csv.description)
    if (table) command.option('--wide', 'all columns in full, with ids and milliseconds, however wide')
    if (help) command.addHelpText('after', help)
    command.action(async () => {
      const { org, json = false, csv: asCsv, wide, ...typed }: CommonOptions = command.opts()
      // Commander has parsed them as declared.
      const given = { ...cli, args: command.processedArgs, options: typed as Options, json }
      await check?.(given)
      const wanted = { org, createsStore: declaration.createsStore ?? false }
      const printed = await open(cli, (scope) => run({ ...given, ...scope }), wanted)
      if (printed) print(cli.io, printed, json ? 'json' : asCsv && csv ? csv.fields : wide ? 'wide' : 'text')
    })
  }

/** A command that opens no store, or does so by itself. */
export const declareCommand = declareWith<object>((_, use) => use({}))

/** A command on the whole store. */
export const declareStoreCommand = declareWith<InStore>(withServices)

/** A command about one organization. */
export const declareOrganizationCommand = declareWith<AboutOne>(withOrganization, { hasOrg: true })

/** A command that leads to others. */
export const declareGroup =
  (name: string, description: string, members: readonly AddCommand[]): AddCommand =>
  (parent, cli) => {
    const group = parent.command(name).description(description)
    for (const add of members) add(group, cli)
  }
