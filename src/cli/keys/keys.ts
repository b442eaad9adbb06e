import { Option } from 'commander'
import type { Command } from 'commander'
import { defaultGrace, maxGrace, parseGraceUntil } from '../../domain/keys/grace.js'
import { momentText } from '../../domain/keys/moments.js'
import { instead } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { createKeys } from '../../services/keys/keys.js'
import type { ChangedKey, IssuedSecret, Keys } from '../../services/keys/keys.js'
import { createKeyLists } from '../../services/keys/lists.js'
import { addEdit } from './edit.js'
import { addKeyLists } from './lists.js'
import { printJson, showOnce } from '../io.js'
import type { Io } from '../io.js'
import { actorOf, listOption, withOrganization, type OrgOptions } from '../open.js'

const notMoment = 'Use a date such as 2026-12-31, a duration such as 24h or 7d, or 0.'
const tooLong = 'The old secret can keep working for at most 7 days.'

/** In milliseconds. A date is the last day of the grace period, in the organization's time zone. */
const graceOf = (typed: string, now: Date, timezone: string): number => {
  const grace = parseGraceUntil(typed, now, timezone)
  if (grace !== null && grace <= maxGrace) return grace
  const message = instead(typed, grace === null ? notMoment : tooLong)
  throw new Problem('invalid', 'These key options are invalid.', { issues: [{ path: ['grace'], message }] })
}

const secretText = ({ key, secret }: IssuedSecret, rest: string): string =>
  `Key "${key.name}" (${key.id}):\n\n  ${secret}\n\nIt is shown only once. ${rest}`

/** The only time that a secret is shown: one that cannot be is taken back. An unconfirmed one is not a success. */
const showSecret = async (
  io: Io,
  issued: IssuedSecret,
  text: string,
  takeBack: () => Promise<unknown>,
): Promise<void> => {
  const { key, before, confirmed } = issued
  const named = `"${key.name}" (${key.id})`
  const sentences = before
    ? {
        done: `Nobody has seen the new secret of ${named}, so the rotation was undone: the old secret works as before.`,
        failed: `Nobody has seen the new secret of ${named}, but the rotation could not be undone, so the old one may end soon. Check it with: whosout keys list`,
      }
    : {
        done: `Nobody has seen the secret, so the key ${named} was revoked again.`,
        failed: `Nobody has seen the secret, but the key ${named} could not be revoked again. To do so: whosout keys revoke ${key.id}`,
      }
  await showOnce(io, { text, takeBack, ...sentences })
  if (!confirmed) warnUnconfirmed(io)
}

const warnUnconfirmed = (io: Io): void => {
  io.err('Not confirmed: the connection to the store was lost. Try the secret, or run: whosout keys list')
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
    .description('Create a key and show its secret once')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--name <name>', 'what the key is for, such as dashboard')
    .option('--team <team>', 'limit the key to this team (id or name)')
    .option(
      '--reasons <reasons>',
      'shown, or hidden: every leave but bank holidays is shown as personal (default: shown, unless org set --key-reasons says otherwise)',
    )
    .option(
      '--allow <addresses>',
      'an address or range that may use the key, such as 203.0.113.0/24; repeat the option or separate with commas',
      listOption,
    )
    .option(
      '--expires <time>',
      'when the key expires: its last day (2026-12-31), a duration (30d) or an instant (paid plan)',
    )
    .option(
      '--json',
      '{"id", "name", "secret", "confirmed", "created_at", "expires_at", "team_id", "allow", "reasons"}; "confirmed" is false, and the exit code 1, when the connection to the store was lost before it confirmed the key',
    )
    .action(async ({ org, json, ...input }: CreateOptions) => {
      await withOrganization(io, org, async ({ _id, timezone }, dependencies) => {
        const expires = input.expires && momentText(input.expires, io.now(), timezone)
        const keys = createKeys(dependencies)
        const issued = await keys.create(_id, { ...input, expires }, actorOf(io))
        const rest = `Send it in the header: Authorization: Bearer …\n${limitsOf(issued.key, input.team)}`
        const text = json ? JSON.stringify(keyJson(issued)) : secretText(issued, rest)
        await showSecret(io, issued, text, () => keys.takeBack(_id, issued, actorOf(io)))
      })
    })
}

