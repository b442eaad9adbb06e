import { Option, type Command } from '@commander-js/extra-typings'
import { parseDays } from '../domain/digests/settings.js'
import { countingKeys, shownState } from '../domain/keys/key.js'
import { showPlainly } from '../domain/organization/name.js'
import { checkIssuer, signInOf } from '../domain/agents/settings.js'
import type { Organization } from '../domain/organization/organization.js'
import { reasonPolicy } from '../domain/presence/reasons.js'
import { Problem } from '../domain/problem.js'
import type { ChangedOrganization } from '../services/organizations/organizations.js'
import { declareGroup, declareStoreCommand, type Cli } from './command.js'
import { configOf } from './config.js'
import { listOption } from './options.js'
import { counted, listed } from './output.js'
import { inFields } from './table.js'

const shape =
  '{"id", "slug", "name", "plan", "suspended", "timezone", "week_start", "working_days", "date_order", "reasons", "created_at", "keys"}'

/** Only where agents sign in. */
const signInJson = (organization: Organization) => {
  const signIn = signInOf(organization)
  return (
    signIn && {
      mcp_issuer: signIn.issuer,
      mcp_audience: signIn.audience,
      mcp_claim: signIn.claim,
      mcp_scopes: signIn.scopes,
      mcp_unverified: signIn.takesUnverified ? 'on' : 'off',
    }
  )
}

/** An organization as `--json` prints it; `keys` is the number that count towards the plan. */
const organizationJson = (organization: Organization, now: Date) => ({
  id: organization._id,
  slug: organization.slug,
  name: organization.name,
  plan: organization.plan,
  suspended: organization.suspended,
  timezone: organization.timezone,
  week_start: organization.week_start,
  working_days: organization.working_days,
  date_order: organization.date_order,
  reasons: reasonPolicy(organization),
  // Only when the organization has set it, which most have not.
  ...(organization.key_reasons && { key_reasons: organization.key_reasons }),
  ...(organization.own_entries && { own_entries: organization.own_entries }),
  ...(organization.status_text && { status_text: organization.status_text }),
  ...(organization.status_emoji && { status_emoji: organization.status_emoji }),
  ...signInJson(organization),
  created_at: organization.created_at,
  keys: countingKeys(organization, now).length,
})

/** An option of a version before. */
const replaced = (flags: string): Option =>
  new Option(flags).hideHelp().argParser(() => {
    const [name] = flags.split(' ')
    const message = `There is no ${name} any more. Say who may read reasons: --reasons nobody, admins or everyone.`
    throw new Problem('invalid', message)
  })

interface TypedIssuer {
  readonly env: Cli['env']
  readonly options: { readonly mcpIssuer?: string | undefined }
}

const checkSettings = ({ env, options: { mcpIssuer } }: TypedIssuer): void =>
  checkIssuer(mcpIssuer, configOf(env).feedsAllowPrivate)

/** Where agents sign in, for somebody who has just said with what. */
const signInText = ({ env, options: { mcpIssuer } }: TypedIssuer, organization: Organization): string[] => {
  if (mcpIssuer === undefined || !signInOf(organization)) return []
  const { baseUrl } = configOf(env)
  return baseUrl === undefined
    ? ['Agents cannot sign in until BASE_URL is set.']
    : [`Agents sign in at ${baseUrl.replace(/\/+$/, '')}/mcp/${organization.slug}`]
}

