import { parseDay, type Day } from '../../calendar/day.js'
import {
  addHolidays,
  maxHolidays,
  parseCode,
  removeHoliday,
  setHoliday,
  type CalendarDay,
  type HolidayCalendar,
} from '../../domain/holidays/calendar.js'
import { unacceptedCalendars } from '../../domain/holidays/yearly.js'
import { parseName } from '../../domain/organization/name.js'
import { documentId } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { collect, type Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeOrganization, type OrganizationWrite } from '../organizations/change.js'
import { findMember } from '../organizations/members.js'
import { auditLines } from '../records/change.js'
import { assignedNote, missingCalendar, requireCalendar } from './assigned.js'
import { setPlaces } from './places.js'
import { findTeam } from '../organizations/teams.js'

export interface ChangedCalendar {
  readonly code: string
  /** Whether the calendar did not exist before. */
  readonly isNew: boolean
  readonly added: number
  readonly removed: number
  /** All that it has now. */
  readonly days: readonly CalendarDay[]
}

/** The assignment of a calendar. */
export type HolidayPlace = { readonly team: string } | { readonly member: string } | 'organization'

export interface ListedCalendar {
  readonly code: string
  readonly days: readonly CalendarDay[]
  /** Whether it is the organization's, for which teams, and for how many members. */
  readonly organization: boolean
  readonly teams: readonly string[]
  readonly members: number
}

const codeOf = (text: string): string => {
  const code = parseCode(text)
  if (code !== null) return code
  const issues = [{ path: ['code'], message: 'must be letters, digits and hyphens, such as DE-BY' }]
  throw new Problem('invalid', 'This is not the code of a holiday calendar.', { issues })
}

/** `2026, 2027`: the years in which a day was added, renamed or removed. */
const yearsOf = (before: readonly CalendarDay[], after: readonly CalendarDay[]): string => {
  const [old, now] = [before, after].map((days) => new Set(days.map(({ date, name }) => `${date} ${name}`)))
  const changed = [...old!, ...now!].filter((day) => !old!.has(day) || !now!.has(day))
  return [...new Set(changed.map((day) => day.slice(0, 4)))].sort().join(', ')
}

/** One write of a calendar and the organization's revision, decided on the stored state; null: nothing to write. */
const changeDays = (
  dependencies: Dependencies,
  org: string,
  text: string,
  { what, actor }: { readonly what: 'holidays_accepted' | 'holidays_changed'; readonly actor: Actor },
  change: (days: readonly CalendarDay[] | undefined, code: string) => readonly CalendarDay[],
): Promise<ChangedCalendar> => {
  const code = codeOf(text)
  const id = documentId(org, code)
  return changeOrganization(dependencies, org, async () => {
    const [before] = await dependencies.store.get('holiday_calendars', [id])
    const days = change(before?.days, code)
    const dates = (some: readonly CalendarDay[] = []) => new Set(some.map(({ date }) => date))
    const year = yearsOf(before?.days ?? [], days)
    const [old, now] = [dates(before?.days), dates(days)]
    const added = [...now].filter((date) => !old.has(date)).length
    const removed = [...old].filter((date) => !now.has(date)).length
    const result = { code, isNew: before === undefined, days, added, removed }
    if (before && JSON.stringify(before.days) === JSON.stringify(days)) return { result }
    if (days.length > maxHolidays)
      throw new Problem(
        'conflict',
        `A holiday calendar has at most ${maxHolidays.toLocaleString('en')} days.`,
      )
    const document: HolidayCalendar = { _id: id, org, code, days }
    const write: OrganizationWrite = {
      moves: ['revision'],
      set: {},
      also: [
        { put: 'holiday_calendars', document },
        ...auditLines(
          dependencies,
          org,
          [{ what, subject: code, member: null, detail: { year, added, removed } }],
          actor,
        ),
      ],
    }
    return { write, result }
  })
}

