import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { addDays, weekdayOf } from '../../../src/calendar/day.js'
import { daysOf } from '../../../src/calendar/period.js'
import { evaluateInSlices } from '../../../src/domain/ask/evaluate.js'
import type { AskFinding, PeopleQuestion } from '../../../src/domain/ask/people-question.js'
import type { Member } from '../../../src/domain/organization/organization.js'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import type { Roll } from '../../../src/domain/presence/roll.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { facts as anyFacts } from '../presence/organizations.js'
import { rollOf } from '../presence/plain.js'
import { createNaive } from './naive.js'

const day = fc.integer({ min: -20, max: 60 }).map((count) => addDays('2026-11-20', count)!)

const ranges = fc.oneof(
  fc
    .tuple(day, fc.integer({ min: 0, max: 20 }))
    .map(([from, length]) => [{ from, to: addDays(from, length)! }]),
  fc
    .uniqueArray(day, { minLength: 1, maxLength: 4 })
    .map((days) => [...days].sort().map((one) => ({ from: one, to: one }))),
  // Days that repeat: one of each week.
  fc.tuple(day, fc.integer({ min: 3, max: 5 })).map(([first, weeks]) =>
    Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week)!).map((one) => ({
      from: one,
      to: one,
    })),
  ),
)

const question = (people: readonly Member[]): fc.Arbitrary<PeopleQuestion> =>
  fc.record({
    ask: fc.constantFrom('people', 'count', 'whether', 'when', 'days', 'how_long'),
    quantity: fc.constantFrom('any', 'all', 'none', 'at least 2', 'at most 1', null),
    state: fc.constantFrom('out', 'in'),
    people: fc.subarray([...people]),
    isWhether: fc.boolean(),
    isNamed: fc.boolean(),
    days: fc.record({
      ranges,
      each: fc.boolean(),
      half: fc.constantFrom(null, null, 'morning', 'afternoon'),
    }),
    byDay: fc.constantFrom(null, null, 'each', 'some'),
    notDays: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      day.map((one) => [{ from: one, to: one }]),
    ),
    kind: fc.constantFrom(null, null, ...leaveTypes),
    isNotOut: fc.boolean(),
    isOfLeave: fc.boolean(),
    today: fc.constant('2026-11-20'),
    isPast: fc.constant(false),
    isNext: fc.constant(false),
    isDated: fc.constant(true),
  })

const names = (people: readonly Member[]): readonly string[] => people.map(({ id }) => id)

const asked = anyFacts.chain((facts) => {
  const roll = rollOf(facts)
  return question(roll.active).map((question) => ({ facts, roll, question }))
})

const find = (question: PeopleQuestion, roll: Roll): AskFinding => runAtOnce(evaluateInSlices(question, roll))

describe('an answer', () => {
  it('is what goes through every day and person comes to', () => {
    fc.assert(
      fc.property(asked, ({ facts, roll, question }) => {
        const { ask, people } = question
        const quantity = question.quantity ?? 'all'
        const isDays = ask === 'days' && question.isWhether && question.state === 'in'
        const isAtAll = isDays && people.length === 1 && question.days.half === null
        const naive = createNaive(facts, { ...question, isAtAll })
        const { openOrAway, isSo, isSoOn, isAwayOn, isCountedOn, byDays } = naive
        // Two people are not off together because of a bank holiday.
        const isTogether = ask === 'days' && question.isWhether
        const isOfSeveral = !question.isNamed || (people.length > 1 && !isTogether)
        const isCounted =
          (ask === 'days' || (ask === 'how_long' && question.quantity !== null)) && isOfSeveral
        const isOff = isCounted && naive.isOfOff
        const isNobodyIn = ask === 'days' && question.state === 'in' && quantity === 'none'
        const worked =
          isOff || isNobodyIn ? naive.worked : openOrAway(people, ask === 'when' ? isAwayOn : isCountedOn)
        const isDay = isOff ? naive.isOffOn : isCountedOn
        const found = find(question, roll)
        const are = people.filter((one) =>
          isSo(one, people, ask === 'whether' ? quantity : ask === 'count' ? 'number' : null),
        )
        const holds = (count: number): boolean => {
          if (quantity === 'at least 2') return count >= 2
          if (quantity === 'at most 1') return count <= 1
          return quantity === 'any' ? count > 0 : quantity === 'none' ? count === 0 : count === people.length
        }
        const ofDays = ask === 'whether' && people.length > 0 ? byDays(question, quantity) : null
        if (ask === 'whether' && ofDays !== null) {
          expect(found.yes).toBe(ofDays)
          return
        }
        if (ask === 'count' && question.byDay === 'each' && naive.worked.length > 1) {
          const isOn = naive.isOfOff ? naive.isOffOn : isCountedOn
          const numbers = naive.worked.map((on) => people.filter((one) => isOn(one, on)).length)
          expect(found.daily?.map(({ count }) => count)).toEqual(numbers)
          return
        }
        expect(names(found.people)).toEqual(names(are))
        if (ask === 'whether') expect(found.yes).toBe(people.length === 0 ? null : holds(are.length))
        if (ask === 'how_long' && question.quantity === null) {
          const all = are.map((one) => worked.filter((on) => isSoOn(one, on)).length)
          expect(found.each).toEqual(all)
          return
        }
        if (ask === 'days')
          expect(found.yes).toBe(people.length > 0 && question.isWhether ? found.days.length > 0 : null)
        if (ask === 'days' || ask === 'how_long')
          expect(found.days).toEqual(
            worked.filter((one) => holds(people.filter((person) => isDay(person, one)).length)),
          )
        if (ask !== 'when' || people.length === 0) return
        const counts = worked.map((one) => people.filter((person) => isAwayOn(person, one)).length)
        const first = worked.find((_, at) => holds(counts[at]!))
        const nearest = quantity === 'none' ? Math.min(...counts) : Math.max(...counts)
        const isNever = !['all', 'none'].includes(quantity) || worked.length === 0
        expect([found.yes, ...found.days]).toEqual(
          first !== undefined ? [true, first] : isNever ? [null] : [false, worked[counts.indexOf(nearest)]],
        )
      }),
      { numRuns: 5 * inject('cases') },
    )
  })

  it('says of none the opposite of any, and that all are back when none of them is still away', () => {
    fc.assert(
      fc.property(asked, ({ facts, roll, question }) => {
        const ask = (changes: Partial<PeopleQuestion>): boolean | null =>
          find({ ...question, ask: 'whether', notDays: [], byDay: null, ...changes }, roll).yes
        const [any, none] = [ask({ quantity: 'any' }), ask({ quantity: 'none' })]
        // On a bank holiday of all nobody is on leave, and yet everybody is off.
        expect(none).toBe(any === null ? null : !any && ask({ quantity: 'all' }) !== true)
        const { people, days } = question
        const last = days.ranges.flatMap(daysOf).findLast((day) => !/^s/.test(weekdayOf(day)))
        if (people.length === 0 || last === undefined) return
        const { isStillAway } = createNaive(facts, { ...question, days: { ...days, half: null } })
        const back = ask({ quantity: 'all', state: 'back', kind: null, days: { ...days, half: null } })
        expect(back).toBe(!people.some((one) => isStillAway(one, last)))
      }),
      { numRuns: 2 * inject('cases') },
    )
  })
})
