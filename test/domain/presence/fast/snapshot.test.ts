import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { answerFrom } from '../../../../src/domain/presence/fast/answer.js'
import { presenceIn } from '../../../../src/domain/presence/presence.js'
import { facts, question, reader, snapshotOf } from '../organizations.js'

describe('a snapshot', () => {
  it('answers with the bytes of the plain path, whatever the organization, range, team and reader', () => {
    fc.assert(
      fc.property(
        facts,
        fc.array(fc.tuple(question, reader), { minLength: 1, maxLength: 4 }),
        (facts, asked) => {
          const snapshot = snapshotOf(facts)
          for (const [question, reader] of asked)
            expect(answerFrom(snapshot, question, reader).body.toString()).toBe(
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
        const first = answerFrom(snapshotOf(facts), one, reader)
        const again = answerFrom(snapshotOf(shuffled), one, reader)
        expect(again.body.equals(first.body)).toBe(true)
        expect(again.etag).toBe(first.etag)
        const second = answerFrom(snapshotOf(facts), other, reader)
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
        expect(answerFrom(snapshotOf({ ...facts, leaves: touching }), question, reader).etag).toBe(
          answerFrom(snapshotOf(facts), question, reader).etag,
        )
      }),
      { numRuns: inject('cases') },
    )
  })
})
