import { Option, type Command } from 'commander'
import { parseDays } from '../domain/digests/settings.js'
import { countingKeys, shownState } from '../domain/keys/key.js'
import { showPlainly } from '../domain/organization/name.js'
import type { Organization } from '../domain/organization/organization.js'
import { reasonPolicy } from '../domain/presence/privacy.js'
import { Problem } from '../domain/problem.js'
import { createOrganizations } from '../services/organizations/organizations.js'
import type { ChangedOrganization } from '../services/organizations/organizations.js'
import { inColumns } from './output.js'
import { printJson } from './io.js'
import type { Io } from './io.js'
import { actorOf, listOption, withDependencies, withOrganization } from './open.js'

const shape =
  '{"id", "slug", "name", "plan", "suspended", "timezone", "week_start", "working_days", "date_order", "reasons", "created_at", "keys"}'

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
  created_at: organization.created_at,
  keys: countingKeys(organization, now).length,
})

const describeOrganization = (organization: Organization, now: Date): string =>
  Object.entries(organizationJson(organization, now))
    .map(([name, value]) =>
      showPlainly(`${name.padEnd(15)} ${Array.isArray(value) ? value.join(', ') || 'none' : value}`),
    )
    .join('\n')

interface SettingsOptions {
  readonly timezone?: string
  readonly weekStart?: string
  readonly workingDays?: readonly string[]
  readonly dateOrder?: string
  readonly reasons?: string
  readonly plan?: string
  readonly json?: boolean
}

const settingsFrom = ({ timezone, weekStart, workingDays, dateOrder, reasons, plan }: SettingsOptions) => ({
  timezone,
  week_start: weekStart,
  // In the format of `digest set --days`; text that is not a list of days is refused as typed.
  working_days: workingDays && (parseDays(workingDays) ?? workingDays),
  date_order: dateOrder,
  reasons,
  plan,
})

/** An option of a version before. */
const replaced = (flags: string): Option =>
  new Option(flags).hideHelp().argParser(() => {
    const [name] = flags.split(' ')
    const message = `There is no ${name} any more. Say who may read reasons: --reasons nobody, admins or everyone.`
    throw new Problem('invalid', message)
  })

const addSettings = (command: Command): Command =>
  command
    .option('--plan <plan>', 'free (one key that does not rotate) or paid (up to 20 keys)')
    .option(
      '--timezone <zone>',
      'the time zone that decides what day it is: UTC or a name such as Europe/Berlin',
    )
    .option('--week-start <day>', 'monday, sunday or saturday')
    .option('--working-days <days>', 'such as mon-fri, or sunday,monday', listOption)
    .option('--date-order <order>', 'day (20 Nov), month (Nov 20) or locale (depends on the reader)')
    .option('--reasons <who>', 'who may read why somebody else is away: nobody, admins or everyone')
    .addOption(replaced('--masked <types>'))
    .addOption(replaced('--channel-reasons <what>'))

