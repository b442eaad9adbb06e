import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { addDays, type Day } from '../../src/calendar/day.js'
import { parseAsk } from '../../src/language/ask.js'
import type { Ask, AskQuery, Who } from '../../src/language/query.js'
import { questions } from './questions.js'

const { context } = questions
const { people } = context

const isAmong =
  (name: string) =>
  ({ team, person }: Who): boolean =>
    person
      ? person !== 'me' && person.name === name
      : team === null || people.find((one) => one.name === name)!.team === team.name

/** The names of those whom a question is about. */
const namesAsked = ({ who, except }: AskQuery): readonly string[] =>
  people.map(({ name }) => name).filter((name) => who.some(isAmong(name)) && !except.some(isAmong(name)))

const daysAsked = ({ range, ranges }: AskQuery): readonly Day[] => {
  const days: Day[] = []
  for (const { from, to } of ranges.length > 0 ? ranges : [range])
    for (let day = from; day <= to; day = addDays(day, 1)!) days.push(day)
  return days
}

const who = fc.constantFrom(
  ...['Design', 'Engineering', 'People'].map((name) => ({
    typed: name.toLowerCase(),
    taken: people.filter(({ team }) => team === name).map((one) => one.name),
  })),
  ...['Sue Ellen', 'Tom Hanks', 'Will Smith'].map((name) => ({ typed: name.toLowerCase(), taken: [name] })),
)
const leads = fc.constantFrom('except', 'but not', 'without', 'other than', 'apart from', 'excluding')
const question = fc.constantFrom(
  'who is out',
  'is anyone in',
  'is nobody off',
  'everyone',
  'how many are out',
  'who is back',
  'when is everyone in',
)
const days = fc.constantFrom(
  'next week',
  'next week',
  'friday',
  '23-27 nov',
  'tomorow',
  '31 feb',
  'at 5pm next week',
)
/** Words that nobody understands, or none. */
const strange = fc.constantFrom(
  '',
  'florb',
  'oot',
  'soon',
  'morgen',
  'and who is in',
  'bob',
  'ben',
  'halloween',
  '24',
)

/** Phrases are drawn more than once, and suggestions are much the same for all of them: what was read is kept. */
const readings = new Map<string, Ask>()
const readingOf = (phrase: string): Ask => {
  const ask = readings.get(phrase) ?? parseAsk(phrase, context)
  readings.set(phrase, ask)
  return ask
}

const queriesOf = (phrase: string): readonly AskQuery[] => {
  const ask = readingOf(phrase)
  const words =
    ask.kind === 'query'
      ? [phrase, ...(ask.query.alternative === null ? [] : [ask.query.alternative])]
      : ask.kind === 'misunderstood'
        ? ask.misunderstanding.suggestions
        : []
  return words.flatMap((one) => {
    const read = readingOf(one)
    return read.kind === 'query' ? [read.query] : []
  })
}

describe('what is left out of a question', () => {
  it.each([
    'who is out today, not counting sick people',
    'who is on leave next week, not sick',
    'today excluding sick leave',
  ])('%s, which is not understood, suggests nothing that lacks the "not"', (phrase) => {
    const ask = parseAsk(phrase, context)
    expect(ask.kind === 'misunderstood' && ask.misunderstanding.suggestions).toEqual(['help'])
  })

  it('is left out of what is suggested, and of the other meaning', () => {
    fc.assert(
      fc.property(
        question,
        leads,
        who,
        days,
        strange,
        fc.boolean(),
        (asked, lead, one, when, more, isLast) => {
          const left = `${lead} ${one.typed}`
          const phrase = [asked, ...(isLast ? [when, more, left] : [left, when, more])]
            .filter(Boolean)
            .join(' ')
          for (const query of queriesOf(phrase)) {
            const wrong = namesAsked(query).filter((name) => one.taken.includes(name))
            expect(wrong, `${phrase}: ${JSON.stringify([query.who, query.except])}`).toEqual([])
          }
        },
      ),
      { numRuns: Math.ceil(inject('cases') / (inject('suite') === 'short' ? 4 : 2)) },
    )
  })

  it('is left out of the days that are suggested', () => {
    fc.assert(
      fc.property(
        question,
        leads,
        strange,
        fc.constantFrom('monday', 'wednesday', 'friday'),
        (asked, lead, more, day) => {
          const phrase = [asked, 'next week', more, lead, day].filter(Boolean).join(' ')
          const taken = { monday: '2026-11-23', wednesday: '2026-11-25', friday: '2026-11-27' }[day]
          for (const query of queriesOf(phrase))
            expect(daysAsked(query), `${phrase}: ${JSON.stringify(query.range)}`).not.toContain(taken)
        },
      ),
      { numRuns: Math.ceil(inject('cases') / (inject('suite') === 'short' ? 4 : 2)) },
    )
  })
})
