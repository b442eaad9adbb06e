import { isTimeZone, weekdays } from './day.js'
import { instead, longestName, parseName } from './name.js'
import { dateOrders, weekStarts } from './organization.js'
import type { Settings } from './organization.js'
import { leaveTypes, maskedByDefault } from './privacy.js'
import type { Issue } from './problem.js'

/** What an organization has until it says otherwise. The name is always given. */
export const defaultSettings: Omit<Settings, 'name'> = {
  timezone: 'UTC',
  week_start: 'monday',
  working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  date_order: 'locale',
  privacy: maskedByDefault,
}

/** Settings as typed; what is absent stays as it is. */
export interface SettingsInput {
  readonly name?: string | undefined
  readonly timezone?: string | undefined
  readonly week_start?: string | undefined
  readonly working_days?: readonly string[] | undefined
  readonly date_order?: string | undefined
  readonly privacy?: readonly string[] | undefined
}

/** Lower-case letters, digits and single hyphens between them, at most 40 characters. Null when it is not. */
export const parseSlug = (text: string): string | null =>
  text.length <= 40 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : null

const oneOf = <T extends string>(known: readonly T[], text: string): T | null =>
  known.find((value) => value === text) ?? null

/** The chosen values in the order in which they are known, each once; null when one of them is not known. */
const someOf = <T extends string>(known: readonly T[], texts: readonly string[]): readonly T[] | null =>
  texts.every((text) => oneOf(known, text) !== null) ? known.filter((value) => texts.includes(value)) : null

/** Without a working day there would be no day to be back on. */
const workingDays = (texts: readonly string[]) => {
  const days = someOf(weekdays, texts)
  return days && days.length > 0 ? days : null
}

const among = (values: readonly string[]): string => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

const messages: Readonly<Record<keyof Settings, string>> = {
  name: `Give a name of 1 to ${longestName} characters on one line.`,
  timezone: 'Give UTC or a place such as Europe/Berlin; offsets such as +01:00 know no summer time.',
  week_start: `Give ${among(weekStarts)}.`,
  working_days: `Give one or more of ${weekdays.join(', ')}.`,
  date_order: `Give ${among(dateOrders)}.`,
  privacy: `Give some of ${leaveTypes.join(', ')}, or none of them.`,
}

/** A name is refused for what one cannot see in it. */
const issueOf = (name: keyof Settings, typed: string | readonly string[] | undefined): Issue => {
  const message = messages[name]
  if (name === 'name' || typed === undefined) return { path: [name], message }
  return { path: [name], message: instead([typed].flat().join(','), message) }
}

/** The settings that were given, or everything that is wrong with them, by the name of the setting. */
export const parseSettings = (
  input: SettingsInput,
): { readonly settings: Partial<Settings> } | { readonly issues: readonly Issue[] } => {
  const parsed: { readonly [K in keyof Settings]: Settings[K] | null | undefined } = {
    name: input.name === undefined ? undefined : parseName(input.name),
    timezone: input.timezone === undefined || isTimeZone(input.timezone) ? input.timezone : null,
    week_start: input.week_start === undefined ? undefined : oneOf(weekStarts, input.week_start),
    working_days: input.working_days === undefined ? undefined : workingDays(input.working_days),
    date_order: input.date_order === undefined ? undefined : oneOf(dateOrders, input.date_order),
    privacy: input.privacy === undefined ? undefined : someOf(leaveTypes, input.privacy),
  }
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined)
  const issues = given
    .filter(([, value]) => value === null)
    .map(([name]): Issue => issueOf(name as keyof Settings, input[name as keyof Settings]))
  return issues.length > 0 ? { issues } : { settings: Object.fromEntries(given) }
}
