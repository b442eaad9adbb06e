import { showPlainly } from '../../domain/organization/name.js'
import type { ShownCalendar } from '../../domain/holidays/assigned.js'
import { Problem } from '../../domain/problem.js'
import type { ChangedMemberRow, ListedMember } from '../../services/records/members.js'
import { loadLogNames, sourceName } from '../../services/records/names.js'
import { declareGroup, declareOrganizationCommand } from '../command.js'
import { someOf, sourceOption } from '../options.js'
import { listed, shapeOf, type Printed } from '../output.js'
import { inColumns, inFields, type Columns } from '../table.js'
import { erase } from './erase.js'
import { daysOfLeave } from './leaves.js'

const fields = ['id', 'email', 'name', 'team', 'timezone', 'active', 'source'] as const
const shape = shapeOf(fields)

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the members by name, including deactivated ones',
  options: (command) =>
    command
      .option('--team <team>', 'one team only: a name or an id')
      .option('--source <source>', 'import, manual, own, slack or calendar:ID', sourceOption)
      .option('--active', 'leave out deactivated members')
      .option('--inactive', 'only deactivated members'),
  json: `[${shape}]`,
  csv: { description: 'as CSV, in the format that import reads', fields },
  table: true,
  check: ({ options: { active, inactive } }) => {
    if (active && inactive) throw new Problem('invalid', 'Use --active or --inactive, not both.')
  },
  run: async ({ org, services, options: { team, source, active, inactive } }) => {
    const filter = { team, source, active: active ? true : inactive ? false : undefined }
    const rows = await services.members.list(org, filter)
    const columns: Columns<ListedMember> = {
      NAME: 'name',
      'E-MAIL': 'email',
      TEAM: 'team',
      'TIME ZONE': { value: 'timezone', drop: 2 },
      STATE: (row) => (row.active ? 'active' : 'deactivated'),
      SOURCE: { value: 'source', drop: 1 },
      ID: { value: 'id', drop: 'always' },
    }
    return listed(rows, columns, 'No members.')
  },
})

const assignedBy = {
  manual: 'assigned by hand',
  import: 'from an import',
  place: 'from their place in an import',
  team: 'that of their team',
  organization: 'that of the organization',
} as const

const calendarText = ({ calendar, from }: ShownCalendar): string | null =>
  calendar === null || from === null ? null : `${calendar} (${assignedBy[from]})`

const show = declareOrganizationCommand({
  usage: 'show <member>',
  description: 'Show a member and all their leaves',
  json: `${shape.replace('}', ', "avatar", "external_id", "holidays": {"calendar", "from"}')}, "leaves": [{"id", "type", "start_date", …}]}`,
  table: true,
  run: async ({ org, services, dependencies, args: [person] }) => {
    const { row, avatar, external_id, calendar, leaves } = await services.members.show(org, person)
    const names = await loadLogNames(dependencies.store, org)
    const table = inColumns(
      {
        ...daysOfLeave,
        TYPE: 'type',
        STATUS: 'status',
        SOURCE: ({ source }) => sourceName(names, source),
        ID: { value: 'id', drop: 'always' },
      },
      leaves,
    )
    const shown = leaves.map(
      ({ id, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source }) => {
        return { id, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source }
      },
    )
    return {
      json: { ...row, avatar, external_id, holidays: calendar, leaves: shown },
      text: [
        inFields({ ...row, avatar, number: external_id, holidays: calendarText(calendar) }),
        '',
        leaves.length === 0 ? 'No leaves.' : table,
      ],
    }
  },
})

const changeOf = ({ row, changed }: ChangedMemberRow): Printed => {
  const state = row.active ? '' : ' They are deactivated and no longer appear in answers and digests.'
  const text = `${changed ? 'Changed' : 'Nothing to change:'} ${row.name} (${row.id}).${state}`
  return { json: row, text: showPlainly(text) }
}

/** `none` clears an optional value. */
const orNone = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text)

const set = declareOrganizationCommand({
  usage: 'set <member>',
  description: 'Change a member by hand; an import does not undo it',
  options: (command) =>
    command
      .option('--name <name>', 'the name that people see')
      .option('--email <address>', 'the e-mail address by which imports and Slack identify them')
      .option('--team <team>', 'a name or an id, or none')
      .option('--timezone <zone>', 'such as Europe/Berlin, or none')
      .option('--avatar <url>', 'the address of a picture, or none'),
  json: shape,
  check: someOf('Say what to change: --name, --email, --team, --timezone or --avatar.'),
  run: async ({ org, services, actor, args: [person], options }) => {
    const { name, email, team, timezone, avatar } = options
    const input = { name, email, team: orNone(team), timezone: orNone(timezone), avatar: orNone(avatar) }
    return changeOf(await services.members.set(org, person, input, actor))
  },
})

const declareState = (
  name: 'deactivate' | 'reactivate' | 'forget-account',
  verb: 'deactivate' | 'reactivate' | 'forgetAccount',
  description: string,
) =>
  declareOrganizationCommand({
    usage: `${name} <member>`,
    description,
    json: shape,
    run: async ({ org, services, actor, args: [person] }) =>
      changeOf(await services.members[verb](org, person, actor)),
  })

export const memberCommands = declareGroup(
  'members',
  'People: list, show, set, deactivate, reactivate, forget-account and erase; by e-mail address, name, number or id',
  [
    list,
    show,
    set,
    declareState(
      'deactivate',
      'deactivate',
      'Remove a member from answers and digests; their leaves are kept',
    ),
    declareState('reactivate', 'reactivate', 'Bring a deactivated member back'),
    declareState(
      'forget-account',
      'forgetAccount',
      'Forget the account that a member signs in with at /mcp, so that another one can be used',
    ),
    erase,
  ],
)