/** The options of `create` and `set`. */
const withSettings = (command: Command) =>
  command
    .option('--plan <plan>', 'free (one key that does not rotate) or paid (up to 20 keys); nobody is charged')
    .option(
      '--timezone <zone>',
      'the time zone that decides what day it is: UTC or a name such as Europe/Berlin',
    )
    .option('--week-start <day>', 'monday, sunday or saturday')
    .option('--working-days <days>', 'such as mon-fri, or sunday,monday', listOption)
    .option('--date-order <order>', 'day (20 Nov), month (Nov 20) or locale (depends on the reader)')
    .option('--reasons <who>', 'who may read why somebody else is out: nobody, admins or everyone')
    .option('--status-text <text>', 'what statuses in Slack say, such as "Out until {day}" (default)')
    .option('--status-emoji <emoji>', 'the emoji of statuses in Slack, such as :palm_tree: (default)')
    .option('--mcp-issuer <url>', 'the identity provider with which agents sign in at /mcp/SLUG, or none')
    .option(
      '--mcp-audience <aud>',
      'what its tokens are issued for (default: the address of /mcp/SLUG), or none',
    )
    .option('--mcp-claim <name>', 'the claim with the e-mail address of a person (default: email)')
    .option('--mcp-scopes <scopes>', 'what a token must allow, such as whosout.read, or none', listOption)
    .option(
      '--mcp-unverified <state>',
      'accept addresses that are not marked as verified: on or off (default)',
    )
    .addOption(replaced('--masked <types>'))
    .addOption(replaced('--channel-reasons <what>'))

const settingsFrom = (options: ReturnType<ReturnType<typeof withSettings>['opts']>) => ({
  timezone: options.timezone,
  week_start: options.weekStart,
  // In the format of `digest set --days`; text that is not a list of days is refused as typed.
  working_days: options.workingDays && (parseDays(options.workingDays) ?? options.workingDays),
  date_order: options.dateOrder,
  reasons: options.reasons,
  status_text: options.statusText,
  status_emoji: options.statusEmoji,
  mcp_issuer: options.mcpIssuer,
  mcp_audience: options.mcpAudience,
  mcp_claim: options.mcpClaim,
  mcp_scopes: options.mcpScopes,
  mcp_unverified: options.mcpUnverified,
  plan: options.plan,
})

const create = declareStoreCommand({
  usage: 'create <name>',
  description: 'Create an organization',
  options: (command) =>
    withSettings(command).requiredOption(
      '--slug <slug>',
      'its short name on the command line: lower-case letters, digits, hyphens',
    ),
  json: shape,
  help: '\nDefaults: free plan, UTC, Monday to Friday; nobody reads the reasons of others.',
  createsStore: true,
  check: checkSettings,
  run: async ({ io, env, services, args: [name], options }) => {
    const settings = { name, slug: options.slug, ...settingsFrom(options) }
    const organization = await services.organizations.create(settings)
    const { slug, plan, timezone } = organization
    return {
      json: organizationJson(organization, io.now()),
      text: [
        `Created "${organization.name}" (${slug}): ${plan} plan, time zone ${timezone}.`,
        ...signInText({ env, options }, organization),
        `Next: whosout keys create --org ${slug} --name NAME`,
      ],
    }
  },
})

const list = declareStoreCommand({
  usage: 'list',
  description: 'List the organizations',
  json: `[${shape}]`,
  table: true,
  run: async ({ io, services }) => {
    const organizations = await services.organizations.list()
    return listed(
      organizations.map((organization) => organizationJson(organization, io.now())),
      {
        SLUG: 'slug',
        NAME: 'name',
        PLAN: 'plan',
        'TIME ZONE': 'timezone',
        '': ({ suspended }) => (suspended ? 'suspended' : ''),
      },
      'There are no organizations yet: whosout org create "Acme" --slug acme --plan paid',
    )
  },
})

const show = declareStoreCommand({
  usage: 'show <slug>',
  description: 'Show the settings of an organization',
  json: shape,
  run: async ({ io, services, args: [slug] }) => {
    const json = organizationJson(await services.organizations.bySlug(slug), io.now())
    return { json, text: inFields(json) }
  },
})

/** Changing to the paid plan does not unlock keys by itself. */
const stillLocked = ({ plan, keys, slug }: Organization, now: Date): string[] => {
  const locked = Object.values(keys).filter((key) => shownState(key, now) === 'locked')
  if (plan === 'free' || locked.length === 0) return []
  const named = locked.map(({ name, id }) => `"${name}" (${id})`).join(', ')
  return [`Still locked: ${named}. To unlock one: whosout keys enable ID --org ${slug}`]
}