/** The stored restrictions of a new key, in words. */
const limitsOf = ({ allow, expires_at, reasons }: IssuedSecret['key'], team: string | undefined): string =>
  [
    `It sees ${team === undefined ? 'everybody' : `only the team ${team}`},`,
    `reads reasons ${reasons === 'hidden' ? 'hidden (every leave as personal)' : 'as they are'},`,
    `may be used from ${allow === null ? 'any address' : allow.join(', ')},`,
    `and ${expires_at === null ? 'does not expire' : `expires at ${expires_at}`}.`,
  ].join(' ')

interface RotateOptions extends OrgOptions {
  readonly grace: string
  readonly again?: boolean
}

/** At most two secrets work: another rotation within the grace period ends the oldest of the three. */
const describeGrace = (until: string | null, again: boolean): string =>
  `The old secret works until ${until}.${again ? ' The secret before that one has stopped working.' : ''}`

const addRotate = (keys: Command, io: Io): void => {
  keys
    .command('rotate <key>')
    .description('Give a key a new secret; the old one keeps working for a grace period (paid plan)')
    .requiredOption('--org <slug>', 'the organization')
    .addOption(
      new Option(
        '--grace <time>',
        'how long the old secret keeps working: 0, 90m, 24h, up to 7d; or its last day (2026-12-31)',
      ).default(defaultGrace, defaultGrace),
    )
    .option(
      '--again',
      'even though it was rotated less than a minute ago; the secret before the old one stops working now',
    )
    .option('--json', '{"id", "name", "secret", "previous_valid_until", "confirmed"}')
    .action(async (named: string, options: RotateOptions) => {
      const again = options.again ?? false
      await withOrganization(io, options.org, async ({ _id, timezone }, dependencies) => {
        const wish = { grace: graceOf(options.grace, io.now(), timezone), again }
        const id = await createKeyLists(dependencies).resolve(_id, named)
        const keys = createKeys(dependencies)
        const issued = await keys.rotate(_id, id, wish, actorOf(io))
        const { key, secret, confirmed } = issued
        const previous_valid_until = key.secrets[1]?.valid_until ?? null
        const text = options.json
          ? JSON.stringify({ id: key.id, name: key.name, secret, previous_valid_until, confirmed })
          : secretText(issued, describeGrace(previous_valid_until, again))
        await showSecret(io, issued, text, () => keys.takeBack(_id, issued, actorOf(io)))
      })
    })
}

const verbs: readonly (readonly [
  name: 'disable' | 'enable' | 'revoke',
  past: string,
  description: string,
])[] = [
  ['disable', 'disabled', 'Disable a key until it is enabled again'],
  ['enable', 'enabled', 'Enable a disabled key, or unlock a key locked by the plan'],
  ['revoke', 'revoked', 'Revoke a key and its secrets permanently'],
]

const describeChange = ({ key, changed }: ChangedKey, past: string): string =>
  `"${key.name}" (${key.id}) ${changed ? 'is now' : 'was already'} ${past}.`

const addChanges = (keys: Command, io: Io): void => {
  for (const [verb, past, description] of verbs)
    keys
      .command(`${verb} <key>`)
      .description(description)
      .requiredOption('--org <slug>', 'the organization')
      .option('--json', '{"id", "name", "state", "changed"}')
      .action(async (named: string, { org, json }: OrgOptions) => {
        const result: ChangedKey = await withOrganization(io, org, async ({ _id }, dependencies) => {
          const id = await createKeyLists(dependencies).resolve(_id, named)
          const services: Keys = createKeys(dependencies)
          return services[verb](_id, id, actorOf(io))
        })
        const { key, changed } = result
        if (json) printJson(io, { id: key.id, name: key.name, state: key.state, changed })
        else io.out(describeChange(result, past))
      })
}

/** `keys create|rotate|edit|disable|enable|revoke|list|events`. */
export const addKeyCommands = (program: Command, io: Io): void => {
  const keys = program
    .command('keys')
    .description(
      'API keys: create, rotate, edit, disable, enable, revoke, list and events; by id, name, or what an id or a secret begins with',
    )
  addCreate(keys, io)
  addRotate(keys, io)
  addEdit(keys, io)
  addChanges(keys, io)
  addKeyLists(keys, io)
}
