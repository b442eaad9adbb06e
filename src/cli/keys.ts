import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { defaultGrace, parseGrace } from '../domain/keys-options.js'
import { createKeys } from '../services/keys.js'
import type { ChangedKey, IssuedSecret, Keys } from '../services/keys.js'
import { addKeyLists } from './key-lists.js'
import { printJson } from './io.js'
import type { Io } from './io.js'
import { actorOf, listOption, withOrganization } from './services.js'

interface OrgOptions {
  readonly org: string
  readonly json?: boolean
}

const grace = (text: string): number => {
  const milliseconds = parseGrace(text)
  if (milliseconds === null)
    throw new InvalidArgumentError('Give 0, or minutes, hours or days up to 7d: 90m, 24h.')
  return milliseconds
}

/** The only time that a secret is seen. One that may or may not work is not a success. */
const printSecret = (io: Io, { key, secret, confirmed }: IssuedSecret, rest: string): void => {
  io.out(`Key «${key.name}» (${key.id}):\n\n  ${secret}\n\nIt is shown this once. ${rest}`)
  if (!confirmed) warnUnconfirmed(io)
}

const warnUnconfirmed = (io: Io): void => {
  io.err('Not confirmed: the store went away in the middle. Try the secret, or run «whosout keys list».')
  io.setExitCode(1)
}

interface CreateOptions extends OrgOptions {
  readonly name: string
  readonly team?: string
  readonly reasons?: string
  readonly allow?: readonly string[]
  readonly expires?: string
}

const keyJson = ({ key, secret, confirmed }: IssuedSecret) => ({
  id: key.id,
  name: key.name,
  secret,
  confirmed,
  created_at: key.created_at,
  expires_at: key.expires_at,
  team_id: key.team_id,
  allow: key.allow,
  reasons: key.reasons,
})

const addCreate = (keys: Command, io: Io): void => {
  keys
    .command('create')
    .description('Create a key and show its secret, this once')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--name <name>', 'what it is for, such as dashboard')
    .option('--team <team>', 'the only team it sees: an id or a name')
    .option('--reasons <reasons>', 'hidden: masked leave types read as personal', 'shown')
    .option(
      '--allow <addresses>',
      'an address or a range that may use it, such as 203.0.113.0/24; repeat it, or put commas between several',
      listOption,
    )
    .option('--expires <instant>', 'when it ends, such as 2027-01-31T12:00:00Z (paid plan)')
    .option(
      '--json',
      '{"id", "name", "secret", "confirmed", "created_at", "expires_at", "team_id", "allow", "reasons"}; "confirmed" is false, and the exit code 1, when the store went away before it could say that the key is stored',
    )
    .action(async ({ org, json, ...input }: CreateOptions) => {
      const issued = await withOrganization(io, org, ({ _id }, dependencies) =>
        createKeys(dependencies).create(_id, input, actorOf(io)),
      )
      if (!json) return printSecret(io, issued, 'Send it as «Authorization: Bearer …».')
      printJson(io, keyJson(issued))
      if (!issued.confirmed) warnUnconfirmed(io)
    })
}

interface RotateOptions extends OrgOptions {
  readonly grace: number
  readonly again?: boolean
}

/** Two secrets work at most: a second rotation within the grace ends the first of the three. */
const describeGrace = (until: string | null, again: boolean): string =>
  `The old secret works until ${until}.${again ? ' Any secret before that one stopped working now.' : ''}`

const addRotate = (keys: Command, io: Io): void => {
  keys
    .command('rotate <id>')
    .description('Give a key a new secret; the old one works on for a while (paid plan)')
    .requiredOption('--org <slug>', 'the organization')
    .addOption(
      new Option('--grace <time>', 'how long the old secret works on: 0, 90m, 24h, up to 7d')
        .argParser(grace)
        .default(grace(defaultGrace), defaultGrace),
    )
    .option(
      '--again',
      'although it was rotated less than a minute ago; the secret before the old one stops working now',
    )
    .option('--json', '{"id", "name", "secret", "previous_valid_until", "confirmed"}')
    .action(async (id: string, options: RotateOptions) => {
      const wish = { grace: options.grace, again: options.again ?? false }
      const issued = await withOrganization(io, options.org, ({ _id }, dependencies) =>
        createKeys(dependencies).rotate(_id, id, wish, actorOf(io)),
      )
      const previous_valid_until = issued.key.secrets[1]?.valid_until ?? null
      if (!options.json) return printSecret(io, issued, describeGrace(previous_valid_until, wish.again))
      const { key, secret, confirmed } = issued
      printJson(io, { id: key.id, name: key.name, secret, previous_valid_until, confirmed })
      if (!confirmed) warnUnconfirmed(io)
    })
}

const verbs: readonly (readonly [
  name: 'disable' | 'enable' | 'revoke',
  past: string,
  description: string,
])[] = [
  ['disable', 'disabled', 'Refuse a key until it is enabled again'],
  ['enable', 'enabled', 'Accept a disabled key again, or lift the lock of a plan'],
  ['revoke', 'revoked', 'End a key and its secrets now and for ever'],
]

const describeChange = ({ key, changed }: ChangedKey, past: string): string =>
  `«${key.name}» (${key.id}) ${changed ? 'is' : 'was already'} ${past}.`

const addChanges = (keys: Command, io: Io): void => {
  for (const [verb, past, description] of verbs)
    keys
      .command(`${verb} <id>`)
      .description(description)
      .requiredOption('--org <slug>', 'the organization')
      .option('--json', '{"id", "name", "state", "changed"}')
      .action(async (id: string, { org, json }: OrgOptions) => {
        const result: ChangedKey = await withOrganization(io, org, ({ _id }, dependencies) => {
          const services: Keys = createKeys(dependencies)
          return services[verb](_id, id, actorOf(io))
        })
        const { key, changed } = result
        if (json) printJson(io, { id: key.id, name: key.name, state: key.state, changed })
        else io.out(describeChange(result, past))
      })
}

/** `keys create|rotate|disable|enable|revoke|list|events`. */
export const addKeyCommands = (program: Command, io: Io): void => {
  const keys = program
    .command('keys')
    .description('API keys: create, rotate, disable, enable, revoke, list and events')
  addCreate(keys, io)
  addRotate(keys, io)
  addChanges(keys, io)
  addKeyLists(keys, io)
}
