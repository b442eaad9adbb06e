import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { addDays, type DayRange } from '../../../src/calendar/day.js'
import { createTouching } from '../../../src/domain/presence/touching.js'

const day = (number: number): string => addDays('2026-01-01', number)!
const days = fc
  .tuple(fc.integer({ min: -40, max: 800 }), fc.integer({ min: 0, max: 200 }))
  .map(([first, length]): DayRange => ({ from: day(first), to: day(first + length) }))
const leaves = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), days)
    .map(([member_id, { from, to }]) => ({ member_id, start_date: from, end_date: to })),
  { maxLength: 12 },
)

describe('the leaves that touch some days', () => {
  it('are those of a look at each, once, and by their first days if they were, whatever was asked before', () => {
    fc.assert(
      fc.property(leaves, fc.array(days, { minLength: 1, maxLength: 4 }), (leaves, asked) => {
        const all = leaves.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
        const touching = createTouching(all)
        for (const range of asked)
          for (const member of ['a', 'b', 'c'])
            expect(touching(range).get(member) ?? []).toEqual(
              all.filter(
                ({ member_id, start_date, end_date }) =>
                  member_id === member && start_date <= range.to && end_date >= range.from,
              ),
            )
      }),
      { numRuns: inject('cases') },
    )
  })

  it('may lie at the ends of the calendar', () => {
    const always = { member_id: 'a', start_date: '0001-01-01', end_date: '9999-12-31' }
    const touching = createTouching([always])
    for (const range of [
      { from: '0001-01-01', to: '0001-03-01' },
      { from: '9999-10-05', to: '9999-12-31' },
    ])
      expect(touching(range).get('a')).toEqual([always])
  })
})
