import { dayAt, isTimeZone, zoneOrUtc, type Day } from '../../calendar/day.js'
import { firstInstantAt, wallClockOf } from '../../calendar/wall-clock.js'
import type { Member, Organization } from '../organization/organization.js'
import type { Absence } from '../presence/absence.js'
import { isMissed } from '../presence/away.js'
import type { RollLeave } from '../presence/roll.js'
import { dayWords } from '../words/dates.js'
import type { AbsenceStatus, StatusConsent } from './status.js'

/** On the person's clock, before most people begin: 2,000 statuses of one workspace take forty minutes. */
const morning = '08:00'
const noon = '12:00'

/** Milliseconds: zones of people and the days that are loaded move on, too. */
const aDay = 86_400_000

const defaultStatus = { text: 'Out until {day}', emoji: ':palm_tree:' } as const

type StatusSettings = Pick<Organization, 'working_days' | 'status_text' | 'status_emoji'>

/** The zone that decides when: the person's in Slack, else the member's or the organization's. */
export const zoneOfStatus = (
  { timezone }: Pick<StatusConsent, 'timezone'>,
  member: Pick<Member, 'timezone'>,
  organization: Pick<Organization, 'timezone'>,
): string =>
  [timezone, member.timezone].find((zone) => zone && isTimeZone(zone)) ?? zoneOrUtc(organization.timezone)

/** "Mon 30 Nov", "Mon 30 Nov at noon", "noon" of the first day itself. */
const dayOfReturn = ({ from, back }: Absence<RollLeave>): string => {
  if (!back) return 'further notice'
  if (back.day === from) return 'noon'
  return `${dayWords(back.day, from)}${back.at_noon ? ' at noon' : ''}`
}

/**
 * While on leave (never for a bank holiday alone), from the morning of the first day off until they are back, half days
 * from or until noon; `early`: also before that, on the first day. It names no reason (decisions, "Status in Slack").
 * Instants of zones are found once for all.
 */
export const createWantedStatus = (settings: StatusSettings, now: Date) => {
  const instants = new Map<string, number>()
  /** Milliseconds. */
  const instantOf = (day: Day, time: string, timezone: string): number => {
    const key = `${day} ${time} ${timezone}`
    const known = instants.get(key) ?? firstInstantAt(wallClockOf(day, time), timezone)
    instants.set(key, known)
    return known
  }
  /** Null `end`: for good. */
  const spanOf = ({ from, starts_at_noon, back }: Absence<RollLeave>, timezone: string) => ({
    start: instantOf(from, starts_at_noon ? noon : morning, timezone),
    end: back && instantOf(back.day, back.at_noon ? noon : '00:00', timezone),
  })
  return {
    wanted(
      absences: readonly Absence<RollLeave>[],
      timezone: string,
      { early = false }: { readonly early?: boolean } = {},
    ): AbsenceStatus | null {
      const today = dayAt(now, timezone)
      for (const absence of absences) {
        const { from, back } = absence
        if (from > today || (back && back.day < today) || !isMissed(absence, settings)) continue
        const { start, end } = spanOf(absence, timezone)
        if ((!early && now.getTime() < start) || (end !== null && now.getTime() >= end)) continue
        const text = (settings.status_text ?? defaultStatus.text).replaceAll('{day}', dayOfReturn(absence))
        const emoji = settings.status_emoji ?? defaultStatus.emoji
        return { absence: from, status: { text, emoji, until: end === null ? 0 : end / 1_000 } }
      }
      return null
    },

    /** The next instant, in milliseconds, at which what is wanted may change by itself; at most a day away. */
    next(absences: readonly Absence<RollLeave>[], timezone: string): number {
      const later = absences
        .flatMap((absence) => Object.values(spanOf(absence, timezone)))
        .map((instant) => instant ?? Infinity)
        .filter((instant) => instant > now.getTime())
      return Math.min(now.getTime() + aDay, ...later)
    },
  }
}
