import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { parseAsk } from '../../src/language/ask.js'
import type { Who } from '../../src/language/query.js'
import { textForm, type AskQuestion } from '../../src/language/text-form.js'

const teams = [
  { id: 'd', name: 'Design' },
  { id: 'n', name: 'Next' },
  { id: 's', name: 'Support & "Sales"' },
]
const people = [
  { id: 'a', name: 'Ana Ruiz', slackId: 'U012AB3CD' },
  { id: 'b', name: 'May Out' },
  { id: 'c', name: 'Éva O’Neil' },
]
const context = {
  today: '2026-11-20',
  weekStart: 'monday',
  dateOrder: 'day',
  locale: 'en-GB',
  teams,
  people,
  asker: people[0]!,
} as const

const everyone: Who = { team: null, person: null }
const known: readonly Who[] = [
  ...teams.map((team) => ({ team, person: null })),
  ...people.map((person) => ({ team: null, person })),
]

/** One day, or days in a row; or two of them, with days between. */
const days = fc
  .tuple(
    fc.integer({ min: -300, max: 300 }),
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 3, max: 9 }),
    fc.boolean(),
  )
  .map(([start, length, gap, isTwo]) => {
    const from = addDays(context.today, start)!
    const to = addDays(from, length)!
    const later = addDays(to, gap)!
    return isTwo
      ? {
          range: { from, to: later },
          ranges: [
            { from, to },
            { from: later, to: later },
          ],
        }
      : { range: { from, to }, ranges: [] }
  })

const whom = fc.shuffledSubarray([...known], { minLength: 0, maxLength: 4 }).chain((some) =>
  fc.integer({ min: 0, max: 2 }).map((count) => ({
    who: some.length > count ? some.slice(0, Math.min(2, some.length - count)) : [everyone],
    except: some.slice(some.length > count ? Math.min(2, some.length - count) : 0),
  })),
)

const asked: fc.Arbitrary<Partial<AskQuestion>> = fc.oneof(
  fc.record({
    asked_for: fc.constantFrom('people', 'count', 'days'),
    quantity: fc.constant(null),
    form: fc.constant('list'),
  }),
  fc.record({ asked_for: fc.constant('days'), quantity: fc.constantFrom('any', 'none') }),
  fc.record({
    asked_for: fc.constantFrom('whether', 'when', 'how_long'),
    quantity: fc.constantFrom('any', 'all', 'none'),
  }),
  fc.record({
    asked_for: fc.constantFrom('whether', 'when', 'days'),
    quantity: fc.constantFrom('at least 6', 'at most 12'),
  }),
)

const states = fc.oneof(
  fc.constantFrom('out', 'in', 'back').map((state) => ({ asks: state, state, kind: null })),
  fc.constantFrom('leaving', 'starting').map((state) => ({ asks: 'out', state, kind: null }) as const),
  fc
    .constantFrom('holiday', 'sick', 'personal', 'bank_holiday')
    .map((kind) => ({ asks: 'out', state: 'out', kind }) as const),
)

const meaning = ({
  who,
  range,
  ranges,
  asked_for,
  quantity,
  state,
  kind,
  except,
  each = false,
  half = null,
}: AskQuestion) => ({
  who: who.map(({ team, person }) => team?.id ?? (person === 'me' ? 'me' : person?.id) ?? null),
  except: (except ?? []).map(({ team, person }) => team?.id ?? (person === 'me' ? 'me' : person?.id)),
  range,
  ranges,
  asked_for,
  quantity,
  state,
  kind,
  each,
  half,
})

const singleDays = ({ range, ranges }: Pick<AskQuestion, 'range' | 'ranges'>) => ({
  range: { from: range.from, to: ranges.length > 0 ? ranges.at(-1)!.from : range.from },
  ranges: ranges.map(({ from }) => ({ from, to: from })),
})

/** All of each day, or a half of it; each of the days where it is about who is out. */
const parts = fc.constantFrom({}, { each: true }, { half: 'morning' }, { half: 'afternoon' } as const)

const read = (words: string) => {
  const ask = parseAsk(words, context)
  return ask.kind === 'query' ? ask.query : ask
}

describe('the words of a question', () => {
  it('ask the same again', () => {
    fc.assert(
      fc.property(asked, states, whom, days, parts, (what, state, those, when, each) => {
        fc.pre(!('each' in each) || state.state === 'out')
        // Whether and when there are bank holidays are questions of their own.
        fc.pre(state.kind !== 'bank_holiday' || ['people', 'count'].includes(what.asked_for!))
        const question: AskQuestion = {
          ...what,
          ...state,
          ...those,
          ...('half' in each ? singleDays(when) : when),
          ...each,
        }
        const words = textForm(question)
        const found = read(words)
        expect('who' in found ? meaning(found) : found, words).toEqual(meaning(question))
      }),
      { numRuns: inject('suite') === 'short' ? Math.ceil(inject('cases') / 4) : 2 * inject('cases') },
    )
  })

  it('add up the days of a team', () => {
    const week = { from: '2026-11-23', to: '2026-11-29' }
    const question = { asks: 'out', who: [known[0]!], range: week, ranges: [] } as const
    const words = textForm({ ...question, asked_for: 'how_long', quantity: null })
    const ask = parseAsk(words, context)
    expect(ask.kind === 'query' && [ask.query.asked_for, ask.query.quantity, ask.query.range]).toEqual([
      'how_long',
      null,
      week,
    ])
  })

  const ana = known[3]!
  const me: Who = { team: null, person: 'me' }
  it.each([
    [{ asked_for: 'starts', form: 'next' }, 'when is <@U012AB3CD> next out'],
    [{ asked_for: 'starts', form: 'list' }, 'when does <@U012AB3CD> leave start'],
    [{ asked_for: 'starts', form: 'next', isPast: true }, 'when did <@U012AB3CD> leave'],
    [{ asked_for: 'ends', form: 'how_long' }, 'how long is <@U012AB3CD> out'],
    [{ asked_for: 'whether', quantity: 'all' }, 'is <@U012AB3CD> out'],
    [{ asked_for: 'whether', quantity: 'all', isOfLeave: true }, 'is <@U012AB3CD> on leave'],
    [{ asked_for: 'people' }, '<@U012AB3CD>'],
  ] as const)('name no days where none were named: %o', (what, words) => {
    const range = { from: '2026-11-20', to: '2026-12-20' }
    for (const [one, name] of [
      [ana, '<@U012AB3CD>'],
      [me, 'me'],
    ] as const) {
      const question = {
        asks: 'out',
        state: 'out',
        who: [one],
        range,
        ranges: [],
        isDated: false,
        ...what,
      } as const
      expect(textForm(question)).toBe(words.replace('<@U012AB3CD>', name))
      expect(read(textForm(question))).toMatchObject({
        isPast: false,
        ...what,
        isDated: false,
        who: [{ person: one.person === 'me' ? 'me' : { id: 'a' } }],
      })
    }
  })
})
