import { describe, expect, it } from 'vitest'
import { addDays, type Day, type DayRange } from '../../../src/calendar/day.js'
import type { Member } from '../../../src/domain/organization/organization.js'
import { outcomeOf, type AnswerOutcome } from '../../../src/domain/reply/outcome.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import type { Who } from '../../../src/language/query.js'
import type { Quantity } from '../../../src/language/question.js'
import { textForm, type AskQuestion } from '../../../src/language/text-form.js'
import { createAskService } from '../../../src/services/ask/ask.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import { createNaive } from '../../domain/ask/naive.js'
import type { Facts } from '../../domain/presence/plain.js'
import { leave, member, newId, organization, puts, team } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'

const today = '2026-11-20'

/** Numbers that look random and are the same each time. */
const createNumbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
type Numbers = ReturnType<typeof createNumbers>

const dayNear = (number: Numbers, reach: number): Day => addDays(today, number(2 * reach) - reach)!

const worldOf = (org: string, number: Numbers): Facts => {
  const calendar = (code: string) => ({
    _id: `${org}:${code}`,
    org,
    code,
    days: [...new Set(Array.from({ length: 6 }, () => dayNear(number, 30)))]
      .sort()
      .map((date) => ({ date, name: 'A day off' })),
  })
  const members = Array.from({ length: 2 + number(8) }, (_, at) =>
    member(org, `m${at}`, {
      name: `Person ${'ABCDEFGHIJ'[at]!}`,
      team_id: [null, 'one', 'two'][number(3)]!,
      holidays: [null, 'FR', 'IN'][number(3)]!,
    }),
  )
  const leaves = members.flatMap(({ id }) =>
    Array.from({ length: number(4) }, (_, at) => {
      const from = dayNear(number, 30)
      const type = (['holiday', 'sick', 'personal'] as const)[number(3)]!
      return leave(org, `${id}-${at}`, from, addDays(from, number(9))!, { member_id: id, type })
    }),
  )
  return {
    teams: ['one', 'two', 'none'].map((id) => team(org, id, { name: `Team ${id}` })),
    members,
    leaves,
    holidays: { calendars: [calendar('FR'), calendar('IN')], assigned: null, workingDays: [] },
  }
}

const everyone: Who = { team: null, person: null }

/** Whom questions are about, and whom they leave out: the last two are about nobody. */
const setsOf = ({ members, teams }: Facts): readonly Pick<AskQuestion, 'who' | 'except'>[] => {
  const [one, two, empty] = teams.map(({ id, name }): Who => ({ team: { id, name }, person: null }))
  const people = members.map(({ id, name }): Who => ({ team: null, person: { id, name } }))
  return [
    { who: [everyone] },
    { who: [one!] },
    { who: [one!, two!] },
    { who: [people[0]!] },
    { who: [people[0]!, people[1]!] },
    { who: [everyone], except: [one!, people[0]!] },
    { who: [empty!] },
    { who: [two!], except: [two!] },
  ]
}

const isIn = (member: Member, { team, person }: Who): boolean =>
  person ? person !== 'me' && person.id === member.id : !team || team.id === member.team_id

const quantities = ['any', 'all', 'none', 'at least 2', 'at most 2'] as const

/** What is asked about each of the sets. */
const asks: readonly Partial<AskQuestion>[] = [
  { asked_for: 'people' },
  { asked_for: 'count' },
  ...quantities.map((quantity) => ({ asked_for: 'whether', quantity }) as const),
  ...quantities.map((quantity) => ({ asked_for: 'when', quantity }) as const),
  { asked_for: 'days' },
  { asked_for: 'whether', quantity: 'any', byDay: 'some' },
  { asked_for: 'whether', quantity: 'all', byDay: 'some' },
]

const states: readonly Pick<AskQuestion, 'asks' | 'state' | 'kind' | 'isOfLeave' | 'isNotOut'>[] = [
  ...(['out', 'in', 'back'] as const).map((state) => ({ asks: state, state })),
  { asks: 'out', state: 'out', isOfLeave: true },
  { asks: 'out', state: 'out', kind: 'sick' },
  { asks: 'in', state: 'in', isOfLeave: true, isNotOut: true },
]