const dayOf = (date: string, name: string | undefined): CalendarDay => {
  const parsed = parseDay(date)
  const called = name === undefined ? 'Bank holiday' : parseName(name)
  if (parsed !== null && called !== null) return { date: parsed, name: called }
  const issues = [
    ...(parsed === null ? [{ path: ['date'], message: 'must be a date that exists, as YYYY-MM-DD' }] : []),
    ...(called === null ? [{ path: ['name'], message: 'must be 1 to 80 characters on one line' }] : []),
  ]
  throw new Problem('invalid', 'This is not a day of a holiday calendar.', { issues })
}

/** What an import assigned before is now by hand. */
const byHand = { teams: {}, members: { holidays_from: null } } as const

const assign = async (
  dependencies: Dependencies,
  org: string,
  text: string,
  place: HolidayPlace,
  actor: Actor,
): Promise<{ readonly code: string | null }> => {
  const { store } = dependencies
  const code = text.trim().toLowerCase() === 'none' ? null : codeOf(text)
  const target =
    place === 'organization'
      ? null
      : 'team' in place
        ? { collection: 'teams' as const, ...(await findTeam(store, org, place.team)) }
        : { collection: 'members' as const, ...(await findMember(store, org, place.member)) }
  return changeOrganization(dependencies, org, async () => {
    await requireCalendar(store, org, code)
    const note =
      target?.collection === 'members'
        ? assignedNote(code, target)
        : { ...assignedNote(code, null), subject: target?.id ?? '' }
    const also: Change[] = [
      ...(target
        ? [
            {
              patch: target.collection,
              id: target._id,
              set: { holidays: code, ...byHand[target.collection] },
            } as const,
          ]
        : []),
      ...auditLines(dependencies, org, [note], actor),
    ]
    const write: OrganizationWrite = { moves: ['revision'], set: target ? {} : { holidays: code }, also }
    return { write, result: { code } }
  })
}

const list = ({ store }: Pick<Dependencies, 'store'>, org: string): Promise<readonly ListedCalendar[]> =>
  store.view(org, async (view) => {
    const all = { index: 'by_org', equal: { org } } as const
    const [organization] = await view.get('organizations', [org])
    const calendars = await collect(view.find('holiday_calendars', all))
    const teams = await collect(view.find('teams', all))
    const members = await collect(view.find('members', { ...all, fields: ['holidays', 'active'] }))
    return calendars
      .map(({ code, days }) => ({
        code,
        days,
        organization: organization?.holidays === code,
        teams: teams.flatMap(({ name, holidays }) => (holidays === code ? [name] : [])).sort(),
        members: members.filter(({ holidays, active }) => active && holidays === code).length,
      }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
  })

/** Operations on holiday calendars. Those that change something throw a Problem when refused. */
export const createHolidays = (dependencies: Dependencies) => ({
  /** Adds days; existing ones stay as they are. */
  accept: (org: string, code: string, days: readonly CalendarDay[], actor: Actor) =>
    changeDays(dependencies, org, code, { what: 'holidays_accepted', actor }, (before = []) =>
      addHolidays(before, days),
    ),
  add: (org: string, code: string, date: string, name: string | undefined, actor: Actor) => {
    const day = dayOf(date, name)
    return changeDays(dependencies, org, code, { what: 'holidays_changed', actor }, (before = []) =>
      setHoliday(before, day),
    )
  },
  remove: (org: string, text: string, date: string, actor: Actor) => {
    const day = dayOf(date, undefined)
    return changeDays(dependencies, org, text, { what: 'holidays_changed', actor }, (before, code) => {
      if (!before) throw missingCalendar(code)
      if (before.some((one) => one.date === day.date)) return removeHoliday(before, day.date)
      throw new Problem('not_found', `${code} has no bank holiday on ${day.date}.`)
    })
  },
  /** `none` in place of a code removes the assignment: the team's or the organization's calendar applies instead. */
  assign: (org: string, code: string, place: HolidayPlace, actor: Actor) =>
    assign(dependencies, org, code, place, actor),
  places: setPlaces.bind(null, dependencies),
  list: (org: string) => list(dependencies, org),
  /** The calendars without days in the next year, from November on. `today`: in the organization's time zone. */
  unaccepted: async (org: string, today: Day) =>
    unacceptedCalendars(
      await collect(dependencies.store.find('holiday_calendars', { index: 'by_org', equal: { org } })),
      today,
    ),
})
