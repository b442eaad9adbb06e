import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { weekdayOf, weekdays } from '../../../src/calendar/day.js'
import { daysOf } from '../../../src/calendar/period.js'
import type { HolidayFacts } from '../../../src/domain/holidays/derive.js'
import type { PresenceLeave } from '../../../src/domain/presence/presence.js'
import { personalTypes, type LeaveType } from '../../../src/domain/presence/leave-types.js'
import type { Reasons } from '../../../src/domain/presence/reasons.js'
import { personReply } from '../../../src/domain/reply/person.js'
import { showAbsence, type Material } from '../../../src/domain/reply/absences.js'
import { presenceReply } from './at-once.js'
import { answerTo, askedOf, queryOf } from './asked.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { leave, member } from '../../stores/samples.js'
import { facts as anyFacts, question as anyQuestion } from '../presence/organizations.js'
import { presenceIn, rollOf, type Facts } from '../presence/plain.js'

const presenceCase = fc.record({ facts: anyFacts, question: anyQuestion })

const anyone = { team_id: null, reasons: 'shown' } as const
const voice = { write: (words: string) => `/whosout ${words}`, absolute: false }
const materialOf = (facts: Facts, member: string | null, reasons: Reasons = 'shown'): Material => ({
  roll: rollOf(facts),
  viewer: { member, reasons },
})

/** A calendar of one day, which nobody has of itself. */
const holidaysOf = (code: string, date: string): HolidayFacts => ({
  calendars: [{ _id: `o:${code}`, org: 'o', code, days: [{ date, name: 'A day' }] }],
  assigned: null,
  workingDays: weekdays.slice(0, 5),
})

describe('a person with leave on a day on which nobody works', () => {
  const off = leave('o', 'sunday', '2026-11-22', '2026-11-22', { member_id: 'ben' })
  const ben = member('o', 'ben', { name: 'Ben' })
  const facts: Facts = { teams: [], members: [ben], leaves: [off] }
  const titleOn = (today: string, is_dated: boolean): string => {
    const asked = { ...askedOf({ from: today, to: today }), today, is_dated }
    return replyMessage(personReply(asked, ben, materialOf(facts, null)), voice).title
  }

  it.each([
    ['that day', '2026-11-22', true, 'Today, Sun 22 Nov, is not a working day'],
    ['that day, when no day was asked for', '2026-11-22', false, 'Today, Sun 22 Nov, is not a working day'],
    ['the next day', '2026-11-23', true, 'Ben is in today, Mon 23 Nov'],
  ])('is neither out nor back on %s', (_, today, isDated, title) =>
    expect(titleOn(today, isDated)).toBe(title),
  )
})

it.each([
  ['a day that is over', '2026-11-12', '2026-11-12', 1],
  ['several days', '2026-11-12', '2026-11-13', 1],
])('says once which date was meant, of %s', (_, from, to, times) => {
  const ben = member('o', 'ben')
  const query = queryOf({ range: { from, to }, alternative: '2027-11-12' })
  const message = replyMessage(answerTo(query, { teams: [], members: [ben], leaves: [] }), voice)
  expect(
    JSON.stringify(message).split('12 Nov').length + JSON.stringify(message).split('12–13').length - 2,
  ).toBe(times)
  expect(message.parts).toContainEqual({ kind: 'suggestions', lines: [[{ code: '/whosout 2027-11-12' }]] })
})

describe('a person with a bank holiday', () => {
  const friday = '2026-11-27'
  const ana = member('o', 'ana', { name: 'Ana', holidays: 'IN' })
  const facts: Facts = { teams: [], members: [ana], leaves: [], holidays: holidaysOf('IN', friday) }

  it.each([
    ['is ana in on friday', 'whether', 'in', 'No: Ana has a bank holiday on Fri 27 Nov · back Mon 30 Nov'],
    ['is ana out on friday', 'whether', 'out', 'Yes: Ana has a bank holiday on Fri 27 Nov · back Mon 30 Nov'],
    ['ana on friday', 'list', 'out', 'Ana has a bank holiday on Fri 27 Nov · back Mon 30 Nov'],
  ] as const)('is off without leave: %s', (_, form, asks, title) => {
    const days = { from: friday, to: friday }
    const asked = form === 'whether' ? ({ asked_for: form, quantity: 'all' } as const) : {}
    const who = [{ team: null, person: ana }]
    const query = queryOf({ form, asks, state: asks, ...asked, who, range: days })
    expect(replyMessage(answerTo(query, facts), voice).title).toBe(title)
  })
})

