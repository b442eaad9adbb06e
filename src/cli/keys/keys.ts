import { momentText } from '../../domain/keys/moments.js'
import { showPlainly } from '../../domain/organization/name.js'
import type { IssuedSecret } from '../../services/keys/keys.js'
import { declareGroup, declareOrganizationCommand } from '../command.js'
import { showOnce, type Io } from '../io.js'
import { listOption, someOf } from '../options.js'
import { graceOf, graceOption } from './grace.js'
import { events, list } from './lists.js'

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
        failed: `Nobody has seen the new secret of ${named}, but the rotation could not be undone, so the old one may stop working soon. Check it with: whosout keys list`,
      }
    : {
        done: `Nobody has seen the secret, so the key ${named} was revoked.`,
        failed: `Nobody has seen the secret, but the key ${named} could not be revoked. To do so: whosout keys revoke ${key.id}`,
      }
  await showOnce(io, { text, takeBack, ...sentences })
  if (confirmed) return
  io.err('Not confirmed: the connection to the store was lost. Try the secret, or run: whosout keys list')
  io.setExitCode(1)
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

/** The stored restrictions of a new key, in words. */
const limitsOf = ({ allow, expires_at, reasons }: IssuedSecret['key'], team: string | undefined): string =>
  [
    `It sees ${team === undefined ? 'everybody' : `only the team ${team}`},`,
    `reads reasons ${reasons === 'hidden' ? 'hidden (every leave as personal)' : 'as they are'},`,
    `may be used from ${allow === null ? 'any address' : allow.join(', ')},`,
    `and ${expires_at === null ? 'does not expire' : `expires at ${expires_at}`}.`,
  ].join(' ')

const create = declareOrganizationCommand({
  usage: 'create',
  description: 'Create a key and show its secret once',
  options: (command) =>
    command
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
      ),
  json: '{"id", "name", "secret", "confirmed", "created_at", "expires_at", "team_id", "allow", "reasons"}; "confirmed" is false, and the exit code 1, when the connection to the store was lost before it confirmed the key',
  run: async ({ io, org, organization, services: { keys }, actor, options, json }) => {
    const expires = options.expires && momentText(options.expires, io.now(), organization.timezone)
    const issued = await keys.create(org, { ...options, expires }, actor)
    const rest = `Send it in the header: Authorization: Bearer …\n${limitsOf(issued.key, options.team)}`
    const text = json ? JSON.stringify(keyJson(issued)) : secretText(issued, rest)
    await showSecret(io, issued, text, () => keys.takeBack(org, issued, actor))
    const { twin } = issued
    if (twin && !json)
      io.err(
        showPlainly(
          `Note: another key is called "${twin.name}", too; its secret starts with ${twin.secrets[0]?.start ?? ''}…. To name this one otherwise: whosout keys edit ${issued.key.id} --name NAME`,
        ),
      )
  },
})

/** At most two secrets work: another rotation within the grace period ends the oldest of the three. */
const describeGrace = (until: string | null, again: boolean): string =>
  `The old secret works until ${until}.${again ? ' The secret before that one has stopped working.' : ''}`

const rotate = declareOrganizationCommand({
  usage: 'rotate <key>',
  description: 'Give a key a new secret; the old one keeps working for a grace period (paid plan)',
  options: (command) =>
    command
      .addOption(graceOption())
      .option(
        '--again',
        'even though it was rotated less than a minute ago; the secret before the old one stops working now',
      ),
  json: '{"id", "name", "secret", "previous_valid_until", "confirmed"}',
  run: async ({
    io,
    org,
    organization,
    services: { keyLists, keys },
    actor,
    args: [named],
    options,
    json,
  }) => {
    const { again = false } = options
    const wish = {
      grace: graceOf(options.grace, io.now(), organization.timezone, 'These key options are invalid.'),
      again,
    }
    const id = await keyLists.resolve(org, named)
    const issued = await keys.rotate(org, id, wish, actor)
    const { key, secret, confirmed } = issued
    const previous_valid_until = key.secrets[1]?.valid_until ?? null
    const text = json
      ? JSON.stringify({ id: key.id, name: key.name, secret, previous_valid_until, confirmed })
      : secretText(issued, describeGrace(previous_valid_until, again))
    await showSecret(io, issued, text, () => keys.takeBack(org, issued, actor))
  },
})

/** Null when the word that lifts a limit was given. */
const unless = <T>(isLifted: boolean, value: T | undefined): T | null | undefined => (isLifted ? null : value)

const edit = declareOrganizationCommand({
  usage: 'edit <key>',
  description: 'Change the name or the limits of a key, from the next request on; its secret stays the same',
  options: (command) =>
    command
      .option('--name <name>', 'what it is for')
      .option('--team <team>', 'the only team it sees: an id or a name, or none for everybody')
      .option('--reasons <reasons>', 'shown or hidden')
      .option('--allow <addresses>', 'addresses and ranges that may use it, or any', listOption)
      .option('--expires <time>', 'its last day (2026-12-31), a duration (30d) or never (paid plan)'),
  json: '{"id", "name", "state", "expires_at", "team_id", "allow", "reasons", "changed"}',
  check: someOf('Say what to change: --name, --team, --reasons, --allow or --expires.'),
  run: async ({ io, org, organization, services, actor, args: [named], options }) => {
    const { name, team, reasons, allow, expires } = options
    const end = expires && momentText(expires, io.now(), organization.timezone)
    const input = {
      name,
      reasons,
      team: unless(team === 'none', team),
      allow: unless(allow?.length === 1 && allow[0] === 'any', allow),
      expires: unless(expires === 'never', end),
    }
    const id = await services.keyLists.resolve(org, named)
    const { key, changed } = await services.keys.edit(org, id, input, actor)
    const { state, expires_at, team_id } = key
    const limits = { expires_at, team_id, allow: key.allow, reasons: key.reasons }
    return {
      json: { id, name: key.name, state, ...limits, changed },
      text: `${changed ? 'Changed' : 'Nothing to change:'} "${key.name}" (${id}).`,
    }
  },
})

const declareChange = (name: 'disable' | 'enable' | 'revoke', past: string, description: string) =>
  declareOrganizationCommand({
    usage: `${name} <key>`,
    description,
    json: '{"id", "name", "state", "changed"}',
    run: async ({ org, services, actor, args: [named] }) => {
      const id = await services.keyLists.resolve(org, named)
      const { key, changed } = await services.keys[name](org, id, actor)
      return {
        json: { id, name: key.name, state: key.state, changed },
        text: `"${key.name}" (${id}) ${changed ? 'is now' : 'was already'} ${past}.`,
      }
    },
  })

export const keyCommands = declareGroup(
  'keys',
  'API keys: create, rotate, edit, disable, enable, revoke, list and events; by id, name, or the beginning of an id or a secret',
  [
    create,
    rotate,
    edit,
    declareChange('disable', 'disabled', 'Disable a key until it is enabled again'),
    declareChange('enable', 'enabled', 'Enable a disabled key, or unlock a key locked by the plan'),
    declareChange('revoke', 'revoked', 'Revoke a key and its secrets permanently'),
    list,
    events,
  ],
)