const describeChange = ({ organization, changed, keeps, locked }: ChangedOrganization, now: Date): string => {
  if (!changed) return `Nothing to change: "${organization.name}" already has these settings.`
  const lines = [`Changed "${organization.name}" (${organization.slug}).`]
  if (keeps) lines.push(`The key "${keeps.name}" (${keeps.id}) keeps working.`)
  if (locked > 0)
    lines.push(`Locked by the plan: ${locked}. To see them: whosout keys list --org ${organization.slug}`)
  lines.push(...stillLocked(organization, now))
  if (organization.suspended)
    lines.push('It is suspended: all its keys are refused. --no-suspended lifts the suspension.')
  return lines.join('\n')
}

const set = declareStoreCommand({
  usage: 'set <slug>',
  description: 'Change settings; options you leave out stay as they are',
  options: (command) =>
    withSettings(command)
      .option('--name <name>', 'the name that people see')
      .option(
        '--keep-key <id>',
        'when changing from paid to free: the key that keeps working (default: the most recently used)',
      )
      .option('--key-reasons <reasons>', 'how new keys show reasons by default: shown or hidden')
      .option(
        '--own-entries <state>',
        'whether members enter their own days off in Slack: on (default) or off',
      )
      .option('--yes', 'when changing from paid to free: confirm that other keys are locked')
      .option('--suspended', 'refuse all keys of the organization')
      .option('--no-suspended', 'accept its keys again'),
  json: shape.replace('}', ', "changed", "kept_key", "locked_keys"}'),
  check: checkSettings,
  run: async ({ io, env, services: { organizations }, actor, args: [slug], options }) => {
    const { _id } = await organizations.bySlug(slug)
    const change = {
      ...settingsFrom(options),
      name: options.name,
      keep_key: options.keepKey,
      key_reasons: options.keyReasons,
      own_entries: options.ownEntries,
      suspended: options.suspended,
      may_lock: options.yes ?? false,
    }
    const result = await organizations.set(_id, change, actor)
    const { organization, changed, keeps, locked } = result
    const outcome = { changed, kept_key: keeps?.id ?? null, locked_keys: locked }
    return {
      json: { ...organizationJson(organization, io.now()), ...outcome },
      text: [describeChange(result, io.now()), ...signInText({ env, options }, organization)],
    }
  },
})

const rename = declareStoreCommand({
  usage: 'rename <slug> <new-slug>',
  description: 'Change the slug of an organization; scripts that use the old one stop working',
  json: shape,
  run: async ({ io, services: { organizations }, actor, args: [slug, wanted] }) => {
    const { _id } = await organizations.bySlug(slug)
    await organizations.rename(_id, wanted, actor)
    const organization = await organizations.bySlug(wanted)
    return {
      json: organizationJson(organization, io.now()),
      text: showPlainly(`The slug of "${organization.name}" is ${organization.slug}.`),
    }
  },
})

const remove = declareStoreCommand({
  usage: 'remove <slug>',
  description: 'Permanently remove an organization with its people, leaves, keys, digests and logs',
  options: (command) =>
    command.option('--yes', 'remove it; without this option, only show what would be removed'),
  json: '{"id", "slug", "removed": {"members", "leaves", "keys", "digests"}}',
  run: async ({ services: { organizations }, args: [slug], options: { yes } }) => {
    const { _id: id, name } = await organizations.bySlug(slug)
    const removed = await organizations.belongings(id)
    const held = Object.entries(removed).map(([nouns, count]) => counted(count, nouns.slice(0, -1)))
    const what = showPlainly(`"${name}" (${slug}) with ${held.join(', ')}`)
    if (!yes)
      throw new Problem(
        'conflict',
        `This permanently removes ${what}. If this is intended, run it again with --yes; "whosout backup" keeps a copy.`,
      )
    await organizations.remove(id)
    return { json: { id, slug, removed }, text: `Removed ${what}.` }
  },
})

export const orgCommands = declareGroup('org', 'Organizations: create, list, show, set, rename and remove', [
  create,
  list,
  show,
  set,
  rename,
  remove,
])
