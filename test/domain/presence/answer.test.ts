import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { answerInSlices, memberJsons, type PresenceQuestion } from '../../../src/domain/presence/presence.js'
import type { PresenceReader } from '../../../src/domain/presence/visible-team.js'
import { runAtOnce } from '../../../src/domain/slices.js'
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
