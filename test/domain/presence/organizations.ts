import fc from 'fast-check'
import { addDays, weekdays, type Day } from '../../../src/calendar/day.js'
import type { HolidayCalendar } from '../../../src/domain/holidays/calendar.js'
import type { HolidayFacts } from '../../../src/domain/holidays/derive.js'
import { documentId, leaveStatuses, type Team } from '../../../src/domain/organization/organization.js'
import type { PresenceQuestion } from '../../../src/domain/presence/presence.js'
import type { PresenceReader } from '../../../src/domain/presence/visible-team.js'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import * as samples from '../../stores/samples.js'
import type { Facts } from './plain.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000000'

const uuid = (kind: number, index: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`

const day = fc.integer({ min: -40, max: 140 }).map((count): Day => addDays('2026-11-20', count)!)

const range = fc.tuple(day, fc.integer({ min: 0, max: 90 })).map(([from, days]) => ({
  from,
  to: addDays(from, days)!,
}))

/** Names that collide, sort oddly, or need escaping. */
const name = fc.oneof(
  fc.constantFrom('Ana', 'ana', 'Ána', 'Zoë', 'O"Neill', '名前', '😀 Smile', 'B\\ack', 'tab\there', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

/** Of two calendars, one that does not exist, or none. */
const code = fc.constantFrom(undefined, null, 'DE-BY', 'FR', 'NOWHERE')

const calendar = (code: string) =>
  fc.uniqueArray(day, { maxLength: 12 }).map((days): HolidayCalendar => ({
    _id: documentId(org, code),
    org,
    code,
    days: [...days].sort().map((date) => ({ date, name: 'A day off' })),
  }))

const holidays: fc.Arbitrary<HolidayFacts> = fc.record({
  calendars: fc.tuple(calendar('DE-BY'), calendar('FR')),
  assigned: fc.constantFrom(null, 'DE-BY', 'NOWHERE'),
  workingDays: fc.constant(weekdays.slice(0, 5)),
})

const team = (index: number) =>
  fc.tuple(name, code).map(([name, holidays]): Team => {
    return samples.team(org, uuid(1, index), { name: name || 'Team', holidays })
  })

const member = (index: number) =>
  fc
    .record({
      name,
      avatar: fc.constantFrom(null, 'https://example.com/a.png'),
      team_id: fc.constantFrom(null, uuid(1, 0), uuid(1, 1), uuid(1, 7)),
      timezone: fc.constantFrom(null, 'Europe/Berlin'),
      active: fc.boolean(),
      holidays: code,
    })
    .map((fields) => samples.member(org, uuid(2, index), { ...fields, email: `m${index}@example.com` }))

const leave = (index: number, members: number) =>
  fc
    .record({
      member: fc.integer({ min: 0, max: members }),
      type: fc.constantFrom(...leaveTypes),
      range,
      status: fc.constantFrom(...leaveStatuses, 'approved' as const),
    })
    .map(({ member, range, ...fields }) =>
      samples.leave(org, uuid(3, index), range.from, range.to, { ...fields, member_id: uuid(2, member) }),
    )

/** Random organizations: teams, members of teams that exist and that do not, leaves of members and of nobody. */
export const facts: fc.Arbitrary<Facts> = fc
  .record({
    teams: fc.integer({ min: 0, max: 3 }),
    members: fc.integer({ min: 0, max: 12 }),
    leaves: fc.integer({ min: 0, max: 20 }),
  })
  .chain(({ teams, members, leaves }) =>
    fc.record({
      teams: fc.tuple(...Array.from({ length: teams }, (_, i) => team(i))),
      members: fc.tuple(...Array.from({ length: members }, (_, i) => member(i))),
      leaves: fc.tuple(...Array.from({ length: leaves }, (_, i) => leave(i, members))),
      holidays,
    }),
  )

const teamAsked = fc.constantFrom(null, null, uuid(1, 0), uuid(1, 1), uuid(1, 2), uuid(1, 9))

export const question: fc.Arbitrary<PresenceQuestion> = fc
  .tuple(range, teamAsked)
  .map(([range, team_id]) => ({ ...range, team_id }))

export const reader: fc.Arbitrary<PresenceReader> = fc.record({
  team_id: teamAsked,
  reasons: fc.constantFrom('shown' as const, 'hidden' as const),
})