const holds = (quantity: Quantity, count: number, of: number): boolean => {
  const [, bound, number] = /^at (least|most) (\d+)$/.exec(quantity) ?? []
  if (bound !== undefined) return bound === 'least' ? count >= Number(number) : count <= Number(number)
  return quantity === 'any' ? count > 0 : quantity === 'none' ? count === 0 : count === of
}

/** What a person with a calendar would say; without an order. */
const expected = (facts: Facts, question: AskQuestion): AnswerOutcome => {
  const {
    who,
    except = [],
    range,
    asked_for,
    quantity,
    state = 'out',
    kind = null,
    isNotOut = false,
    byDay: typedDays = null,
  } = question
  const isOfLeave = question.isOfLeave === true || kind !== null
  const people = facts.members.filter(
    (one) => who.some((some) => isIn(one, some)) && !except.some((some) => isIn(one, some)),
  )
  const days = { ranges: [range], each: false, half: null }
  // A plain list answers one part after the other.
  const isPlain = asked_for === 'people' && kind === null && except.length === 0 && !isNotOut
  const isNamed = !isPlain && who.every(({ person }) => person)
  const naive = createNaive(facts, { state, kind, isOfLeave, isNotOut, byDay: typedDays, days, isNamed })
  const { worked, isSo, isReturn, isStillAway } = naive
  // Who is waited for is away on a bank holiday within their leave.
  const away = createNaive(facts, { state: 'out', kind: null, days, isNamed: true })
  const isWhenBack = state === 'back' && asked_for === 'when' && quantity === 'all'
  const isOn = (one: Member, day: Day): boolean =>
    isWhenBack
      ? away.isAwayOn(one, day)
      : state === 'back'
        ? isReturn(one, day)
        : asked_for === 'when'
          ? naive.isAwayOn(one, day)
          : naive.isCountedOn(one, day)
  const isOutAtLast = (one: Member): boolean => isStillAway(one, worked.at(-1) ?? range.to)
  const isSoInPart = (one: Member): boolean =>
    who.some(
      (part) =>
        isIn(one, part) &&
        isSo(
          one,
          facts.members.filter((other) => isIn(other, part)),
        ),
    )
  const isOfAllBack = state === 'back' && asked_for === 'whether' && quantity === 'all'
  const are = people.filter((one) =>
    isOfAllBack
      ? !isOutAtLast(one)
      : state === 'back'
        ? worked.some((day) => isReturn(one, day))
        : isPlain
          ? isSoInPart(one)
          : isSo(one, people, asked_for === 'whether' ? quantity : asked_for === 'count' ? 'number' : null),
  )
  const names = (some: readonly Member[]): readonly string[] => some.map(({ name }) => name).sort()
  const open = isWhenBack
    ? away.openOrAway(people)
    : state === 'back'
      ? worked
      : asked_for === 'when'
        ? naive.openOrAway(people)
        : naive.openOrAway(people, naive.isCountedOn)
  const countOn = (day: Day): number => people.filter((one) => isOn(one, day)).length
  if (asked_for === 'days') {
    const isOff = state === 'out' && naive.isOfOff && (!isNamed || people.length > 1)
    const found = isOff
      ? worked.filter((day) => people.every((one) => naive.isOffOn(one, day)))
      : open.filter((day) => countOn(day) === people.length)
    return { yes: null, count: found.length, people: found.length > 0 ? names(people) : [], days: found }
  }
  if (asked_for === 'when') {
    const wanted = isWhenBack ? 'none' : (quantity ?? 'all')
    const counts = open.map(countOn)
    const best = wanted === 'none' ? Math.min(...counts) : Math.max(...counts)
    const first = open.find((_, at) => holds(wanted, counts[at]!, people.length))
    const near = wanted !== 'all' && wanted !== 'none' ? undefined : open[counts.indexOf(best)]
    const day = people.length === 0 ? undefined : (first ?? near)
    const those = people.filter((one) => day !== undefined && isOn(one, day) !== isWhenBack)
    return {
      yes: null,
      count: those.length,
      people: names(those),
      days: day === undefined || first === undefined ? [] : [first],
    }
  }
  const isAsked = asked_for === 'whether' && people.length > 0
  const isCover = state === 'in' && quantity?.startsWith('at least')
  const isTop = state === 'out' && quantity?.startsWith('at most')
  const isBound = quantity?.startsWith('at ')
  const isByDay = isBound ? state !== 'back' : state === 'in' && quantity !== 'all'
  const byDay = isCover || isTop ? 'each' : 'some'
  const ofDays = isAsked && isByDay ? naive.byDays({ people, byDay }, quantity ?? 'all') : null
  if (ofDays !== null) {
    const counts = open.map(countOn)
    const isMany = state === 'out'
    const day = open[counts.indexOf(isMany === isBound ? Math.max(...counts) : Math.min(...counts))]!
    const some = people.filter((one) => worked.some((on) => isOn(one, on)))
    const those = isBound ? people.filter((one) => isOn(one, day)) : are.length > 0 ? are : some
    return { yes: ofDays, count: those.length, people: names(those), days: [] }
  }
  return {
    yes: isAsked ? holds(quantity ?? 'all', are.length, people.length) : null,
    count: are.length,
    people: names(are),
    days: [],
  }
}

