import { dayAt } from '../calendar/day.js'
import { timeAt } from '../calendar/wall-clock.js'
import { readZone } from '../calendar/zones.js'
import type { Organization } from '../domain/organization/organization.js'
import { dayWords } from '../domain/words/dates.js'
import type { Profile } from './people/profiles.js'

/** A person's time zone and the current day in it, for showing dates and times. */
export interface ViewerClock {
  readonly timezone: string
  readonly now: Date
}

export const instantWords = (instant: string, { timezone, now }: ViewerClock): string => {
  const at = new Date(instant)
  return `${dayWords(dayAt(at, timezone), dayAt(now, timezone))} at ${timeAt(at, timezone)}`
}

/** In the person's own time zone according to Slack, or else the organization's. */
export const viewerClockOf = (
  { timezone }: Pick<Profile, 'timezone'>,
  organization: Organization,
  now: Date,
): ViewerClock => ({ timezone: (timezone && readZone(timezone)) ?? organization.timezone, now })
