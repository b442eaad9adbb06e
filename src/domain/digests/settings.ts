import { z } from 'zod'
import { weekdays, type Weekday } from '../../calendar/day.js'
import { lookAheads, silences, type DigestSettings, type LookAhead } from './digest.js'
import { oneOf, parseInput, parsedText } from '../input.js'
import { instead } from '../organization/name.js'
import type { Issue } from '../problem.js'
import { readZone, zonesLike } from '../../calendar/zones.js'

/** Settings as typed or chosen; optional ones have a default. */
export interface DigestSettingsInput {
  readonly time: string
  readonly timezone: string
  /** `mon-fri`, `mon,wed,fri`, or one text per day. */
  readonly days: string | readonly string[]
  readonly look_ahead?: string | undefined
  readonly on_bank_holidays?: string | undefined
  readonly when_empty?: string | undefined
}

export type DigestField = keyof DigestSettings

export const defaultDigest: Pick<DigestSettings, 'look_ahead' | 'on_bank_holidays' | 'when_empty'> = {
  look_ahead: 'none',
  on_bank_holidays: 'silent',
  when_empty: 'post',
}

/** In no zone does the clock change between these times (2024–2030); both are included. */
export const earliest = '05:00'
export const latest = '20:59'

const parseTime = (text: string): string | null =>
  /^\d{2}:[0-5]\d$/.test(text) && text >= earliest && text <= latest ? text : null

const minNameLength = 3

/** `mon`, `tues` or `wednesday`, in any case. */
const parseWeekday = (text: string): number | null => {
  const wanted = text.trim().toLowerCase()
  const found = weekdays.findIndex((day) => day.startsWith(wanted))
  return wanted.length < minNameLength || found < 0 ? null : found
}

/** `fri-mon` wraps around the week. */
const parsePiece = (text: string): readonly number[] | null => {
  const [first = '', last = first, ...more] = text.split(/[-–]/)
  const [from, to] = [parseWeekday(first), parseWeekday(last)]
  if (from === null || to === null || more.length > 0) return null
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, count) => (from + count) % 7)
}

/** The distinct days in `weekdays` order; null when part of the text is not a day. */
export const parseDays = (text: string | readonly string[]): readonly Weekday[] | null => {
  const pieces = [text].flat().flatMap((one) => one.split(','))
  const found = pieces.map(parsePiece)
  if (pieces.length === 0 || found.includes(null)) return null
  const chosen = new Set(found.flatMap((days) => days ?? []))
  return weekdays.filter((_, index) => chosen.has(index))
}

const lookAheadDays: Readonly<Record<LookAhead, Weekday | null>> = {
  none: null,
  friday: 'friday',
  monday: 'monday',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const zoneMessage = (typed: string): string => {
  const near = zonesLike(typed)
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  return instead(typed, `Use UTC or a name such as Europe/Berlin.${meant}`, 'a time zone')
}

const timeMessage = (typed: string): string =>
  instead(typed, `Use a time from ${earliest} to ${latest}, such as 09:00.`, 'a time for a digest')

const daysMessage = (typed: string): string =>
  typed === ''
    ? 'Choose at least one day.'
    : instead(typed, 'Use days such as mon-fri or mon,wed,fri.', 'a list of days')

/** The settings of a digest (decisions, "Digest"). */
export const digestSettings: z.ZodType<DigestSettings> = z
  .object({
    time: parsedText((typed) => parseTime(typed.trim()), timeMessage),
    timezone: parsedText((typed) => readZone(typed.trim()), zoneMessage),
    days: z
      .union([z.string(), z.array(z.string()).readonly()])
      .transform((days) => [days].flat().join(','))
      .pipe(parsedText(parseDays, daysMessage)),
    look_ahead: oneOf(lookAheads).default(defaultDigest.look_ahead),
    on_bank_holidays: oneOf(silences).default(defaultDigest.on_bank_holidays),
    when_empty: oneOf(silences).default(defaultDigest.when_empty),
  })
  .check(({ value: { days, look_ahead }, issues }) => {
    const day = lookAheadDays[look_ahead]
    if (day === null || days.includes(day)) return
    const message = `Nothing is posted on ${capital(day)}s: add that day, or choose another look-ahead.`
    issues.push({ code: 'custom', path: ['look_ahead'], message, input: look_ahead })
  })

/** The parsed settings, or all their issues by setting name. */
export const parseDigestSettings = (
  input: DigestSettingsInput,
): { readonly settings: DigestSettings } | { readonly issues: readonly Issue[] } => {
  const parsed = parseInput(digestSettings, input)
  return 'issues' in parsed ? parsed : { settings: parsed.value }
}

/** "Monday". */
export const weekdayWords = (day: Weekday): string => capital(day)

const short = (index: number): string => capital(weekdays[index % 7]!).slice(0, 3)

const minRunLength = 3

const runWords = ({ from, length }: { readonly from: number; readonly length: number }): string =>
  length < minRunLength
    ? Array.from({ length }, (_, count) => short(from + count)).join(', ')
    : `${short(from)}–${short(from + length - 1)}`

/** "Mon–Fri", "Mon, Wed, Fri", "Sun–Thu", "every day". */
export const daysWords = (days: readonly Weekday[]): string => {
  const has = (index: number): boolean => days.includes(weekdays[(index + 7) % 7]!)
  const starts = weekdays.map((_, index) => index).filter((index) => has(index) && !has(index - 1))
  if (starts.length === 0) return days.length === 0 ? 'no day' : 'every day'
  const runs = starts.map((from) => {
    let length = 1
    while (has(from + length)) length += 1
    return { from, length }
  })
  return runs.map(runWords).join(', ')
}
