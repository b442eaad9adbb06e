import { parse } from 'node:querystring'
import { z } from 'zod'
import { parseDay, type Day } from '../../calendar/day.js'
import { parseMonth, parseYear, weekOf, type Period } from '../../domain/chart/period.js'
import type { WeekStart } from '../../calendar/week.js'
import type { Issue } from '../../domain/problem.js'

/** The choices of a reader of the page. */
export interface PageQuery {
  readonly period: Period
  readonly team_id: string | null
  /** Everybody, not only people who are out. */
  readonly everyone: boolean
  readonly view: 'table' | 'list' | 'tv'
  readonly page: number
}

/** A form also sends empty fields. */
const given = <T extends z.ZodType>(schema: T) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(schema)
    .optional()

const isSwitch = given(z.literal('1', { error: 'must be 1, or left out' }))

const parsedBy = (parse: (text: string) => string | null, error: string) =>
  given(z.string('must be given once').refine((text) => parse(text) !== null, error))

const isDate = parsedBy(parseDay, 'must be a date that exists, such as 2026-12-01')

const shape = z.strictObject({
  year: parsedBy(parseYear, 'must be a year such as 2026'),
  month: parsedBy(parseMonth, 'must be a month such as 2026-12'),
  weeks: isDate,
  four: isDate,
  team: given(z.guid({ error: 'must be the id of a team' }).transform((id) => id.toLowerCase())),
  everyone: isSwitch,
  /** From addresses of older versions: people who are out are shown in any case. */
  out: isSwitch,
  list: isSwitch,
  tv: isSwitch,
  page: given(z.string().regex(/^[1-9]\d{0,4}$/, 'must be the number of a page')),
})

const names = Object.keys(shape.shape).join(', ')

const issueOf = (issue: z.core.$ZodIssue): readonly Issue[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 20).map((name) => ({
      path: [name.slice(0, 64)],
      message: `is unknown; these are known: ${names}`,
    }))
  const inner =
    issue.code === 'invalid_union' ? (issue.errors.at(-1)?.[0]?.message ?? issue.message) : issue.message
  return [{ path: issue.path.map(String), message: inner }]
}

/** Without a query: four weeks from this one's start; on a screen (`tv`) two, because nobody can scroll there. */
export const parsePageQuery = (
  text: string,
  today: Day,
  weekStart: WeekStart,
): PageQuery | { readonly issues: readonly Issue[] } => {
  const parsed = shape.safeParse({ ...parse(text, '&', '=', { maxKeys: 0 }) })
  if (!parsed.success) return { issues: parsed.error.issues.flatMap(issueOf).slice(0, 20) }
  const { year, month, weeks, four, team, everyone, list, tv, page } = parsed.data
  if ([year, month, weeks, four].filter((one) => one !== undefined).length > 1)
    return { issues: [{ path: ['weeks'], message: 'give only one of year, month, weeks and four' }] }
  const period: Period =
    year !== undefined
      ? { year }
      : month !== undefined
        ? { month }
        : weeks !== undefined || tv !== undefined
          ? { weeks: weekOf(weeks ?? today, weekStart) }
          : { four: weekOf(four ?? today, weekStart) }
  return {
    period,
    team_id: team ?? null,
    everyone: everyone !== undefined,
    view: tv !== undefined ? 'tv' : list !== undefined ? 'list' : 'table',
    page: Number(page ?? 1),
  }
}

type Parameters = Readonly<Record<string, string>>

/** The same choices as parameters, without the defaults. `usual`: the first day of the current week. */
const parametersOf = ({ period, team_id, everyone, view, page }: PageQuery, usual: Day): Parameters => ({
  ...('four' in period && period.four === usual ? {} : period),
  ...(team_id === null ? {} : { team: team_id }),
  ...(everyone && view === 'table' ? { everyone: '1' } : {}),
  ...(view === 'table' ? {} : { [view]: '1' }),
  ...(page === 1 ? {} : { page: String(page) }),
})

/** A link from one view to another, relative to the page. */
export const hrefOf = (query: PageQuery, usual: Day): string =>
  `?${new URLSearchParams({ ...parametersOf(query, usual) })}`