/** A range in which somebody works, and for a person who is asked about alone, when they are back. */
const isAskable = ({ asked_for, state, who, byDay, isNotOut }: AskQuestion): boolean =>
  // Each who is in "at some point" has a day of their own, and nobody comes back at one.
  !(byDay && state !== 'out') &&
  !(isNotOut && asked_for !== 'people') &&
  // Of a list, that is the day on which they are back, whenever it is.
  !(asked_for === 'people' && state === 'back' && who.some(({ person }) => person)) &&
  !(asked_for === 'days' && state === 'back')

export const describeTruthOn = (subject: Subject, organizations: number) =>
  describe(`a question on ${subject.name}`, () => {
    const bench = openBench(subject)

    it.each(Array.from({ length: organizations }, (_, at) => at + 1))(
      'is answered as going through every day and person answers it, in organization %i',
      async (seed) => {
        const { store } = bench()
        const [org, number] = [newId(), createNumbers(seed * 7_919)]
        const facts = worldOf(org, number)
        await store.commit([
          {
            put: 'organizations',
            document: organization(org, { timezone: 'UTC', privacy: [], reasons: 'everyone' }),
          },
          ...puts('teams', facts.teams),
          ...puts('members', facts.members),
          ...puts('leaves', facts.leaves),
          ...puts('holiday_calendars', facts.holidays!.calendars),
        ])
        const service = createAskService(createRolls(store))
        for (const set of setsOf(facts))
          for (const state of states)
            for (const ask of asks) {
              const from = dayNear(number, 20)
              const range: DayRange = { from, to: addDays(from, number(6))! }
              const question: AskQuestion = { ...ask, ...state, ...set, range, ranges: [] }
              if (!isAskable(question)) continue
              const text = textForm(question)
              const { reply } = await service.forAsk(
                { _id: org },
                {
                  asker: { account: null, email: null, timezone: null, locale: null },
                  text,
                  now: new Date(`${today}T12:00:00Z`),
                  audience: 'asker',
                  mentioned: new Map(),
                },
              )
              const { people, ...outcome } = outcomeOf(reply)
              expect({ text, ...outcome, people: [...people].sort() }).toEqual({
                text,
                ...expected(facts, question),
              })
              const { title } = replyMessage(reply, { write: (words) => words, absolute: false })
              const word = outcome.yes === null ? null : outcome.yes ? 'Yes: ' : 'No: '
              expect({ text, title, word: /^(?:Yes|No): /.exec(title)?.[0] ?? null }).toEqual({
                text,
                title,
                word,
              })
            }
      },
    )
  })