const addCreate = (org: Command, io: Io): void => {
  addSettings(org.command('create <name>').description('Create an organization'))
    .requiredOption(
      '--slug <slug>',
      'its short name on the command line: lower-case letters, digits, hyphens',
    )
    .option('--json', shape)
    .addHelpText('after', '\nDefaults: free plan, UTC, Monday to Friday; nobody reads the reasons of others.')
    .action(async (name: string, options: SettingsOptions & { readonly slug: string }) => {
      const organization = await withDependencies(io, (dependencies) =>
        createOrganizations(dependencies).create({ name, slug: options.slug, ...settingsFrom(options) }),
      )
      if (options.json) return printJson(io, organizationJson(organization, io.now()))
      const { slug, plan, timezone } = organization
      io.out(`Created "${organization.name}" (${slug}): ${plan} plan, time zone ${timezone}.`)
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
        return io.out('There are no organizations yet: whosout org create "Acme" --slug acme')
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

interface ChangeOptions extends SettingsOptions {
  readonly name?: string
  readonly keepKey?: string
  readonly keyReasons?: string
  readonly ownEntries?: string
  readonly suspended?: boolean
  readonly yes?: boolean
}

const addSet = (org: Command, io: Io): void => {
  addSettings(
    org.command('set <slug>').description('Change settings; options you leave out stay as they are'),
  )
    .option('--name <name>', 'the name that people see')
    .option(
      '--keep-key <id>',
      'when changing from paid to free: the key that keeps working (default: the most recently used)',
    )
    .option('--key-reasons <reasons>', 'how new keys show reasons by default: shown or hidden')
    .option('--own-entries <state>', 'whether members enter their own days off in Slack: on (default) or off')
    .option('--yes', 'when changing from paid to free: confirm that other keys are locked')
    .option('--suspended', 'refuse all keys of the organization')
    .option('--no-suspended', 'accept its keys again')
    .option('--json', shape.replace('}', ', "changed", "kept_key", "locked_keys"}'))
    .action(async (slug: string, options: ChangeOptions) => {
      const change = {
        ...settingsFrom(options),
        name: options.name,
        keep_key: options.keepKey,
        key_reasons: options.keyReasons,
        own_entries: options.ownEntries,
        suspended: options.suspended,
        may_lock: options.yes ?? false,
      }
      const result = await withOrganization(io, slug, ({ _id }, dependencies) =>
        createOrganizations(dependencies).set(_id, change, actorOf(io)),
      )
      if (!options.json) return io.out(describeChange(result, io.now()))
      const { organization, changed, keeps, locked } = result
      const outcome = { changed, kept_key: keeps?.id ?? null, locked_keys: locked }
      printJson(io, { ...organizationJson(organization, io.now()), ...outcome })
    })
}

const addRename = (org: Command, io: Io): void => {
  org
    .command('rename <slug> <new-slug>')
    .description('Change the slug of an organization; scripts that use the old one stop working')
    .option('--json', shape)
    .action(async (slug: string, wanted: string, { json }: { readonly json?: boolean }) => {
      const organization = await withOrganization(io, slug, async ({ _id }, dependencies) => {
        const organizations = createOrganizations(dependencies)
        await organizations.rename(_id, wanted, actorOf(io))
        return organizations.bySlug(wanted)
      })
      if (json) return printJson(io, organizationJson(organization, io.now()))
      io.out(showPlainly(`The slug of "${organization.name}" is ${organization.slug}.`))
    })
}

const addRemove = (org: Command, io: Io): void => {
  org
    .command('remove <slug>')
    .description('Permanently remove an organization with its people, leaves, keys, digests and logs')
    .option('--yes', 'remove it; without this option, only show what would be removed')
    .option('--json', '{"id", "slug", "removed": {"members", "leaves", "keys", "digests"}}')
    .action(async (slug: string, { yes, json }: { readonly yes?: boolean; readonly json?: boolean }) => {
      await withOrganization(io, slug, async ({ _id: id, name }, dependencies) => {
        const organizations = createOrganizations(dependencies)
        const removed = await organizations.belongings(id)
        const held = Object.entries(removed).map(([noun, count]) => `${count} ${noun}`)
        const what = showPlainly(`"${name}" (${slug}) with ${held.join(', ')}`)
        if (!yes)
          throw new Problem(
            'conflict',
            `This permanently removes ${what}. If this is intended, run it again with --yes; "whosout backup" keeps a copy.`,
          )
        await organizations.remove(id)
        if (json) printJson(io, { id, slug, removed })
        else io.out(`Removed ${what}.`)
      })
    })
}

/** `org create|list|show|set|rename|remove`. */
export const addOrgCommands = (program: Command, io: Io): void => {
  const org = program.command('org').description('Organizations: create, list, show, set, rename and remove')
  addCreate(org, io)
  addList(org, io)
  addShow(org, io)
  addSet(org, io)
  addRename(org, io)
  addRemove(org, io)
}
