import { readFile } from 'node:fs/promises'
import { parseHolidayRows, type CalendarDay } from '../domain/holidays/calendar.js'
import { Problem } from '../domain/problem.js'
import {
  type ChangedCalendar,
  type HolidayPlace,
  type ListedCalendar,
} from '../services/holidays/holidays.js'
import { proposeHolidays, type PartialDay } from '../services/holidays/by-region.js'
import { declareCommand, declareGroup, declareOrganizationCommand } from './command.js'
import type { AboutOne } from './open.js'
import { counted, listed, type Printed } from './output.js'
import { listOption } from './options.js'
import { inColumns } from './table.js'

const dayColumns = { DATE: 'date', NAME: 'name' } as const

const changedShape = '{"code", "added", "removed"}'

const changedDays = ({ code, added, removed }: ChangedCalendar): Printed => ({
  json: { code, added, removed },
  text:
    added + removed === 0
      ? `${code} already has these days.`
      : `${code}: ${added} added, ${removed} removed.`,
})

/** A mistyped code makes a calendar too. People may have it before it exists: imports take any place. */
const withDoubt = async (changed: ChangedCalendar, { services, org, slug }: AboutOne): Promise<Printed> => {
  const { code, isNew } = changed
  const calendars = isNew ? await services.holidays.list(org) : []
  const isUsed = calendars.some((calendar) => calendar.code === code && whoseOf(calendar) !== nobody)
  const next = `${code} is a new calendar that nobody has yet. To use it (or with --team or --member): whosout holidays assign ${code} --org ${slug}`
  return { ...changedDays(changed), notes: isNew && !isUsed ? [next] : [] }
}

/** Days that are left out unless they are asked for. */
const apartNotes = (apart: readonly PartialDay[]) =>
  apart.length === 0
    ? []
    : [
        `Not whole days for all, so left out; to store them, too: --also ${apart.map(({ date }) => date).join(',')}`,
        inColumns({ ...dayColumns, REASON: 'reason' }, apart),
      ]

/** Those of the days apart that are asked for. Throws `invalid`. */
const alsoWanted = (apart: readonly PartialDay[], wanted: readonly string[] = []): readonly CalendarDay[] => {
  const strange = wanted.filter((date) => !apart.some((day) => day.date === date))
  if (strange.length > 0)
    throw new Problem('invalid', `--also takes days that are left out, and ${strange.join(', ')} is none.`)
  return apart.filter(({ date }) => wanted.includes(date)).map(({ date, name }) => ({ date, name }))
}

const propose = declareCommand({
  usage: 'propose <code>',
  description: 'List the bank holidays of a place in a year without storing them',
  options: (command) => command.requiredOption('--year <year>', 'such as 2027'),
  json: '[{"date", "name"}]',
  run: async ({ args: [code], options: { year } }) => {
    const { code: read, days, doubt, apart } = await proposeHolidays(code, year)
    const next = `To store them (acme is your organization): whosout holidays accept ${read} --year ${year} --org acme`
    return {
      ...listed(days, dayColumns),
      notes: [...apartNotes(apart), ...(doubt ? [doubt] : []), next],
    }
  },
})

/** A country may be too little for people in several places. */
const regionsNote = (code: string, regions: readonly string[], slug: string): string =>
  `Regions of ${code} may have other days (${regions.slice(0, 3).join(', ')}, …). Accept those you need, too; for people in several, whosout holidays places "CITY=${regions[0]}" --org ${slug} says once what the places in imported files mean.`

const accept = declareOrganizationCommand({
  usage: 'accept <code>',
  description: 'Store the bank holidays of a place in a year; days that are already stored do not change',
  options: (command) =>
    command
      .requiredOption('--year <year>', 'such as 2027')
      .option('--also <days>', 'days that are left out because they are not whole days for all', listOption),
  json: changedShape,
  run: async ({ io, org, slug, services, actor, args: [typed], options: { year, also } }) => {
    const { code, days, doubt, regions, apart } = await proposeHolidays(typed, year)
    const wanted = [...days, ...alsoWanted(apart, also)]
    const changed = await services.holidays.accept(org, code, wanted, actor)
    const thisYear = io.now().getUTCFullYear()
    const has = changed.days.some(({ date }) => date.startsWith(`${thisYear}-`))
    const more = `It has no days for this year: whosout holidays accept ${code} --year ${thisYear} --org ${slug}`
    return {
      ...changedDays(changed),
      notes: [
        ...apartNotes(apart.filter(({ date }) => !changed.days.some((day) => day.date === date))),
        ...(doubt ? [doubt] : []),
        ...(has ? [] : [more]),
        ...(regions.length > 0 ? [regionsNote(code, regions, slug)] : []),
        `To use them (or with --team or --member): whosout holidays assign ${code} --org ${slug}`,
      ],
    }
  },
})

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

