import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { weekdayOf, weekdays } from '../../../src/calendar/day.js'
import { daysOf } from '../../../src/calendar/period.js'
import type { Facts } from '../../../src/domain/presence/presence.js'
import { presenceIn, type PresenceLeave } from '../../../src/domain/presence/presence.js'
import { personalTypes, type LeaveType, type Reasons } from '../../../src/domain/presence/privacy.js'
import { personReply } from '../../../src/domain/reply/person.js'
import {
  absencesOf,
  approvedLeavesOf,
  showAbsence,
  type Material,
} from '../../../src/domain/reply/absences.js'
import { presenceReply } from '../../../src/domain/reply/presence.js'
import type { Asked } from '../../../src/domain/reply/reply.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { leave, member } from '../../stores/samples.js'
import { facts as anyFacts, question as anyQuestion } from '../presence/organizations.js'

const presenceCase = fc.record({ facts: anyFacts, question: anyQuestion })

const askedOf = (range: Asked['range'], team: Asked['team'] = null): Asked => ({
  organization: 'Acme',
  today: '2026-11-20',
  zone: null,
  range,
  clipped_from: null,
  team,
  week: { start: 'monday', working_days: weekdays.slice(0, 5) },
  page: null,
  asks: 'out',
  form: 'list',
  is_dated: true,
  remarks: [],
  opposite: null,
  corrections: [],
  alternative: null,
  question: '',
  previous: null,
  next: null,
})

const anyone = { team_id: null, reasons: 'shown' } as const
const voice = { write: (words: string) => `/whosout ${words}`, absolute: false }
const materialOf = (facts: Facts, member: string | null, reasons: Reasons = 'shown'): Material => ({
  facts,
  workingDays: weekdays.slice(0, 5),
  viewer: { member, reasons },
})

describe('a person with leave on a day on which nobody works', () => {
  const off = leave('o', 'sunday', '2026-11-22', '2026-11-22', { member_id: 'ben' })
  const ben = member('o', 'ben', { name: 'Ben' })
  const facts: Facts = { teams: [], members: [ben], leaves: [off] }
  const titleOn = (today: string, isDated: boolean): string =>
    replyMessage(
      personReply(
        { ...askedOf({ from: today, to: today }), today, is_dated: isDated },
        ben,
        materialOf(facts, null),
      ),
      voice,
    ).title

  it.each([
    ['that day', '2026-11-22', true, 'Today, Sun 22 Nov, is not a working day'],
    ['that day, when no day was asked for', '2026-11-22', false, 'Today, Sun 22 Nov, is not a working day'],
    ['the next day', '2026-11-23', true, 'Ben is in today, Mon 23 Nov'],
  ])('is neither out nor back on %s', (_, today, isDated, title) =>
    expect(titleOn(today, isDated)).toBe(title),
  )
})

describe('who is out, as an answer', () => {
  it('counts in and out as the API does, and lists everybody who misses a working day, and not by a bank holiday', () => {
    fc.assert(
      fc.property(presenceCase, ({ facts, question }) => {
        const { from, to } = question
        const api = presenceIn(facts, { from, to, team_id: null }, anyone)
        const reply = presenceReply(askedOf({ from, to }), materialOf(facts, null))
        expect([reply.out_count, reply.in_count]).toEqual([api.out.length, api.in.length])
        const isMissed = ({ type, start_date, end_date }: PresenceLeave): boolean =>
          type !== 'bank_holiday' &&
          daysOf({ from: start_date > from ? start_date : from, to: end_date < to ? end_date : to }).some(
            (day) => weekdays.indexOf(weekdayOf(day)) < 5,
          )
        const listed = api.out.filter(({ leaves }) => leaves.some(isMissed))
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
    const swap = (facts: Facts): Facts => ({
      ...facts,
      leaves: facts.leaves.map((leave) => ({
        ...leave,
        type: personalTypes.includes(leave.type)
          ? personalTypes[(personalTypes.indexOf(leave.type) + 1) % 3]!
          : leave.type,
      })),
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
    const france = {
      _id: 'o:FR',
      org: 'o',
      code: 'FR',
      name: 'France',
      days: [{ date: '2026-11-25', name: 'A day' }],
    }
    const workingDays = weekdays.slice(0, 5)
    const holidays = { calendars: [france], assigned: null, workingDays }
    const sight = { workingDays, isOwn: false, reasons: 'shown', masked: ['sick', 'bank_holiday'] } as const
    const replyWith = (type: LeaveType) => {
      const leaves = [
        leave('o', 'a', '2026-11-25', '2026-11-25', { member_id: 'ben', type: 'holiday' }),
        leave('o', 'b', '2026-11-25', '2026-11-26', { member_id: 'ben', type }),
      ]
      const all = approvedLeavesOf({ leaves, teams: [], holidays }, ben)
      return absencesOf(all, workingDays).map((absence) => showAbsence(absence, sight))
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
