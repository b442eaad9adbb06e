import { z } from 'zod'
import { isTimeZone, parseDay, type Day } from '../../calendar/day.js'
import { parseCode } from '../holidays/calendar.js'
import { isPrintable, isShort, maxNameLength } from '../organization/name.js'
import { parseUrl } from '../input.js'

const absent = (input: unknown): string | null =>
  input === undefined ? 'is missing' : input === null ? 'must not be blank' : null

const text = (wanted: string) =>
  z.string({ error: ({ input }) => absent(input) ?? `must be ${wanted}, as text` })

export const oneOf = <const T extends string>(values: readonly T[]) => {
  const known: ReadonlySet<string> = new Set(values)
  return text(`one of ${values.join(', ')}`)
    .transform((value) => value.toLowerCase())
    .refine((value): value is T => known.has(value), `must be one of ${values.join(', ')}`)
}

export const name = text('a name')
  .refine(isShort, `must be at most ${maxNameLength} characters`)
  .refine(isPrintable, 'must not contain line breaks or control characters')

/** The number or text by which another tool knows a person. */
export const externalId = text('a number or a text')
  .refine(isShort, `must be at most ${maxNameLength} characters`)
  .refine(isPrintable, 'must not contain line breaks or control characters')

// The format `email` of JSON Schema (RFC 5321, without quoted local parts), as the API promises.
const emailShape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

export const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && emailShape.test(value)

export const email = text('an e-mail address').refine(isEmail, 'must be an e-mail address')

export const id = z
  .guid({ error: 'must be a UUID' })
  .transform((value) => value.toLowerCase())
  .nullish()
  .transform((value) => value ?? undefined)

/** Files repeat the same few values, and some take a while to validate. */
const remember = <T>(judge: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>()
  return (value) => {
    if (known.has(value)) return known.get(value)!
    const judged = judge(value)
    // A limit for files that never repeat a value.
    if (known.size < 20_000 && value.length <= maxNameLength) known.set(value, judged)
    return judged
  }
}

const isKnownZone = remember((zone) => zone.length <= maxNameLength && isTimeZone(zone))

export const zone = text('a time zone').refine(
  isKnownZone,
  'must be a time zone such as Europe/Berlin, or UTC',
)

// Also refuses what a browser would repair: `https:a.b`, blanks or line breaks, a lone `%`.
const httpsUrl = /^https:\/\/([^\s\p{Cc}\p{Cs}"<>\\^`{|}%]|%[\da-f]{2})+$/iu

/** Encodes what `URL` accepts but RFC 3986, which the API promises, does not: brackets after the host, a second `#`. */
const encodeRest = ({ href }: URL): string => {
  const hostEnd = href.indexOf('/', 'https://'.length)
  const fragment = href.indexOf('#') - hostEnd
  const rest = href
    .slice(hostEnd)
    .replace(/[[\]#]/g, (sign, at: number) => (at === fragment ? sign : encodeURIComponent(sign)))
  return href.slice(0, hostEnd) + rest
}

/** In the form of RFC 3986, with `ü` as `%C3%BC`; null when it cannot be the URL of an avatar. */
const hrefOf = (value: string): string | null => {
  const url = value.length <= 2_000 && httpsUrl.test(value) ? parseUrl(value) : null
  const href = url && encodeRest(url)
  return href !== null && href.length <= 2_000 ? href : null
}

export const avatar = text('a URL').transform((value, context): string => {
  const href = hrefOf(value)
  if (href !== null) return href
  context.addIssue('must be a URL that starts with https://, at most 2,000 characters long')
  return z.NEVER
})

// Spreadsheets append midnight to dates. Any other time, and any offset, could mean another day.
const midnight = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?$/

/** Null when a text is not a date. */
export const dayOf = remember((value) => parseDay(midnight.exec(value)?.[1] ?? value))

export const day = text('a date').transform((value, context): Day => {
  const parsed = dayOf(value)
  if (parsed !== null) return parsed
  context.addIssue('must be an existing date, YYYY-MM-DD')
  return z.NEVER
})

export const flag = (cleared: boolean) =>
  z
    .boolean('must be true or false')
    .nullable()
    .transform((value) => value ?? cleared)
    .optional()

export const calendar = text('the code of a holiday calendar').transform((value, context): string => {
  const code = parseCode(value)
  if (code !== null) return code
  context.addIssue('must be the code of a holiday calendar, such as DE-BY')
  return z.NEVER
})

/** HR tools put anything into this column. */
export const location = text('a place')
