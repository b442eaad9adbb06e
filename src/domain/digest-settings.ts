import { weekdays, type Weekday } from './day.js'
import { lookAheads, silences, type DigestSettings, type LookAhead, type Silence } from './digest.js'
import { instead } from './name.js'
import type { Issue } from './problem.js'
import { readZone, zonesLike } from './zones.js'

/** Settings as typed or chosen; what may be absent has a default. */
export interface DigestSettingsInput {
  readonly time: string
  readonly timezone: string
  /** `mon-fri`, `mon,wed,fri`, or one text for each day. */
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

/** No zone's clock is ever changed between these (2024–2030); both included. */
export const earliest = '05:00'
export const latest = '20:59'

const parseTime = (text: string): string | null =>
  /^\d{2}:[0-5]\d$/.test(text) && text >= earliest && text <= latest ? text : null

const shortestName = 3

/** `mon`, `tues` or `wednesday`, in any case. */
const parseWeekday = (text: string): number | null => {
  const wanted = text.trim().toLowerCase()
  const found = weekdays.findIndex((day) => day.startsWith(wanted))
  return wanted.length < shortestName || found < 0 ? null : found
}

/** `fri-mon` goes on over Sunday. */
const parsePiece = (text: string): readonly number[] | null => {
  const [first = '', last = first, ...more] = text.split(/[-–]/)
  const [from, to] = [parseWeekday(first), parseWeekday(last)]
  if (from === null || to === null || more.length > 0) return null
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, count) => (from + count) % 7)
}

/** The days in the order of `weekdays`, each once; null when a piece of the text names none. */
export const parseDays = (text: string | readonly string[]): readonly Weekday[] | null => {
  const pieces = [text].flat().flatMap((one) => one.split(','))
  const found = pieces.map(parsePiece)
  if (pieces.length === 0 || found.includes(null)) return null
  const chosen = new Set(found.flatMap((days) => days ?? []))
  return weekdays.filter((_, index) => chosen.has(index))
}

const oneOf = <T extends string>(known: readonly T[], text: string | undefined, otherwise: T): T | null =>
  text === undefined ? otherwise : (known.find((value) => value === text) ?? null)

const lookAheadDays: Readonly<Record<LookAhead, Weekday | null>> = {
  none: null,
  friday: 'friday',
  monday: 'monday',
}

interface Parsed {
  readonly time: string | null
  readonly timezone: string | null
  readonly days: readonly Weekday[] | null
  readonly look_ahead: LookAhead | null
  readonly on_bank_holidays: Silence | null
  readonly when_empty: Silence | null
}

const zoneMessage = (typed: string): string => {
  const near = zonesLike(typed)
  const meant = near.length === 0 ? '' : ` Perhaps ${near.join(' or ')}?`
  return instead(typed, `Give UTC or a place such as Europe/Berlin.${meant}`)
}

const messages: Readonly<Record<DigestField, (typed: string) => string>> = {
  time: (typed) => instead(typed, `Give a time from ${earliest} to ${latest}, such as 09:00.`),
  timezone: zoneMessage,
  days: (typed) =>
    typed === '' ? 'Choose at least one day.' : instead(typed, 'Give days such as mon-fri or mon,wed,fri.'),
  look_ahead: (typed) => instead(typed, `Give ${lookAheads.join(', ')}.`),
  on_bank_holidays: (typed) => instead(typed, `Give ${silences.join(' or ')}.`),
  when_empty: (typed) => instead(typed, `Give ${silences.join(' or ')}.`),
}

const isWhole = (parsed: Parsed): parsed is DigestSettings =>
  Object.values(parsed).every((value) => value !== null)

/** A week is shown ahead on a day on which something is posted. */
const lookAheadIssues = ({ days, look_ahead }: DigestSettings): readonly Issue[] => {
  const day = lookAheadDays[look_ahead]
  if (day === null || days.includes(day)) return []
  const message = `Nothing is posted on a ${capital(day)}: add it to the days, or look ahead on another one.`
  return [{ path: ['look_ahead'], message }]
}

/** What is set, or everything that is wrong with it, by the name of the setting (decisions, "Digest"). */
export const parseDigestSettings = (
  input: DigestSettingsInput,
): { readonly settings: DigestSettings } | { readonly issues: readonly Issue[] } => {
  const parsed: Parsed = {
    time: parseTime(input.time.trim()),
    timezone: readZone(input.timezone.trim()),
    days: parseDays(input.days),
    look_ahead: oneOf(lookAheads, input.look_ahead, defaultDigest.look_ahead),
    on_bank_holidays: oneOf(silences, input.on_bank_holidays, defaultDigest.on_bank_holidays),
    when_empty: oneOf(silences, input.when_empty, defaultDigest.when_empty),
  }
  if (isWhole(parsed)) {
    const issues = lookAheadIssues(parsed)
    return issues.length > 0 ? { issues } : { settings: parsed }
  }
  const fields = (Object.keys(messages) as DigestField[]).filter((name) => parsed[name] === null)
  const typed = (name: DigestField): string => [input[name] ?? ''].flat().join(',')
  return { issues: fields.map((name) => ({ path: [name], message: messages[name](typed(name)) })) }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "Monday". */
export const weekdayWords = (day: Weekday): string => capital(day)

const short = (index: number): string => capital(weekdays[index % 7]!).slice(0, 3)

const shortestRun = 3

const runWords = ({ from, length }: { readonly from: number; readonly length: number }): string =>
  length < shortestRun
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
