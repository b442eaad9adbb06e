import type { Command } from 'commander'
import { showPlainly } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { createMembers, type ChangedMemberRow, type ListedMember } from '../../services/records/members.js'
import { loadLogNames, sourceName } from '../../services/records/names.js'
import { printJson, type Io } from '../io.js'
import { actorOf, withOrganization } from '../open.js'
import { inColumns } from '../output.js'
import { addErase } from './erase.js'
import { sourceOption } from './options.js'
import { printRows, type ListOptions } from './print.js'

const fields = ['id', 'email', 'name', 'team', 'timezone', 'active', 'source'] as const
const shape = '{"id", "email", "name", "team", "timezone", "active", "source"}'

const cellsOf = ({ id, email, name, team, timezone, active, source }: ListedMember): string[] => [
  name,
  email,
  team ?? '-',
  timezone ?? '-',
  active ? 'active' : 'deactivated',
  source,
  id,
]

const headings = ['NAME', 'E-MAIL', 'TEAM', 'TIME ZONE', 'STATE', 'SOURCE', 'ID']

interface MemberFilterOptions extends ListOptions {
  readonly team?: string
  readonly source?: string
  readonly active?: boolean
  readonly inactive?: boolean
}

const addList = (members: Command, io: Io): void => {
  members
    .command('list')
    .description('List the members by name, including deactivated ones')
    .requiredOption('--org <slug>', 'the organization')
    .option('--team <team>', 'one team only: a name or an id')
    .option('--source <source>', 'import, manual, own, slack or calendar:ID', sourceOption)
    .option('--active', 'leave out deactivated members')
    .option('--inactive', 'only deactivated members')
    .option('--json', `[${shape}]`)
    .option('--csv', 'as CSV, in the format that import reads')
    .action(async ({ org, team, source, active, inactive, ...how }: MemberFilterOptions) => {
      if (active && inactive) throw new Problem('invalid', 'Use --active or --inactive, not both.')
      const filter = { team, source, active: active ? true : inactive ? false : undefined }
      const rows = await withOrganization(io, org, ({ _id }, dependencies) =>
        createMembers(dependencies).list(_id, filter),
      )
      printRows(io, rows, how, { fields, headings, cells: cellsOf, none: 'No members.' })
    })
}

const describe = (row: ListedMember, avatar: string | null): string =>
  [...Object.entries(row), ['avatar', avatar] as const]
    .map(([name, value]) => showPlainly(`${name.padEnd(9)} ${value ?? '-'}`))
    .join('\n')

const addShow = (members: Command, io: Io): void => {
  members
    .command('show <member>')
    .description('Show a member and all their leaves')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', `${shape.replace('}', ', "avatar"')}, "leaves": [{"id", "type", "start_date", …}]}`)
    .action(async (person: string, { org, json }: ListOptions) => {
      const { row, avatar, leaves, names } = await withOrganization(
        io,
        org,
        async ({ _id }, dependencies) => ({
          ...(await createMembers(dependencies).show(_id, person)),
          names: await loadLogNames(dependencies.store, _id),
        }),
      )
      const shown = leaves.map(
        ({ id, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source }) => {
          return { id, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source }
        },
      )
      if (json) return printJson(io, { ...row, avatar, leaves: shown })
      io.out(describe(row, avatar))
      if (shown.length === 0) return io.out('\nNo leaves.')
      const rows = shown.map(({ id, type, start_date, end_date, status, source }) => {
        return [start_date, end_date, type, status, sourceName(names, source), id]
      })
      io.out(`\n${inColumns(['FROM', 'TO', 'TYPE', 'STATUS', 'SOURCE', 'ID'], rows)}`)
    })
}

const printChange = (io: Io, { row, changed }: ChangedMemberRow, json: boolean | undefined): void => {
  if (json) return printJson(io, row)
  const state = row.active ? '' : ' They are deactivated and no longer appear in answers and digests.'
  io.out(showPlainly(`${changed ? 'Changed' : 'Nothing to change:'} ${row.name} (${row.id}).${state}`))
}

interface MemberSetOptions extends ListOptions {
  readonly name?: string
  readonly email?: string
  readonly team?: string
  readonly timezone?: string
  readonly avatar?: string
}

/** `none` clears an optional value. */
const orNone = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text)

const addSet = (members: Command, io: Io): void => {
  members
    .command('set <member>')
    .description('Change a member by hand; an import does not undo it')
    .requiredOption('--org <slug>', 'the organization')
    .option('--name <name>', 'the name that people see')
    .option('--email <address>', 'the e-mail address by which imports and Slack identify them')
    .option('--team <team>', 'a name or an id, or none')
    .option('--timezone <zone>', 'such as Europe/Berlin, or none')
    .option('--avatar <url>', 'the address of a picture, or none')
    .option('--json', shape)
    .action(async (person: string, { org, json, ...typed }: MemberSetOptions) => {
      if (Object.keys(typed).length === 0)
        throw new Problem('invalid', 'Say what to change: --name, --email, --team, --timezone or --avatar.')
      const { name, email, team, timezone, avatar } = typed
      const input = { name, email, team: orNone(team), timezone: orNone(timezone), avatar: orNone(avatar) }
      const result = await withOrganization(io, org, ({ _id }, dependencies) =>
        createMembers(dependencies).set(_id, person, input, actorOf(io)),
      )
      printChange(io, result, json)
    })
}

const states = [
  ['deactivate', 'Remove a member from answers and digests; their leaves are kept'],
  ['reactivate', 'Bring a deactivated member back'],
] as const

const addStates = (members: Command, io: Io): void => {
  for (const [verb, description] of states)
    members
      .command(`${verb} <member>`)
      .description(description)
      .requiredOption('--org <slug>', 'the organization')
      .option('--json', shape)
      .action(async (person: string, { org, json }: ListOptions) => {
        const result = await withOrganization(io, org, ({ _id }, dependencies) =>
          createMembers(dependencies)[verb](_id, person, actorOf(io)),
        )
        printChange(io, result, json)
      })
}

/** `members list|show|set|deactivate|reactivate|erase`. */
export const addMemberCommands = (program: Command, io: Io): void => {
  const members = program
    .command('members')
    .description('People: list, show, set, deactivate, reactivate and erase; by e-mail address, name or id')
  addList(members, io)
  addShow(members, io)
  addSet(members, io)
  addStates(members, io)
  addErase(members, io)
}
