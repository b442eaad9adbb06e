import { parseDay } from '../../calendar/day.js'
import { addHolidays, codeOfPlace, parseCode, type CalendarDay } from '../../domain/holidays/calendar.js'
import { Problem } from '../../domain/problem.js'
import { comparison, lackingDays } from './lacking.js'

/** Wrong in `date-holidays` 3.37 beyond a remark. */
const incomplete: ReadonlySet<string> = new Set(['IN'])
/** Countries without national holidays: a proposal for the whole country would be wrong in each part. */
const needsRegion: ReadonlySet<string> = new Set(['GB', 'CH'])

/** Notes for the person who accepts a proposal. */
const doubts: Readonly<Record<string, string>> = {
  BR: 'Sundays on which elections are held are included.',
  CH: 'Days that only some places keep, such as 2 January, may be missing.',
  'DE-BY': '15 August is missing: it is a holiday where most people are Catholic. There, use DE-BY-KATH.',
  'ES-CT': 'Substitute days may be wrong, such as 3 May 2027.',
  CA: 'Days observed on a Monday instead of a weekend may be missing.',
  'GB-SCT': 'One-off bank holidays, such as 15 June 2026, may be missing.',
  US: 'Days observed on a Friday instead of a Saturday may be missing, such as Veterans Day 2028.',
}

/** A day that is not a whole day for all. */
export interface PartialDay extends CalendarDay {
  /** "from 13:00", "children below the age of 14". */
  readonly reason: string
}

export interface Proposal {
  readonly code: string
  readonly days: readonly CalendarDay[]
  /** Proposed apart: they are only accepted by their dates. */
  readonly apart: readonly PartialDay[]
  /** What to check before it is accepted; null: no errors are known. */
  readonly doubt: string | null
  /** The codes of its regions, which may have other days; none for a region. */
  readonly regions: readonly string[]
}

const wayOut = 'Add its days instead.'
const shell = 'To import them: whosout holidays import CODE FILE --org SLUG'

const unknown = (code: string, known: readonly string[]): Problem => {
  const some = known.length > 0 ? ` Known codes are ${known.slice(0, 40).join(', ')}.` : ''
  return new Problem('not_found', `No bank holidays are known for ${code}.${some} ${wayOut}`, { shell })
}

/** Whether the bank holidays of a code come from the package: those of an organization's own calendar do not. */
export const canBeProposed = (code: string): boolean => {
  const [country = '', state] = code.split('-')
  return (
    /^[A-Z]{2}$/.test(country) &&
    !incomplete.has(country) &&
    (state !== undefined || !needsRegion.has(country))
  )
}

type PlaceNames = Readonly<Record<string, string>>

/** Places whose name, in English or their own language, has a word that begins with what was typed: `GERMANY`, `HAMBURG`. */
const namedLike = (typed: string, places: readonly PlaceNames[]): readonly string[] => {
  const found = places.flatMap((names) =>
    Object.entries(names).flatMap(([code, name]) =>
      typed.length > 2 && `-${codeOfPlace(name)}`.includes(`-${typed}`) ? [code] : [],
    ),
  )
  return [...new Set(found)]
}

const parseYear = (text: string): number | null => (/^(19[7-9]\d|20\d\d)$/.test(text) ? Number(text) : null)

/** `floor`: some holidays last three and a half days, the half one being the afternoon before. */
const daysOf = ({ start, end }: { readonly start: Date; readonly end: Date }): number =>
  Math.max(1, Math.floor((end.getTime() - start.getTime()) / 86_400_000))

const following = (date: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
  )

/** In the notes of the package: the only ones who have that day. */
const groups = /^(women|youth|children|military)\b/i

/** Why a day is not one for all, or all of it; null: it is. */
const reasonOf = ({ date, note }: { readonly date: string; readonly note?: string }): string | null => {
  const from = date.slice(11, 16)
  const reasons = [
    ...(from === '' || from === '00:00' ? [] : [`from ${from}`]),
    ...(note !== undefined && groups.test(note) ? [`for ${note.toLowerCase()}`] : []),
  ]
  return reasons.length === 0 ? null : reasons.join(', ')
}

