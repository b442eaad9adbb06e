import { Option } from '@commander-js/extra-typings'
import { defaultGrace, maxGrace, parseGraceUntil } from '../../domain/keys/grace.js'
import { instead } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'

const notMoment = 'Use a date such as 2026-12-31, a duration such as 24h or 7d, or 0.'
const tooLong = 'The old secret can keep working for at most 7 days.'

/** How long an old secret keeps working after a rotation. */
export const graceOption = () =>
  new Option(
    '--grace <time>',
    'how long the old secret keeps working: 0, 90m, 24h, up to 7d; or its last day (2026-12-31)',
  ).default(defaultGrace, defaultGrace)

/** In milliseconds. A date is the last day of the grace period, in the organization's time zone. */
export const graceOf = (typed: string, now: Date, timezone: string, invalid: string): number => {
  const grace = parseGraceUntil(typed, now, timezone)
  if (grace !== null && grace <= maxGrace) return grace
  const message = instead(typed, grace === null ? notMoment : tooLong)
  throw new Problem('invalid', invalid, { issues: [{ path: ['grace'], message }] })
}
