import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import type { HolidayFacts } from '../../../src/domain/holidays/derive.js'
import type { Leave, Member, Team } from '../../../src/domain/organization/organization.js'
import { presenceIn } from '../presence/plain.js'
import type { LeaveType } from '../../../src/domain/presence/leave-types.js'
import { leave } from '../../stores/samples.js'
import { acmeId, memberDocument, teamDocument } from '../../world/acme.js'

const team: Team = { ...teamDocument(acmeId, 't', 'Munich'), holidays: 'DE-BY' }
const person = (id: string, more: Partial<Member> = {}): Member => ({
  ...memberDocument(acmeId, { id, name: id, email: `${id}@acme.example` }),
  ...more,
})
const calendar = (code: string, ...dates: readonly string[]) => ({
  _id: `${acmeId}:${code}`,
  org: acmeId,
  code,
  days: dates.map((date) => ({ date, name: 'A day off' })),
})

const holidays: HolidayFacts = {
  calendars: [
    calendar('DE', '2026-12-25', '2026-12-26'),
    calendar('DE-BY', '2026-12-25', '2027-01-06'),
    calendar('FR', '2026-12-25', '2027-07-14'),
  ],
  assigned: 'DE',
  workingDays: weekdays.slice(0, 5),
}
const members = [
  person('away', { team_id: 't', holidays: 'FR' }),
  person('bavarian', { team_id: 't' }),
  person('german'),
  person('lost', { holidays: 'NOWHERE' }),
]

const days = (from: string, to: string, leaves: readonly Leave[] = [], facts: Partial<HolidayFacts> = {}) => {
  const all = { teams: [team], members, leaves, holidays: { ...holidays, ...facts } }
  const { out } = presenceIn(all, { from, to, team_id: null }, { team_id: null, reasons: 'shown' })
  return Object.fromEntries(
    out.map(({ id, leaves }) => [
      id,
      leaves.map(({ type, start_date, end_date }) => `${type} ${start_date}..${end_date}`),
    ]),
  )
}

const stored = (type: LeaveType, from: string, to = from, status: Leave['status'] = 'approved'): Leave =>
  leave(acmeId, `german${from}`, from, to, { member_id: 'german', type, status })

describe('bank holidays', () => {
  it('are those of the member, else of the team, else of the organization; of a calendar that exists', () => {
    expect(days('2027-01-06', '2027-01-06')).toEqual({ bavarian: ['bank_holiday 2027-01-06..2027-01-06'] })
    expect(days('2027-07-14', '2027-07-14')).toEqual({ away: ['bank_holiday 2027-07-14..2027-07-14'] })
    expect(Object.keys(days('2026-12-25', '2026-12-25'))).toEqual(['away', 'bavarian', 'german', 'lost'])
  })

  it('put nobody out on a day that is no working day', () => {
    expect(days('2026-12-26', '2026-12-26')).toEqual({})
    expect(Object.keys(days('2026-12-26', '2026-12-26', [], { workingDays: weekdays }))).toEqual([
      'german',
      'lost',
    ])
  })

  it.each([
    ['2026-12-24', '2026-12-25'],
    ['2026-12-25', '2026-12-25'],
    ['2026-12-25', '2026-12-26'],
  ])('count once when a leave of that member from %s to %s is one too', (from, to) => {
    const kept = stored('bank_holiday', from, to)
    expect(days('2026-12-25', '2026-12-25', [kept])['german']).toEqual([`bank_holiday ${from}..${to}`])
  })

  it('stand beside a leave of another type', () => {
    const away = stored('holiday', '2026-12-21', '2026-12-31')
    expect(days('2026-12-25', '2026-12-25', [away])['german']).toEqual([
      'holiday 2026-12-21..2026-12-31',
      'bank_holiday 2026-12-25..2026-12-25',
    ])
  })

  it('are not hidden by a stored one that was taken back', () => {
    const back: Leave = stored('bank_holiday', '2026-12-25', '2026-12-25', 'cancelled')
    expect(days('2026-12-25', '2026-12-25', [back])['german']).toEqual([
      'bank_holiday 2026-12-25..2026-12-25',
    ])
  })
})
