import { showPlainly } from '../../domain/organization/name.js'
import { leaveFields } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { LeaveChange } from '../../domain/records/leave-change.js'
import type { ListedLeave } from '../../services/records/leaves.js'
import { loadLogNames, sourceName } from '../../services/records/names.js'
import { declareGroup, declareOrganizationCommand } from '../command.js'
import { dayOption, someOf, sourceOption, statusOption, typeOption } from '../options.js'
import { listed, shapeOf } from '../output.js'

const fields = ['id', 'email', ...leaveFields, 'source'] as const
const shape = shapeOf(fields)

type ListedDays = Pick<ListedLeave, 'start_date' | 'end_date' | 'starts_at_noon' | 'ends_at_noon'>

/** Its two days, with the halves of them. */
export const daysOfLeave = {
  FROM: ({ start_date, starts_at_noon }: ListedDays) => `${start_date}${starts_at_noon ? ' noon' : ''}`,
  TO: ({ end_date, ends_at_noon }: ListedDays) => `${end_date}${ends_at_noon ? ' noon' : ''}`,
}

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List leaves by date',
  options: (command) =>
    command
      .option('--member <member>', 'one person only: an e-mail address, a name, a number or an id')
      .option('--team <team>', 'one team only: a name or an id')
      .option('--from <day>', 'leaves that end on this day or later', dayOption)
      .option('--to <day>', 'leaves that start on this day or before', dayOption)
      .option('--type <type>', 'holiday, sick, personal or bank_holiday', typeOption)
      .option('--status <status>', 'approved, pending, rejected or cancelled', statusOption)
      .option('--source <source>', 'import, manual, own, slack or calendar:ID', sourceOption),
  json: `[${shapeOf([...fields, 'counts'])}]`,
  csv: { description: 'as CSV, in the format that import reads', fields },
  table: true,
  check: ({ options: { from, to } }) => {
    if (from !== undefined && to !== undefined && to < from)
      throw new Problem('invalid', '--to must not be before --from.')
  },
  run: async ({ org, services, dependencies, options }) => {
    const rows = await services.leaves.list(org, options)
    const names = await loadLogNames(dependencies.store, org)
    return listed(
      rows,
      {
        'E-MAIL': 'email',
        ...daysOfLeave,
        TYPE: 'type',
        STATUS: 'status',
        COUNTS: ({ counts }) => (counts ? 'yes' : 'no'),
        SOURCE: { value: ({ source }) => sourceName(names, source), drop: 1 },
        ID: { value: 'id', drop: 'always' },
      },
      'No leaves.',
    )
  },
})

interface TypedLeave extends Omit<LeaveChange, 'starts_at_noon' | 'ends_at_noon'> {
  readonly startsAtNoon?: boolean
  readonly endsAtNoon?: boolean
}

const changeFrom = ({ startsAtNoon, endsAtNoon, type, from, to, status }: TypedLeave): LeaveChange => ({
  type,
  from,
  to,
  status,
  starts_at_noon: startsAtNoon,
  ends_at_noon: endsAtNoon,
})

const describe = ({ email, type, start_date, end_date, status, id }: ListedLeave): string =>
  showPlainly(
    `${email}: ${type} ${start_date}${end_date === start_date ? '' : ` to ${end_date}`}, ${status} (${id})`,
  )

const typeHelp = 'holiday, sick, personal or bank_holiday, or another word that import recognizes'

/** Rejected and cancelled leaves may overlap anything. */
const isCounted = ({ status }: ListedLeave): boolean => status === 'approved' || status === 'pending'

const add = declareOrganizationCommand({
  usage: 'add',
  description: 'Add a leave by hand; an import does not undo it',
  options: (command) =>
    command
      .requiredOption('--member <member>', 'whose: an e-mail address, a name, a number or an id')
      .requiredOption('--type <type>', typeHelp)
      .requiredOption('--from <day>', 'the first day')
      .requiredOption('--to <day>', 'the last day, inclusive')
      .option('--status <status>', 'approved, pending, rejected or cancelled (default: approved)')
      .option('--starts-at-noon', 'the first day is half a day')
      .option('--ends-at-noon', 'the last day is half a day'),
  json: shape,
  run: async ({ org, services: { leaves }, actor, options }) => {
    const row = await leaves.add(org, options.member, changeFrom(options), actor)
    const { email: member, type, start_date: from, end_date: to } = row
    const alike = isCounted(row) ? await leaves.list(org, { member, type, from, to }) : []
    return {
      json: row,
      text: `Added ${describe(row)}.`,
      notes: alike
        .filter((other) => other.id !== row.id && isCounted(other))
        .map((other) => `It overlaps ${describe(other)}. Both are kept.`),
    }
  },
})

const change = declareOrganizationCommand({
  usage: 'change <id>',
  description: 'Change a leave by hand; an import does not undo it',
  options: (command) =>
    command
      .option('--type <type>', typeHelp)
      .option('--from <day>', 'the first day')
      .option('--to <day>', 'the last day, inclusive')
      .option('--status <status>', 'approved, pending, rejected or cancelled')
      .option('--starts-at-noon', 'the first day is half a day')
      .option('--no-starts-at-noon', 'the first day is a whole day')
      .option('--ends-at-noon', 'the last day is half a day')
      .option('--no-ends-at-noon', 'the last day is a whole day'),
  json: shape,
  check: someOf('Say what to change: --type, --from, --to, --status or half days.'),
  run: async ({ org, services, actor, args: [id], options }) => {
    const { row, changed } = await services.leaves.change(org, id, changeFrom(options), actor)
    return { json: row, text: `${changed ? 'Changed' : 'Nothing to change:'} ${describe(row)}.` }
  },
})

const cancel = declareOrganizationCommand({
  usage: 'cancel <id>',
  description: 'Cancel a leave; it stays in lists as cancelled',
  json: shape,
  run: async ({ org, services, actor, args: [id] }) => {
    const { row, changed } = await services.leaves.cancel(org, id, actor)
    return { json: row, text: `${changed ? 'Cancelled' : 'Already cancelled:'} ${describe(row)}.` }
  },
})

const remove = declareOrganizationCommand({
  usage: 'remove <id>',
  description: 'Permanently remove a leave; later imports leave it out, with a warning',
  json: shape,
  run: async ({ org, slug, services, actor, args: [id] }) => {
    const row = await services.leaves.remove(org, id, actor)
    const back = `The next fetch of its calendar brings it back. To keep it away, cancel it then: whosout leaves cancel ${row.id} --org ${slug}`
    return {
      json: row,
      text: `Removed ${describe(row)}.`,
      notes: row.source.startsWith('calendar:') ? [back] : [],
    }
  },
})

export const leaveCommands = declareGroup('leaves', 'Leaves: list, add, change, cancel and remove', [
  list,
  add,
  change,
  cancel,
  remove,
])