const add = declareOrganizationCommand({
  usage: 'add <code>',
  description: 'Add or rename one day of a calendar; the calendar is created if it does not exist',
  options: (command) =>
    command.requiredOption('--date <date>', 'YYYY-MM-DD').option('--name <name>', 'the display name'),
  json: changedShape,
  run: async ({ args: [code], options: { date, name }, ...scope }) => {
    const { services, org, actor } = scope
    return withDoubt(await services.holidays.add(org, code, date, name, actor), scope)
  },
})

const remove = declareOrganizationCommand({
  usage: 'remove <code>',
  description: 'Remove one day from a calendar',
  options: (command) => command.requiredOption('--date <date>', 'YYYY-MM-DD'),
  json: changedShape,
  run: async ({ org, services, actor, args: [code], options: { date } }) =>
    changedDays(await services.holidays.remove(org, code, date, actor)),
})

const importDays = declareOrganizationCommand({
  usage: 'import <code> <file>',
  description:
    'Add the days in a CSV file (date,name) to a calendar; the calendar is created if it does not exist',
  json: changedShape,
  run: async ({ args: [code, file], ...scope }) => {
    const { services, org, actor } = scope
    const days = await readDays(file)
    return withDoubt(await services.holidays.accept(org, code, days, actor), scope)
  },
})

const placeOf = (team: string | undefined, member: string | undefined): HolidayPlace =>
  team !== undefined ? { team } : member !== undefined ? { member } : 'organization'

const assign = declareOrganizationCommand({
  usage: 'assign <code>',
  description: 'Assign a calendar to the organization, a team or one member',
  options: (command) =>
    command.option('--team <team>', 'a team, by name or id').option('--member <member>', 'a member'),
  json: '{"code"}',
  help: '\nA member’s calendar takes precedence over the team’s, and the team’s over the organization’s.\nThe code "none" removes an assignment.',
  check: ({ options: { team, member } }) => {
    if (team !== undefined && member !== undefined)
      throw new Problem('invalid', 'Give --team or --member, not both.')
  },
  run: async ({ org, slug, services, actor, args: [code], options: { team, member } }) => {
    const assigned = await services.holidays.assign(org, code, placeOf(team, member), actor)
    const whose = team ?? (member === undefined ? slug : 'This member')
    return {
      json: assigned,
      text:
        assigned.code === null
          ? `${whose} no longer has a holiday calendar of its own.`
          : `${whose} now has the bank holidays of ${assigned.code}.`,
    }
  },
})

const places = declareOrganizationCommand({
  usage: 'places [places...]',
  description:
    'Say which calendar a place in imported files means: "Dublin=IE" "München=DE-BY"; without any, list them',
  argument: 'PLACE=CALENDAR; PLACE=none forgets a place',
  json: '[{"place", "calendar"}]',
  run: async ({ org, services, actor, args: [typed] }) => {
    const known = await services.holidays.places(org, typed, actor)
    return {
      ...listed(known, { PLACE: 'place', CALENDAR: 'calendar' }, 'No places have a holiday calendar yet.'),
      notes: typed.length > 0 ? ['This takes effect with the next import of a file with places.'] : [],
    }
  },
})

const nobody = 'nobody'

const whoseOf = ({ organization, teams, members }: ListedCalendar): string =>
  [
    ...(organization ? ['everybody'] : []),
    ...teams,
    ...(members > 0 ? [counted(members, 'member')] : []),
  ].join(', ') || nobody

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the holiday calendars of an organization with their assignments and days',
  json: '[{"code", "organization", "teams", "members", "days": [{"date", "name"}]}]',
  run: async ({ io, org, services }) => {
    const calendars = await services.holidays.list(org)
    const none = `There are no holiday calendars yet. To see one: whosout holidays propose DE-BY --year ${io.now().getUTCFullYear()}`
    return {
      json: calendars.map(({ code, organization, teams, members, days }) => {
        return { code, organization, teams, members, days }
      }),
      text:
        calendars.length === 0
          ? none
          : calendars.flatMap((calendar) => [
              `${calendar.code} (${whoseOf(calendar)})`,
              inColumns(dayColumns, calendar.days),
            ]),
    }
  },
})

export const holidayCommands = declareGroup(
  'holidays',
  'Bank holidays: propose, accept, assign, places, add, remove, import and list',
  [propose, accept, assign, places, add, remove, importDays, list],
)
