import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { parseHolidayRows, type CalendarDay } from '../domain/holidays/calendar.js'
import { Problem } from '../domain/problem.js'
import {
  createHolidays,
  type ChangedCalendar,
  type ListedCalendar,
  type HolidayPlace,
} from '../services/holidays/holidays.js'
import { proposeHolidays } from '../services/holidays/proposals.js'
import { printJson, type Io } from './io.js'
import { actorOf, withOrganization } from './open.js'
import { inColumns } from './output.js'

interface HolidayOptions {
  readonly org: string
  readonly json?: boolean
}

const sayDays = (days: readonly CalendarDay[]): string =>
  inColumns(
    ['DATE', 'NAME'],
    days.map(({ date, name }) => [date, name]),
  )

const changedShape = '{"code","added","removed"}'

const sayChange = (io: Io, json: boolean | undefined, { code, added, removed }: ChangedCalendar): void => {
  if (json) return printJson(io, { code, added, removed })
  io.out(
    added + removed === 0
      ? `${code} already has these days.`
      : `${code}: ${added} added, ${removed} removed.`,
  )
}

/** A mistyped code makes a calendar too. People may have it before it exists: imports take any place. */
const sayNobodyHasIt = (
  io: Io,
  org: string,
  { code }: ChangedCalendar,
  calendars: readonly ListedCalendar[],
): void => {
  const hasIt = ({ organization, teams, members }: ListedCalendar): boolean =>
    organization || teams.length > 0 || members > 0
  if (!calendars.some((calendar) => calendar.code === code && hasIt(calendar)))
    io.err(
      `${code} is a new calendar that nobody has yet. To use it (or with --team or --member): whosout holidays assign ${code} --org ${org}`,
    )
}

const addProposal = (holidays: Command, io: Io): void => {
  holidays
    .command('propose <code>')
    .description('List the bank holidays of a place in a year without storing them')
    .requiredOption('--year <year>', 'such as 2027')
    .option('--json', '[{"date","name"}]')
    .action(async (code: string, { year, json }: { readonly year: string; readonly json?: boolean }) => {
      const { code: read, days, doubt } = await proposeHolidays(code, year)
      if (json) return printJson(io, days)
      io.out(sayDays(days))
      if (doubt) io.err(doubt)
      io.err(
        `To store them (acme is your organization): whosout holidays accept ${read} --year ${year} --org acme`,
      )
    })

  holidays
    .command('accept <code>')
    .description('Store the bank holidays of a place in a year; days that are already stored do not change')
    .requiredOption('--year <year>', 'such as 2027')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', changedShape)
    .action(async (text: string, { year, org, json }: HolidayOptions & { readonly year: string }) => {
      const { code, days, doubt } = await proposeHolidays(text, year)
      const changed = await withOrganization(io, org, ({ _id }, dependencies) =>
        createHolidays(dependencies).accept(_id, code, days, actorOf(io)),
      )
      sayChange(io, json, changed)
      if (json) return
      if (doubt) io.err(doubt)
      const thisYear = io.now().getUTCFullYear()
      const has = changed.days.some(({ date }) => date.startsWith(`${thisYear}-`))
      if (!has)
        io.err(`It has no days of this year: whosout holidays accept ${code} --year ${thisYear} --org ${org}`)
      io.err(`To use them (or with --team or --member): whosout holidays assign ${code} --org ${org}`)
    })
}

const readDays = async (file: string): Promise<readonly CalendarDay[]> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Problem('invalid', `The file ${file} cannot be read.`)
  })
  const rows = parseHolidayRows(text)
  if ('days' in rows) return rows.days
  const said = [
    `The file ${file} has problems; nothing was written.`,
    ...rows.problems.map((line) => `  ${line}`),
  ]
  throw new Problem('invalid', said.join('\n'))
}

