import type { Command } from 'commander'
import { showPlainly } from '../../domain/organization/name.js'
import type { Day } from '../../calendar/day.js'
import { Problem } from '../../domain/problem.js'
import type { LeaveChange } from '../../domain/records/leave-change.js'
import { createLeaves, type ListedLeave } from '../../services/records/leaves.js'
import { loadLogNames, sourceName, type LogNames } from '../../services/records/names.js'
import { printJson, type Io } from '../io.js'
import { actorOf, withOrganization } from '../open.js'
import { dayOption, sourceOption, statusOption, typeOption } from './options.js'
import { printRows, type ListOptions } from './print.js'

const fields = [
  'id',
  'email',
  'type',
  'start_date',
  'end_date',
  'status',
  'starts_at_noon',
  'ends_at_noon',
  'source',
] as const
const shape =
  '{"id", "email", "type", "start_date", "end_date", "status", "starts_at_noon", "ends_at_noon", "source"}'

const cellsOf = (row: ListedLeave, names: LogNames): string[] => {
  const { id, email, type, start_date, end_date, status, starts_at_noon, ends_at_noon, source } = row
  const from = starts_at_noon ? `${start_date} noon` : start_date
  const to = ends_at_noon ? `${end_date} noon` : end_date
  return [email, from, to, type, status, sourceName(names, source), id]
}

const headings = ['E-MAIL', 'FROM', 'TO', 'TYPE', 'STATUS', 'SOURCE', 'ID']

interface LeaveFilterOptions extends ListOptions {
  readonly member?: string
  readonly team?: string
  readonly from?: Day
  readonly to?: Day
  readonly type?: string
  readonly status?: string
  readonly source?: string
}

const addList = (leaves: Command, io: Io): void => {
  leaves
    .command('list')
    .description('List leaves by date')
    .requiredOption('--org <slug>', 'the organization')
    .option('--member <member>', 'one person only: an e-mail address, a name or an id')
    .option('--team <team>', 'one team only: a name or an id')
    .option('--from <day>', 'leaves that end on this day or later', dayOption)
    .option('--to <day>', 'leaves that start on this day or before', dayOption)
    .option('--type <type>', 'holiday, sick, personal or bank_holiday', typeOption)
    .option('--status <status>', 'approved, pending, rejected or cancelled', statusOption)
    .option('--source <source>', 'import, manual, own, slack or calendar:ID', sourceOption)
    .option('--json', `[${shape}]`)
    .option('--csv', 'as CSV, in the format that import reads')
    .action(async ({ org, json, csv, ...filter }: LeaveFilterOptions) => {
      if (filter.from !== undefined && filter.to !== undefined && filter.to < filter.from)
        throw new Problem('invalid', '--to must not be before --from.')
      const { rows, names } = await withOrganization(io, org, async ({ _id }, dependencies) => ({
        rows: await createLeaves(dependencies).list(_id, filter),
        names: await loadLogNames(dependencies.store, _id),
      }))
      const cells = (row: ListedLeave) => cellsOf(row, names)
      const how = { ...(json && { json }), ...(csv && { csv }) }
      printRows(io, rows, how, { fields, headings, cells, none: 'No leaves.' })
    })
}

interface LeaveChangeOptions extends ListOptions {
  readonly type?: string
  readonly from?: string
  readonly to?: string
  readonly status?: string
  readonly startsAtNoon?: boolean
  readonly endsAtNoon?: boolean
}

