import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import {
  answerInSlices,
  memberJsons,
  type Presence,
  type PresenceQuestion,
} from '../../../src/domain/presence/presence.js'
import type { PresenceReader } from '../../../src/domain/presence/visible-team.js'
import { weekdays } from '../../../src/calendar/day.js'
import type { LeaveType } from '../../../src/domain/presence/leave-types.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import * as samples from '../../stores/samples.js'
import { facts, question, reader } from './organizations.js'
import { presenceIn, rollOf, type Facts } from './plain.js'

const answerTo = (facts: Facts, question: PresenceQuestion, reader: PresenceReader) => {
  const roll = rollOf(facts)
  return runAtOnce(answerInSlices(roll, runAtOnce(memberJsons(roll)), question, reader))
}

describe('an answer of the API', () => {
  it('has the bytes of the plain path, whatever the organization, range, team and reader', () => {
    fc.assert(
      fc.property(
        facts,
        fc.array(fc.tuple(question, reader), { minLength: 1, maxLength: 4 }),
        (facts, asked) => {
          for (const [question, reader] of asked)
            expect(answerTo(facts, question, reader).body.toString()).toBe(
              JSON.stringify(presenceIn(facts, question, reader)),
            )
        },
      ),
      { numRuns: inject('cases') },
    )
  })

  it('gives equal bodies equal ETags and different bodies different ones, in whatever order the store hands things out', () => {
    fc.assert(
      fc.property(facts, question, question, reader, (facts, one, other, reader) => {
        const shuffled = {
          ...facts,
          members: [...facts.members].reverse(),
          leaves: [...facts.leaves].reverse(),
          teams: [...facts.teams].reverse(),
        }
        const first = answerTo(facts, one, reader)
        const again = answerTo(shuffled, one, reader)
        expect(again.body.equals(first.body)).toBe(true)
        expect(again.etag).toBe(first.etag)
        const second = answerTo(facts, other, reader)
        expect(second.etag === first.etag).toBe(second.body.equals(first.body))
      }),
      { numRuns: inject('cases') },
    )
  })

  it('makes the ETag of the answer only: leaves outside the question do not move it', () => {
    fc.assert(
      fc.property(facts, question, reader, (facts, question, reader) => {
        const touching = facts.leaves.filter(
          ({ start_date, end_date }) => start_date <= question.to && end_date >= question.from,
        )
        expect(answerTo({ ...facts, leaves: touching }, question, reader).etag).toBe(
          answerTo(facts, question, reader).etag,
        )
      }),
      { numRuns: inject('cases') },
    )
  })
})

describe('the leaves of one member on one day', () => {
  const christmas = '2026-12-25'
  const holidays = {
    calendars: [{ _id: 'acme:DE', org: 'acme', code: 'DE', days: [{ date: christmas, name: 'Christmas' }] }],
    assigned: 'DE',
    workingDays: weekdays.slice(0, 5),
  }
  const answerWith = (types: readonly LeaveType[], reasons: PresenceReader['reasons']) => {
    const members = [samples.member('acme', 'hugo', { name: 'Hugo' })]
    const leaves = types.map((type, place) =>
      samples.leave('acme', `l${place}`, christmas, christmas, { member_id: 'hugo', type }),
    )
    const asked = { from: christmas, to: christmas, team_id: null }
    return answerTo({ teams: [], members, leaves, holidays }, asked, { team_id: null, reasons })
  }
  const typesIn = ({ body }: { readonly body: Buffer }): readonly string[] =>
    (JSON.parse(body.toString()) as Presence).out[0]!.leaves.map(({ type }) => type)

  it.each([
    ['shown', ['bank_holiday', 'holiday', 'sick']],
    ['hidden', ['bank_holiday', 'personal', 'personal']],
  ] as const)('are in the order of their types as shown: reasons %s', (reasons, shown) => {
    expect(typesIn(answerWith(['sick', 'holiday'], reasons))).toEqual(shown)
  })

  it('give, hidden, the same answer whatever their reasons', () => {
    const answers = (['sick', 'holiday', 'personal'] as const).map((type) => answerWith([type], 'hidden'))
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1)
  })
})