describe('who is out, as an answer', () => {
  it('counts in and out as the API does, and lists everybody on leave on a working day', () => {
    fc.assert(
      fc.property(presenceCase, ({ facts, question }) => {
        const { from, to } = question
        const api = presenceIn(facts, { from, to, team_id: null }, anyone)
        const reply = presenceReply(askedOf({ from, to }), materialOf(facts, null))
        const { leave, bank_holiday, not_working } = reply.away
        expect(leave + bank_holiday + not_working).toBe(api.out.length)
        expect(reply.size).toBe(api.out.length + api.in.length)
        expect(leave).toBe(reply.out.length)
        const isOn = (day: string, { start_date, end_date }: PresenceLeave): boolean =>
          start_date <= day && end_date >= day
        const isWork = (day: string): boolean => weekdays.indexOf(weekdayOf(day)) < 5
        const listed = api.out.filter((one) =>
          daysOf({ from, to }).some(
            (day) =>
              isWork(day) && one.leaves.some((leave) => leave.type !== 'bank_holiday' && isOn(day, leave)),
          ),
        )
        const grouped = reply.groups.flatMap(({ people }) => people.map(({ id }) => id))
        expect(new Set(grouped)).toEqual(new Set(listed.map(({ id }) => id)))
        expect(reply.out.map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort())
        const starts = reply.out.map(({ absences }) => absences[0]!.from)
        expect(starts).toEqual([...starts].sort())
      }),
      { numRuns: inject('cases') },
    )
  })

  it('is the same to a stranger whichever hidden type a leave has', () => {
    const swapType = (type: LeaveType): LeaveType => personalTypes[(personalTypes.indexOf(type) + 1) % 3]!
    const swap = (facts: Facts): Facts => ({
      ...facts,
      leaves: facts.leaves.map((leave) =>
        personalTypes.includes(leave.type) ? { ...leave, type: swapType(leave.type) } : leave,
      ),
    })
    fc.assert(
      fc.property(presenceCase, ({ facts, question: { from, to } }) => {
        const asked = askedOf({ from, to })
        expect(presenceReply(asked, materialOf(swap(facts), null, 'hidden'))).toEqual(
          presenceReply(asked, materialOf(facts, null, 'hidden')),
        )
        for (const member of facts.members)
          expect(personReply(asked, member, materialOf(swap(facts), null, 'hidden'))).toEqual(
            personReply(asked, member, materialOf(facts, null, 'hidden')),
          )
      }),
      { numRuns: inject('cases') },
    )
  })

  it('puts masked reasons last on a link of before, so that a bank holiday that is masked and on record twice cannot be told from sick leave', () => {
    const ben = member('o', 'ben', { name: 'Ben', holidays: 'FR' })
    const holidays = holidaysOf('FR', '2026-11-25')
    const sight = { isOwn: false, reasons: 'shown', masked: ['sick', 'bank_holiday'] } as const
    const replyWith = (type: LeaveType) => {
      const leaves = [
        leave('o', 'a', '2026-11-25', '2026-11-25', { member_id: 'ben', type: 'holiday' }),
        leave('o', 'b', '2026-11-25', '2026-11-25', { member_id: 'ben', type }),
      ]
      const roll = rollOf({ leaves, teams: [], members: [ben], holidays })
      return roll.absencesOf(ben).map((absence) => showAbsence(absence, sight))
    }
    expect(replyWith('sick')).toEqual(replyWith('bank_holiday'))
    expect(JSON.stringify(replyWith('sick'))).toContain('["holiday","away"]')
  })

  it('says no hidden reason to anybody but whose it is', () => {
    fc.assert(
      fc.property(presenceCase, ({ facts, question: { from, to } }) => {
        const viewer = facts.members[0]?.id ?? null
        const reply = presenceReply(askedOf({ from, to }), materialOf(facts, viewer, 'hidden'))
        for (const { id, absences } of reply.out)
          if (id !== viewer)
            expect(['away', 'bank_holiday']).toEqual(
              expect.arrayContaining(absences.flatMap(({ reasons }) => reasons)),
            )
        expect(replyMessage(reply, voice).title).not.toBe('')
      }),
      { numRuns: inject('cases') },
    )
  })
})