/** What another package has more; a year that was not compared may lack as much. */
const lackingWords = (code: string, year: string, days: readonly CalendarDay[]): string | null => {
  const { other, on, years } = comparison
  const listed = lackingDays(code.slice(0, 2))
  const isCompared = years.some((one) => one === year)
  const known = new Set(days.map(({ date }) => date))
  const some = isCompared ? listed.filter((day) => day.startsWith(`${year}-`) && !known.has(day)) : listed
  if (some.length === 0) return null
  const which = isCompared
    ? `${other} has ${some.join(', ')} as well`
    : `${other} has ${some.length} more in ${years.join(' and ')}`
  return `Days may be missing: ${which} (compared on ${on}). Check them, and add those that your people have.`
}

/** For `FR`, `DE-BY` or `DE-BY-A`; the package takes 30 MB of memory, so it is loaded late. Throws `invalid` and `not_found`. */
export const proposeHolidays = async (text: string, yearText: string): Promise<Proposal> => {
  const code = parseCode(text)
  const year = parseYear(yearText)
  const issues = [
    ...(code === null ? [{ path: ['code'], message: 'must be a code such as DE-BY or FR' }] : []),
    ...(year === null ? [{ path: ['year'], message: 'must be a year from 1970 to 2099' }] : []),
  ]
  if (code === null || year === null)
    throw new Problem('invalid', 'These bank holidays cannot be proposed.', { issues })
  const { default: Holidays } = await import('#date-holidays')
  const [country = '', state, region, ...rest] = code.split('-')
  const book = new Holidays()
  const has = (known: Readonly<Record<string, string>> | undefined, name: string): boolean =>
    Object.hasOwn(known ?? {}, name)
  const countries = [book.getCountries('en'), book.getCountries()] as const
  const statesOf = (of: string): readonly PlaceNames[] =>
    [book.getStates(of, 'en'), book.getStates(of)].map((names: PlaceNames | undefined) =>
      Object.fromEntries(Object.entries(names ?? {}).map(([name, said]) => [`${of}-${name}`, said])),
    )
  if (!has(countries[0], country) || rest.length > 0)
    throw unknown(
      code,
      rest.length > 0 ? [] : namedLike(code, [...countries, ...Object.keys(countries[0]).flatMap(statesOf)]),
    )
  if (incomplete.has(country))
    throw new Problem('not_found', `The known bank holidays of ${country} are incomplete. ${wayOut}`, {
      shell,
    })
  const states = book.getStates(country, 'en') as Readonly<Record<string, string>> | undefined
  const codes = Object.keys(states ?? {}).map((name) => `${country}-${name}`)
  if (state === undefined && needsRegion.has(country))
    throw new Problem(
      'not_found',
      `${country} has different bank holidays in each part. Choose one of ${codes.join(', ')}.`,
    )
  if (state !== undefined && !has(states, state)) throw unknown(code, codes)
  const regions = state === undefined ? undefined : (book.getRegions(country, state, 'en') as typeof states)
  if (region !== undefined && !has(regions, region))
    throw unknown(
      code,
      Object.keys(regions ?? {}).map((name) => `${country}-${state}-${name}`),
    )
  const found = new Holidays(country, state ?? '', region ?? '').getHolidays(year)
  const all = found
    .filter(({ type }) => type === 'public')
    // Only the text of the date counts: the package's instants are in the zone of the place.
    .flatMap(({ start, end, ...day }) =>
      following(day.date.slice(0, 10), daysOf({ start, end })).map((date) => {
        return { date, name: day.name, reason: reasonOf(day) }
      }),
    )
    .filter(({ date }) => parseDay(date) !== null && date.startsWith(`${year}-`))
  const whole = all.flatMap(({ reason, ...day }) => (reason === null ? [day] : []))
  const days = addHolidays([], whole)
  const apart = all.flatMap(({ reason, ...day }) =>
    reason === null || whole.some(({ date }) => date === day.date) ? [] : [{ ...day, reason }],
  )
  const doubt = [doubts[code] ?? doubts[country], lackingWords(code, yearText, [...days, ...apart])]
  return {
    code,
    days,
    apart,
    doubt: doubt.filter(Boolean).join(' ') || null,
    regions: state === undefined ? codes : [],
  }
}