const changeFrom = ({
  type,
  from,
  to,
  status,
  startsAtNoon,
  endsAtNoon,
}: LeaveChangeOptions): LeaveChange => ({
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

const addAdd = (leaves: Command, io: Io): void => {
  leaves
    .command('add')
    .description('Add a leave by hand; an import does not undo it')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--member <member>', 'whose: an e-mail address, a name or an id')
    .requiredOption('--type <type>', typeHelp)
    .requiredOption('--from <day>', 'the first day')
    .requiredOption('--to <day>', 'the last day, inclusive')
    .option('--status <status>', 'approved, pending, rejected or cancelled (default: approved)')
    .option('--starts-at-noon', 'the first day is half a day')
    .option('--ends-at-noon', 'the last day is half a day')
    .option('--json', shape)
    .action(async (options: LeaveChangeOptions & { readonly member: string }) => {
      const { row, alike } = await withOrganization(io, options.org, async ({ _id }, dependencies) => {
        const leaves = createLeaves(dependencies)
        const row = await leaves.add(_id, options.member, changeFrom(options), actorOf(io))
        const { email: member, type, start_date: from, end_date: to } = row
        return { row, alike: await leaves.list(_id, { member, type, from, to }) }
      })
      if (options.json) return printJson(io, row)
      io.out(`Added ${describe(row)}.`)
      if (!isCounted(row)) return
      for (const other of alike)
        if (other.id !== row.id && isCounted(other)) io.err(`It overlaps ${describe(other)}. Both are kept.`)
    })
}

const addChange = (leaves: Command, io: Io): void => {
  leaves
    .command('change <id>')
    .description('Change a leave by hand; an import does not undo it')
    .requiredOption('--org <slug>', 'the organization')
    .option('--type <type>', typeHelp)
    .option('--from <day>', 'the first day')
    .option('--to <day>', 'the last day, inclusive')
    .option('--status <status>', 'approved, pending, rejected or cancelled')
    .option('--starts-at-noon', 'the first day is half a day')
    .option('--no-starts-at-noon', 'the first day is a whole day')
    .option('--ends-at-noon', 'the last day is half a day')
    .option('--no-ends-at-noon', 'the last day is a whole day')
    .option('--json', shape)
    .action(async (id: string, options: LeaveChangeOptions) => {
      const change = changeFrom(options)
      if (Object.values(change).every((value) => value === undefined))
        throw new Problem('invalid', 'Say what to change: --type, --from, --to, --status or half days.')
      const { row, changed } = await withOrganization(io, options.org, ({ _id }, dependencies) =>
        createLeaves(dependencies).change(_id, id, change, actorOf(io)),
      )
      if (options.json) printJson(io, row)
      else io.out(`${changed ? 'Changed' : 'Nothing to change:'} ${describe(row)}.`)
    })
}

const addCancel = (leaves: Command, io: Io): void => {
  leaves
    .command('cancel <id>')
    .description('Cancel a leave; it stays in lists as cancelled')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', shape)
    .action(async (id: string, { org, json }: ListOptions) => {
      const { row, changed } = await withOrganization(io, org, ({ _id }, dependencies) =>
        createLeaves(dependencies).cancel(_id, id, actorOf(io)),
      )
      if (json) printJson(io, row)
      else io.out(`${changed ? 'Cancelled' : 'Already cancelled:'} ${describe(row)}.`)
    })
}

const addRemove = (leaves: Command, io: Io): void => {
  leaves
    .command('remove <id>')
    .description('Permanently remove a leave; later imports leave it out, with a warning')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', shape)
    .action(async (id: string, { org, json }: ListOptions) => {
      const row = await withOrganization(io, org, ({ _id }, dependencies) =>
        createLeaves(dependencies).remove(_id, id, actorOf(io)),
      )
      if (json) return printJson(io, row)
      io.out(`Removed ${describe(row)}.`)
      if (row.source.startsWith('calendar:'))
        io.err(
          `The next fetch of its calendar brings it back. To keep it away, cancel it then: whosout leaves cancel ${row.id} --org ${org}`,
        )
    })
}

/** `leaves list|add|change|cancel|remove`. */
export const addLeaveCommands = (program: Command, io: Io): void => {
  const leaves = program.command('leaves').description('Leaves: list, add, change, cancel and remove')
  addList(leaves, io)
  addAdd(leaves, io)
  addChange(leaves, io)
  addCancel(leaves, io)
  addRemove(leaves, io)
}