const addDays = (holidays: Command, io: Io): void => {
  holidays
    .command('add <code>')
    .description('Add or rename one day of a calendar; the calendar is created if it does not exist')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--date <date>', 'YYYY-MM-DD')
    .option('--name <name>', 'the display name')
    .option('--json', changedShape)
    .action(
      async (
        code: string,
        { org, date, name, json }: HolidayOptions & { readonly date: string; readonly name?: string },
      ) => {
        await withOrganization(io, org, async ({ _id }, dependencies) => {
          const services = createHolidays(dependencies)
          const changed = await services.add(_id, code, date, name, actorOf(io))
          sayChange(io, json, changed)
          if (!json && changed.isNew) sayNobodyHasIt(io, org, changed, await services.list(_id))
        })
      },
    )

  holidays
    .command('remove <code>')
    .description('Remove one day from a calendar')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--date <date>', 'YYYY-MM-DD')
    .option('--json', changedShape)
    .action(async (code: string, { org, date, json }: HolidayOptions & { readonly date: string }) => {
      const changed = await withOrganization(io, org, ({ _id }, dependencies) =>
        createHolidays(dependencies).remove(_id, code, date, actorOf(io)),
      )
      sayChange(io, json, changed)
    })

  holidays
    .command('import <code> <file>')
    .description(
      'Add the days in a CSV file (date,name) to a calendar; the calendar is created if it does not exist',
    )
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', changedShape)
    .action(async (code: string, file: string, { org, json }: HolidayOptions) => {
      const days = await readDays(file)
      await withOrganization(io, org, async ({ _id }, dependencies) => {
        const services = createHolidays(dependencies)
        const changed = await services.accept(_id, code, days, actorOf(io))
        sayChange(io, json, changed)
        if (!json && changed.isNew) sayNobodyHasIt(io, org, changed, await services.list(_id))
      })
    })
}

interface AssignOptions extends HolidayOptions {
  readonly team?: string
  readonly member?: string
}

const placeOf = ({ team, member }: AssignOptions): HolidayPlace => {
  if (team !== undefined && member !== undefined)
    throw new Problem('invalid', 'Give --team or --member, not both.')
  if (team !== undefined) return { team }
  return member === undefined ? 'organization' : { member }
}

const addAssign = (holidays: Command, io: Io): void => {
  holidays
    .command('assign <code>')
    .description('Assign a calendar to the organization, a team or one member')
    .requiredOption('--org <slug>', 'the organization')
    .option('--team <team>', 'a team, by name or id')
    .option('--member <member>', 'a member')
    .option('--json', '{"code"}')
    .addHelpText(
      'after',
      '\nA member’s calendar takes precedence over the team’s, and the team’s over the organization’s.\nThe code "none" removes an assignment.',
    )
    .action(async (code: string, options: AssignOptions) => {
      const place = placeOf(options)
      const assigned = await withOrganization(io, options.org, ({ _id }, dependencies) =>
        createHolidays(dependencies).assign(_id, code, place, actorOf(io)),
      )
      if (options.json) return printJson(io, assigned)
      const whose = options.team ?? (options.member === undefined ? options.org : 'This member')
      io.out(
        assigned.code === null
          ? `${whose} no longer has a holiday calendar of its own.`
          : `${whose} now has the bank holidays of ${assigned.code}.`,
      )
    })
}

const whoseOf = ({ organization, teams, members }: ListedCalendar): string =>
  [...(organization ? ['everybody'] : []), ...teams, ...(members > 0 ? [`${members} members`] : [])].join(
    ', ',
  ) || 'nobody'

const addList = (holidays: Command, io: Io): void => {
  holidays
    .command('list')
    .description('List the holiday calendars of an organization with their assignments and days')
    .requiredOption('--org <slug>', 'the organization')
    .option('--json', '[{"code","organization","teams","members","days":[{"date","name"}]}]')
    .action(async ({ org, json }: HolidayOptions) => {
      const calendars = await withOrganization(io, org, ({ _id }, dependencies) =>
        createHolidays(dependencies).list(_id),
      )
      if (json)
        return printJson(
          io,
          calendars.map(({ code, organization, teams, members, days }) => ({
            code,
            organization,
            teams,
            members,
            days,
          })),
        )
      if (calendars.length === 0)
        return io.out(
          `There are no holiday calendars yet. To see one: whosout holidays propose DE-BY --year ${io.now().getUTCFullYear()}`,
        )
      for (const calendar of calendars)
        io.out(`${calendar.code} (${whoseOf(calendar)})\n${sayDays(calendar.days)}`)
    })
}

/** `holidays propose|accept|assign|add|remove|import|list`. */
export const addHolidayCommands = (program: Command, io: Io): void => {
  const holidays = program
    .command('holidays')
    .description('Bank holidays: propose, accept, assign, add, remove, import and list')
  addProposal(holidays, io)
  addAssign(holidays, io)
  addDays(holidays, io)
  addList(holidays, io)
}
