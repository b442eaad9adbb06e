import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { weekdayOf, type DayRange } from '../../../src/calendar/day.js'
import { daysOf } from '../../../src/calendar/period.js'
import { chartInSlices } from '../../../src/domain/chart/chart.js'
import type { Member } from '../../../src/domain/organization/organization.js'
import { awayInSlices, countAway, type AwayCounts, type AwayKind } from '../../../src/domain/presence/away.js'
import { isBankHoliday } from '../../../src/domain/presence/leave-types.js'
import { answerInSlices, memberJsons, type Presence } from '../../../src/domain/presence/presence.js'
import { maskedFor } from '../../../src/domain/presence/reasons.js'
import type { Roll } from '../../../src/domain/presence/roll.js'
import { lookUpPeople } from '../../../src/domain/reply/lookup.js'
import { presenceReply } from '../reply/at-once.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { leave, member } from '../../stores/samples.js'
import { facts as anyFacts, question as anyQuestion } from './organizations.js'
import { rollOf, type Facts } from './plain.js'
import { createNaive } from '../ask/naive.js'
import { askedOf } from '../reply/asked.js'

const isWeekend = (day: string): boolean => ['saturday', 'sunday'].includes(weekdayOf(day))

/** Another way to the same: day by day, from the documents. */
const kindByHand = (facts: Facts, member: Member, range: DayRange): AwayKind | null => {
  const { id, team_id, holidays } = member
  const days = { ranges: [range], each: false, half: null }
  const { isInside } = createNaive(facts, { state: 'out', kind: null, days })
  const own = facts.leaves.filter((one) => one.member_id === id && one.status === 'approved')
  const codes = [
    holidays,
    facts.teams.find((team) => team.id === team_id)?.holidays,
    facts.holidays?.assigned,
  ]
  const calendar = codes
    .map((code) => facts.holidays?.calendars.find((one) => one.code === code))
    .find((one) => one !== undefined)
  const kinds = daysOf(range).map((day): AwayKind | null => {
    const on = own.filter(({ start_date, end_date }) => start_date <= day && end_date >= day)
    const isListed = !isWeekend(day) && (calendar?.days.some(({ date }) => date === day) ?? false)
    if (on.length === 0 && !isListed) return null
    if (isWeekend(day)) return 'not_working'
    const isHoliday = isListed || on.some(({ type }) => type === 'bank_holiday')
    return isHoliday && !isInside(member, day) ? 'bank_holiday' : 'leave'
  })
  for (const kind of ['leave', 'bank_holiday', 'not_working'] as const) if (kinds.includes(kind)) return kind
  return null
}

const awayOf = (roll: Roll, range: DayRange) => runAtOnce(awayInSlices(roll, roll.active, range))

/** The chart's counts of a single day. */
const chartCounts = (roll: Roll, day: string) => {
  const sight = { isOwn: false, reasons: 'hidden' as const, masked: maskedFor('hidden') }
  const question = { range: { from: day, to: day }, today: day, onlyOut: false, page: 1, pageSize: 100 }
  const { days } = runAtOnce(
    chartInSlices({ members: roll.active, roll, sight }, { ...question, byWeek: false, turns: false }),
  )
  return days[0]!
}

const total = ({ leave, bank_holiday, not_working }: AwayCounts): number => leave + bank_holiday + not_working

describe('what somebody is away as', () => {
  const friday = '2026-11-27'
  const facts = (type: 'holiday' | 'bank_holiday', from: string, to: string): Facts => ({
    teams: [],
    members: [member('o', 'ana')],
    leaves: [leave('o', 'l', from, to, { member_id: 'ana', type })],
    holidays: {
      calendars: [{ _id: 'o:IN', org: 'o', code: 'IN', days: [{ date: friday, name: 'A day off' }] }],
      assigned: 'IN',
      workingDays: [],
    },
  })

  it.each<[string, type: 'holiday' | 'bank_holiday', days: string, asked: string, AwayKind | null]>([
    ['leave on a working day', 'holiday', '24 25', '25 27', 'leave'],
    ['leave that covers nothing but a bank holiday', 'holiday', '27 27', '27 27', 'leave'],
    ['leave that ends with a bank holiday, asked about that day', 'holiday', '23 27', '27 27', 'leave'],
    ['leave that begins with one', 'holiday', '27 30', '27 27', 'leave'],
    ['leave around a bank holiday, asked about that day', 'holiday', '26 30', '27 27', 'leave'],
    ['leave on a weekend', 'holiday', '21 22', '20 22', 'not_working'],
    ['a bank holiday that is on record as leave', 'bank_holiday', '25 25', '25 25', 'bank_holiday'],
    ['a weekend alone', 'holiday', '25 25', '21 22', null],
  ])('is %s', (_, type, days, asked, kind) => {
    const [start = '', end = '', from = '', to = ''] = `${days} ${asked}`
      .split(' ')
      .map((day) => `2026-11-${day}`)
    expect(awayOf(rollOf(facts(type, start, end)), { from, to })[0]?.kind ?? null).toBe(kind)
  })

  it('is one of three kinds, which together are the API’s out, and all surfaces count the same', () => {
    fc.assert(
      fc.property(anyFacts, anyQuestion, (facts, { from, to }) => {
        const range = { from, to }
        const roll = rollOf(facts)
        const byHand = facts.members
          .filter(({ active }) => active)
          .flatMap((one) => {
            const kind = kindByHand(facts, one, range)
            return kind === null ? [] : [[one.id, kind] as const]
          })
        const away = awayOf(roll, range)
        expect(new Map(away.map(({ member, kind }) => [member.id, kind]))).toEqual(new Map(byHand))
        const counts = countAway(away)

        const reader = { team_id: null, reasons: 'hidden' } as const
        const jsons = runAtOnce(memberJsons(roll))
        const { body } = runAtOnce(answerInSlices(roll, jsons, { ...range, team_id: null }, reader))
        const api = JSON.parse(body.toString()) as Presence
        expect(api.out.length).toBe(total(counts))

        const material = { roll, viewer: { member: null, reasons: 'hidden' as const } }
        const slack = presenceReply(askedOf(range), material)
        expect([slack.away, slack.out.length, slack.size]).toEqual([counts, counts.leave, roll.active.length])
        const present = presenceReply({ ...askedOf(range), asks: 'in' }, material).present
        const days = { ranges: [range], each: true, half: null }
        const { isSo } = createNaive(facts, { state: 'in', kind: null, days })
        expect(present.flatMap(({ ids }) => ids).sort()).toEqual(
          roll.active
            .filter((one) => isSo(one, roll.active))
            .map(({ id }) => id)
            .sort(),
        )

        for (const wanted of ['out', 'in'] as const) {
          const days = { range, each: false, half: null }
          const { people, also } = runAtOnce(lookUpPeople(roll, roll.active, days, wanted, { emails: false }))
          const works = slack.has_working_day ? present.flatMap(({ people }) => people) : []
          const expected = wanted === 'out' ? slack.out : works
          expect(people).toHaveLength(expected.length)
          expect(also).toEqual({ bank_holiday: counts.bank_holiday, not_working: counts.not_working })
        }

        const day = countAway(awayOf(roll, { from, to: from }))
        const { out, bankHoliday } = chartCounts(roll, from)
        const having = awayOf(roll, { from, to: from }).filter(
          ({ kind, leaves }) => kind !== 'not_working' && leaves.some(isBankHoliday),
        )
        expect([out, bankHoliday]).toEqual([day.leave, having.length])
      }),
      { numRuns: inject('cases') },
    )
  })
})
