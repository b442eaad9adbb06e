import type { Command } from 'commander'
import { countingKeys, shownState } from '../domain/keys.js'
import type { Organization } from '../domain/organization.js'
import { createOrganizations } from '../services/organizations.js'
import type { ChangedOrganization } from '../services/organizations.js'
import { inColumns } from './columns.js'
import { printJson } from './io.js'
import type { Io } from './io.js'
import { actorOf, listOption, withDependencies, withOrganization } from './services.js'

const shape =
  '{"id", "slug", "name", "plan", "suspended", "timezone", "week_start", "working_days", "date_order", "masked", "created_at", "keys"}'

/** What `--json` prints of an organization; `keys` is how many count towards the plan. */
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
  masked: organization.privacy,
  created_at: organization.created_at,
  keys: countingKeys(organization, now).length,
})

const describeOrganization = (organization: Organization, now: Date): string =>
  Object.entries(organizationJson(organization, now))
    .map(([name, value]) => `${name.padEnd(13)} ${Array.isArray(value) ? value.join(', ') || 'none' : value}`)
    .join('\n')

interface SettingsOptions {
  readonly timezone?: string
  readonly weekStart?: string
  readonly workingDays?: readonly string[]
  readonly dateOrder?: string
  readonly masked?: readonly string[]
  readonly plan?: string
  readonly json?: boolean
}

const settingsFrom = ({ timezone, weekStart, workingDays, dateOrder, masked, plan }: SettingsOptions) => ({
  timezone,
  week_start: weekStart,
  working_days: workingDays,
  date_order: dateOrder,
  privacy: masked?.length === 1 && masked[0] === 'none' ? [] : masked,
  plan,
})

const addSettings = (command: Command): Command =>
  command
    .option('--plan <plan>', 'free (one key that does not rotate) or paid (up to 20 keys)')
    .option('--timezone <zone>', 'where "today" is decided: UTC or a place such as Europe/Berlin')
    .option('--week-start <day>', 'monday, sunday or saturday')
    .option('--working-days <days>', 'such as monday,tuesday,wednesday,thursday', listOption)
    .option('--date-order <order>', 'day (20 Nov), month (Nov 20) or locale (as each reader has it)')
    .option(
      '--masked <types>',
      'leave types whose reason is not for everybody: some of holiday,sick,personal,bank_holiday, or none',
      listOption,
    )

const addCreate = (org: Command, io: Io): void => {
  addSettings(org.command('create <name>').description('Create an organization'))
    .requiredOption('--slug <slug>', 'its name on the command line: lower-case letters, digits, hyphens')
    .option('--json', shape)
    .addHelpText(
      'after',
      '\nUnless told otherwise: free plan, UTC, Monday to Friday; sick and personal\nare masked.',
    )
    .action(async (name: string, options: SettingsOptions & { readonly slug: string }) => {
      const organization = await withDependencies(io, (dependencies) =>
        createOrganizations(dependencies).create({ name, slug: options.slug, ...settingsFrom(options) }),
      )
      if (options.json) return printJson(io, organizationJson(organization, io.now()))
      const { slug, plan, timezone } = organization
      io.out(`Created «${organization.name}» (${slug}): ${plan} plan, time zone ${timezone}.`)
      io.out(`Next: whosout keys create --org ${slug} --name NAME`)
    })
}

const addList = (org: Command, io: Io): void => {
  org
    .command('list')
    .description('List the organizations')
    .option('--json', `[${shape}]`)
    .action(async ({ json }: { readonly json?: boolean }) => {
      const organizations = await withDependencies(io, (dependencies) =>
        createOrganizations(dependencies).list(),
      )
      if (json)
        return printJson(
          io,
          organizations.map((organization) => organizationJson(organization, io.now())),
        )
      if (organizations.length === 0)
        return io.out('There is none yet: whosout org create "Acme" --slug acme')
      const rows = organizations.map(({ slug, name, plan, timezone, suspended }) => {
        return [slug, name, plan, timezone, suspended ? 'suspended' : '']
      })
      io.out(inColumns(['SLUG', 'NAME', 'PLAN', 'TIME ZONE', ''], rows))
    })
}

const addShow = (org: Command, io: Io): void => {
  org
    .command('show <slug>')
    .description('Show the settings of an organization')
    .option('--json', shape)
    .action(async (slug: string, { json }: { readonly json?: boolean }) => {
      const organization = await withOrganization(io, slug, async (found) => found)
      if (json) return printJson(io, organizationJson(organization, io.now()))
      io.out(describeOrganization(organization, io.now()))
    })
}

/** A change to the paid plan lifts no lock by itself. */
const stillLocked = ({ plan, keys, slug }: Organization, now: Date): string[] => {
  const locked = Object.values(keys).filter((key) => shownState(key, now) === 'locked')
  if (plan === 'free' || locked.length === 0) return []
  const named = locked.map(({ name, id }) => `«${name}» (${id})`).join(', ')
  return [`Still locked: ${named}. «whosout keys enable ID --org ${slug}» lifts a lock.`]
}

const describeChange = ({ organization, changed, keeps, locked }: ChangedOrganization, now: Date): string => {
  if (!changed) return `Nothing to change: «${organization.name}» stands so already.`
  const lines = [`Changed «${organization.name}» (${organization.slug}).`]
  if (keeps) lines.push(`The key «${keeps.name}» (${keeps.id}) goes on.`)
  if (locked > 0)
    lines.push(`Locked by the plan: ${locked}. «whosout keys list --org ${organization.slug}» shows them.`)
  lines.push(...stillLocked(organization, now))
  if (organization.suspended)
    lines.push('It is suspended: every key of it is refused. --no-suspended ends that.')
  return lines.join('\n')
}

interface ChangeOptions extends SettingsOptions {
  readonly name?: string
  readonly keepKey?: string
  readonly suspended?: boolean
}

const addSet = (org: Command, io: Io): void => {
  addSettings(org.command('set <slug>').description('Change settings; what is not named stays as it is'))
    .option('--name <name>', 'the name that people see')
    .option('--keep-key <id>', 'from paid to free: the key that goes on (else the most recently used)')
    .option('--suspended', 'refuse every key of the organization from now on')
    .option('--no-suspended', 'accept its keys again')
    .option('--json', shape.replace('}', ', "changed", "kept_key", "locked_keys"}'))
    .action(async (slug: string, options: ChangeOptions) => {
      const change = { ...settingsFrom(options), name: options.name, keep_key: options.keepKey }
      const result = await withOrganization(io, slug, ({ _id }, dependencies) =>
        createOrganizations(dependencies).set(_id, { ...change, suspended: options.suspended }, actorOf(io)),
      )
      if (!options.json) return io.out(describeChange(result, io.now()))
      const { organization, changed, keeps, locked } = result
      const outcome = { changed, kept_key: keeps?.id ?? null, locked_keys: locked }
      printJson(io, { ...organizationJson(organization, io.now()), ...outcome })
    })
}

/** `org create|list|show|set`. */
export const addOrgCommands = (program: Command, io: Io): void => {
  const org = program.command('org').description('Organizations: create, list, show and set')
  addCreate(org, io)
  addList(org, io)
  addShow(org, io)
  addSet(org, io)
}
