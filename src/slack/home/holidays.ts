import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { dayAt, type Day } from '../../calendar/day.js'
import { maxCodeLength, parseCode } from '../../domain/holidays/calendar.js'
import { maxNameLength } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { dayWords } from '../../domain/words/dates.js'
import { bold } from '../../domain/words/message.js'
import { proposeHolidays, type PartialDay } from '../../services/holidays/by-region.js'
import { listTeams } from '../../services/organizations/teams.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { choice, choicesOf, date, text, ticks } from '../modal/fields.js'
import { adminForm, drawForm, outdated, prefixed, registerForm } from '../modal/form.js'
import { registerOpens } from '../modal/for-admins.js'
import { shownModal } from '../modal/modal.js'
import { context, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { everybody, teamMenu, type MenuTeam } from '../team-menu.js'
import { holidayIds, holidayVerbs } from './holidays-room.js'
import { counted, type RoomServices } from './rooms.js'

const title = 'Bank holidays'
const codeSchema = z.string().refine((code) => parseCode(code) === code)

/** One option is "none", and a code that is not listed may be another. */
const maxCalendars = 98
const noCalendar = 'none'

const assignForm = adminForm({
  callback: 'home_holidays_assign',
  title: 'Assign bank holidays',
  fields: ['code', 'team'],
  /** The menu of teams is a search when there are many. */
  idsOf: (field) => ({ block: `home_holidays_field:${field}`, action: `home_holidays:${field}` }),
  memory: z.object({}),
  placeOf: () => 'code',
  async run({ entered, who: { organization, actor } }, { holidays, store }) {
    const [code = '', id = everybody] = [entered.chosen('code'), entered.chosen('team')]
    const team = (await listTeams(store, organization._id)).find((one) => one.id === id)
    if (id !== everybody && !team) return outdated
    await holidays.assign(organization._id, code, team ? { team: team.id } : 'organization', actor)
    const whose = bold(team?.name ?? organization.name)
    return drawLine(
      code === noCalendar
        ? [whose, ' no longer has bank holidays of its own.']
        : [whose, ' has the bank holidays of ', bold(code), ' now.'],
    )
  },
})

/** `everybody` stands for the organization. */
const placeLabel = ({ id, name }: MenuTeam): string => (id === everybody ? 'The organization' : name)

/** `said`: what has just been done, in Slack's markup. */
const drawAssign = async (
  org: string,
  code: string,
  { holidays, store }: RoomServices,
  said: readonly string[] = [],
): Promise<ModalView> => {
  const [calendars, teams] = await Promise.all([holidays.list(org), listTeams(store, org)])
  const codes = calendars.map((calendar) => calendar.code).slice(0, maxCalendars)
  const codeChoices = { ...choicesOf(codes, (one) => one), [noCalendar]: 'None of their own' }
  return drawForm(assignForm, {
    submit: 'Assign',
    close: 'Not now',
    memory: {},
    above: said.map(section),
    fields: {
      code: { label: 'Bank holidays', element: choice(codeChoices, code) },
      team: {
        label: 'Who has them',
        element: (action_id) => teamMenu({ action_id, teams, chosen: null, label: placeLabel }),
        hint: "A team's bank holidays replace the organization's. For one person, choose them on that member's page.",
      },
    },
  })
}

const acceptForm = adminForm({
  callback: 'home_data_accept',
  title: 'Accept bank holidays',
  fields: ['also'],
  idsOf: prefixed('home_data_field'),
  memory: z.object({ code: codeSchema, year: z.string().regex(/^\d{4}$/) }),
  placeOf: () => 'also',
  async run({ entered, memory, who: { organization, actor } }, services) {
    const { code, days: proposed, apart } = await proposeHolidays(memory.code, memory.year)
    const also = apart.filter(({ date: day }) => entered.ticked('also').includes(day))
    const wanted = [...proposed, ...also.map(({ date: day, name }) => ({ date: day, name }))]
    const { added, isNew, days } = await services.holidays.accept(organization._id, code, wanted, actor)
    const year = services.now().getUTCFullYear()
    const has = days.some((day) => day.date.startsWith(`${year}-`))
    const lacking = has ? '' : ` It has no days for ${year}: add the country again, with that year.`
    const said = drawLine([bold(code), `: ${counted(added, 'day')} added.${lacking}`])
    return isNew ? drawAssign(organization._id, code, services, [said]) : said
  },
})

/** What Slack takes, and characters of each. */
const maxApart = 10
const maxTickLength = 75

const apartChoices = (apart: readonly PartialDay[], today: Day): Readonly<Record<string, string>> =>
  Object.fromEntries(
    apart
      .slice(0, maxApart)
      .map(({ date: day, name, reason }) => [
        day,
        `${dayWords(day, today)}: ${name} (${reason})`.slice(0, maxTickLength),
      ]),
  )

const drawProposal = async (typed: string, year: string, now: Date): Promise<ModalView> => {
  const { code, days, doubt, apart } = await proposeHolidays(typed, year)
  const today = dayAt(now, 'UTC')
  const lines = days.map(({ date: day, name }) => `${dayWords(day, today)}: ${name}`)
  return drawForm(acceptForm, {
    submit: 'Accept',
    memory: { code, year },
    fields: {
      also: apart.length > 0 && {
        label: 'Not whole days for all',
        element: ticks(apartChoices(apart, today), []),
        hint: 'They are left out unless you choose them.',
        optional: true,
      },
    },
    above: [
      section(drawLine([bold(`${code} ${year}`)])),
      ...(doubt === null ? [] : [section(escape(doubt))]),
      section(escape(lines.join('\n'))),
      context('Accepted days never change by themselves.'),
    ],
  })
}

const review = async (_: Admin, chosen: string, { now }: SlackServices): Promise<ModalView | string> => {
  const [code = '', year = ''] = chosen.split(':')
  const memory = acceptForm.memory.safeParse({ code, year }).data
  return memory ? drawProposal(memory.code, memory.year, now()) : outdated
}

const proposeForm = adminForm({
  callback: 'home_holidays_propose',
  title: 'Add a country',
  fields: ['code', 'year'],
  idsOf: prefixed('home_holidays_field'),
  memory: z.object({}),
  placeOf: () => 'code',
  run: ({ entered }, { now }) => drawProposal(entered.text('code'), entered.chosen('year') ?? '', now()),
})

const drawPropose = async (_: Admin, __: string, { now }: SlackServices): Promise<ModalView> => {
  const year = now().getUTCFullYear()
  return drawForm(proposeForm, {
    submit: 'Preview',
    memory: {},
    fields: {
      code: {
        label: 'Country or region',
        element: text({ max: maxCodeLength }),
        hint: 'Its code, such as FR, DE-BY or US-CA. You see the days before anything is stored.',
      },
      year: {
        label: 'Year',
        // The next year is asked for in time; nothing would ask for the rest of this one.
        element: choice(
          choicesOf([String(year), String(year + 1)], (one) => one),
          String(year),
        ),
      },
    },
  })
}

const dayForm = adminForm({
  callback: 'home_holidays_day',
  title: 'Bank holiday',
  fields: ['code', 'date', 'name'],
  idsOf: prefixed('home_holidays_day_field'),
  memory: z.object({}),
  placeOf: ({ code }) => (code === 'not_found' ? 'date' : 'code'),
  async run(
    {
      entered,
      who: {
        organization: { _id: org },
        actor,
      },
    },
    services,
  ) {
    const [typed, day, name] = [
      entered.text('code'),
      entered.chosen('date') ?? '',
      entered.text('name').trim(),
    ]
    const { code, added, removed, isNew } =
      name === ''
        ? await services.holidays.remove(org, typed, day, actor)
        : await services.holidays.add(org, typed, day, name, actor)
    const done = added > 0 ? 'was added' : removed > 0 ? 'is no longer a bank holiday' : 'was changed'
    const said = drawLine([bold(code), `: ${dayWords(day, dayAt(services.now(), 'UTC'))} ${done}.`])
    return isNew ? drawAssign(org, code, services, [said]) : said
  },
})

const drawDay = (code: string): ModalView =>
  drawForm(dayForm, {
    submit: 'Save',
    memory: {},
    fields: {
      code: {
        label: 'Calendar',
        element: text({ max: maxCodeLength, ...(code !== '' && { initial: code }) }),
        hint: 'Its code. A new code creates a calendar of your own.',
      },
      date: { label: 'Day', element: date() },
      name: {
        label: 'Name',
        element: text({ max: maxNameLength }),
        // A day that is added has a name; one that is changed may lose it, and is removed.
        ...(code !== '' && { hint: 'Leave it empty to remove the day from the calendar.' }),
        optional: code !== '',
      },
    },
  })

const maxDays = 60

/** The days from this year on. */
const drawLook = async (org: string, code: string, { holidays, now }: SlackServices): Promise<ModalView> => {
  const found = (await holidays.list(org)).find((calendar) => calendar.code === code)
  if (!found) throw new Problem('not_found', outdated)
  const today = dayAt(now(), 'UTC')
  const days = found.days.filter(({ date: day }) => day >= `${today.slice(0, 4)}-01-01`)
  const lines = days.slice(0, maxDays).map(({ date: day, name }) => `${dayWords(day, today)}: ${name}`)
  return shownModal(title, [
    section(drawLine([bold(code)])),
    section(escape(lines.join('\n') || 'It has no days from this year on.')),
    ...(days.length > maxDays ? [context(`and ${days.length - maxDays} more`)] : []),
  ])
}

const choose = async (
  { organization: { _id: org } }: Admin,
  value: string,
  services: SlackServices,
): Promise<ModalView | string> => {
  const [typed = '', code = ''] = value.split(':')
  const verb = holidayVerbs.find((one) => one === typed)
  if (verb === undefined || !codeSchema.safeParse(code).success) return outdated
  if (verb === 'look') return drawLook(org, code, services)
  return verb === 'assign' ? drawAssign(org, code, services) : drawDay(code)
}

/** Proposing, looking, accepting, assigning and changing days. */
export const registerHolidays = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [holidayIds.propose]: drawPropose,
    [holidayIds.review]: review,
    [holidayIds.day]: async (_, code) => drawDay(code),
    [holidayIds.menu]: choose,
  })
  registerForm(app, services, proposeForm)
  registerForm(app, services, acceptForm)
  registerForm(app, services, assignForm)
  registerForm(app, services, dayForm)
}
