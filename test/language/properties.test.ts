import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { explainAsk, parseAsk } from '../../src/language/ask.js'
import type { Ask, AskQuery } from '../../src/language/query.js'
import type { AskPerson, AskTeam } from '../../src/language/context.js'
import { cleanText } from '../../src/language/words/normalize.js'
import { textForm } from '../../src/language/text-form.js'
import { addDays, dayFromNumber, daysBetween } from '../../src/calendar/day.js'
import { contextOf, contextOn, oneIn, rows, teams } from './table.js'

/** Words of every kind, and the marks between them, for phrases that go on and on. */
const fragments = [
  ...'next last this week month until to and from between of the in on a rest end ago after tomorrow who is for'.split(
    ' ',
  ),
  ...'mon friday dec may christmas design customer ana me tomorow nxt wendesday banana help q1 w52'.split(
    ' ',
  ),
  ...'24 12 2026 7 24th 3/4 2026-12-24 10d +2w 24.12. - .. … → & , . / # @ : " “ <@U012AB3CD> <@ <#C1|design> ? ( 🌴'.split(
    ' ',
  ),
]

const friday = contextOn('2026-11-20')
const phrase = fc
  .array(fc.constantFrom(...fragments), { maxLength: 60 })
  .chain((words) => fc.constantFrom(' ', '', '  ').map((blank) => words.join(blank)))

/** A few units repeated to a length: what would make a backtracking reader slow. */
const repeated = fc
  .tuple(
    fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 199 }),
    fc.constantFrom(' ', ''),
  )
  .map(([words, length, blank]) => `${words.join(blank)}${blank}`.repeat(200).slice(0, length))

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5000 }),
  fc.string({ maxLength: 5000 }),
  phrase,
  repeated,
)

/**
 * Each part of a phrase that is not understood is read again, for what to suggest, up to a number of parts: short texts
 * cost most for their length, and repeated ones less. The most of 300,000 texts of such parts: 72,713 steps, 114 ms,
 * for `?in44IA+IA+3q1>y`, and 116,251 for twelve times that.
 */
const stepsPerCharacter = 600
const stepsAtLeast = 120_000

const day = fc
  .integer({ min: -719_162, max: 2_932_000 })
  .map((number) => dayFromNumber(number) ?? '2026-11-20')

/** What an answer says, apart from the words that it quotes. */
const meaning = (ask: Ask) =>
  ask.kind === 'query' ? ask.query : ask.kind === 'help' ? 'help' : ask.misunderstanding.reason

const withoutAlternative = (ask: Ask) => {
  if (ask.kind !== 'query') return meaning(ask)
  const { range, clipped, team, person } = ask.query
  return { range, clipped, team, person, corrections: ask.query.corrections.map(({ read }) => read) }
}

const understood = rows.filter(({ from, action }) => from !== null || action === 'help')
const suite = inject('suite')
/** A case takes milliseconds here: `npm test` has fewer, and only one of so many phrases of a table. */
const cases = Math.ceil(inject('cases') / (suite === 'short' ? 4 : 1))
const share = { short: 4, all: 2, long: 1 }[suite]
const run = { numRuns: Math.min(cases, 400) }

describe('any text', () => {
  it('is answered in steps at most linear in its length', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { ask, steps } = explainAsk(text, friday)
        expect(['query', 'help', 'misunderstood']).toContain(ask.kind)
        expect(steps).toBeLessThanOrEqual(
          stepsAtLeast + stepsPerCharacter * cleanText(text).length + text.length,
        )
      }),
      { numRuns: cases },
    )
  })

  it('takes about twice the steps at twice the length, for every pair of words', () => {
    for (const first of oneIn({ short: 16, all: 4, long: 1 }[suite], fragments))
      for (const second of ['next', 'and', '24', '..', 'in', first]) {
        const unit = `${first} ${second} `
        const count = Math.floor(99 / unit.length)
        const [half, whole] = [count, count * 2].map((times) => explainAsk(unit.repeat(times), friday).steps)
        expect(whole! / half!, unit).toBeLessThan(3)
      }
  })

  it('is answered with a valid range within the limits, or with suggestions that are understood', () => {
    fc.assert(
      fc.property(anyText, day, (text, today) => {
        const context = contextOn(today)
        const ask = parseAsk(text, context)
        if (ask.kind === 'query') {
          const { range, ranges, clipped, alternative, asked_for, asks, state, each } = ask.query
          // Days that are over may be looked at whole.
          const isOver = range.to <= today && (asked_for !== 'people' || state === 'in')
          const isWhole = ranges.length > 0 || each || asks === 'holidays' || isOver
          expect(range.from <= range.to).toBe(true)
          expect(daysBetween(range.from, range.to)).toBeLessThanOrEqual(366)
          expect(clipped !== null).toBe(!isWhole && daysBetween(range.from, range.to) > 90)
          for (const { from, to } of ranges) expect(daysBetween(from, to)).toBeLessThanOrEqual(92)
          if (clipped) expect(clipped.from >= range.from && clipped.to <= range.to).toBe(true)
          if (alternative !== null) expect(parseAsk(alternative, context).kind).toBe('query')
        } else if (ask.kind === 'misunderstood') {
          expect([...ask.misunderstanding.words].length).toBeLessThanOrEqual(80)
          expect(ask.misunderstanding.suggestions).not.toEqual([])
          for (const suggestion of ask.misunderstanding.suggestions)
            expect(parseAsk(suggestion, context).kind, suggestion).not.toBe('misunderstood')
        }
      }),
      run,
    )
  })

  it('is answered on the first and last days that there are, too', () => {
    const edge = fc.constantFrom('0001-01-01', '0001-02-01', '9999-12-01', '9999-12-30', '9999-12-31')
    const asked = fc.oneof(fc.constantFrom('', ...rows.map((row) => row.phrase)), phrase)
    fc.assert(
      fc.property(asked, edge, (text, today) => {
        const ask = parseAsk(text, contextOn(today))
        if (ask.kind === 'query') expect(ask.query.range.from <= ask.query.range.to).toBe(true)
      }),
      { numRuns: cases },
    )
  })

  it('is too long from 201 characters on, counted without its blanks at the ends and between', () => {
    const words = `next week ${'x'.repeat(190)}`
    expect(meaning(parseAsk(words, friday))).toBe('unknown_words')
    expect(meaning(parseAsk(`${words}y`, friday))).toBe('too_long')
    expect(meaning(parseAsk(`next${' '.repeat(900)}week`, friday))).toMatchObject({
      range: { from: '2026-11-23' },
    })
  })
})

/** Slack's ids keep their case. */
const inCapitals = (text: string): string =>
  text.replace(/<[^>]*>|[^<]+/gu, (part) => (/^<[@#!]/u.test(part) ? part : part.toUpperCase()))

describe('what changes nothing', () => {
  const plain = oneIn(share, rows).map((row) => {
    const context = contextOf(row)
    return { phrase: row.phrase, context, meant: withoutAlternative(parseAsk(row.phrase, context)) }
  })
  const same = (change: (text: string) => string): void => {
    for (const { phrase, context, meant } of plain)
      expect(withoutAlternative(parseAsk(change(phrase), context)), phrase).toEqual(meant)
  }

  it('blanks doubled or added at the ends', () => same((text) => `  ${text.replaceAll(' ', '  ')} `))

  it('capitals, outside of mentions', () => same(inCapitals))

  it('full-width digits', () =>
    same((text) =>
      text.replace(/<[^>]*>|[0-9]/gu, (part) =>
        part.length > 1 ? part : String.fromCodePoint(part.codePointAt(0)! + 0xfee0),
      ),
    ))

  it('one full stop at the end of a phrase that has none', () =>
    same((text) => (text.endsWith('.') ? text : `${text}.`)))
})

describe('a date phrase beside a team', () => {
  const dates = understood.filter(
    ({ phrase, team, teams: several, person, action }) =>
      !several &&
      !team &&
      !person &&
      !action &&
      /[\p{L}\p{N}]$/u.test(phrase.trim()) &&
      !/["“`<]/u.test(phrase),
  )

  it('reads the same with the team before it, after it, and without it', () => {
    for (const chosen of oneIn(share, dates)) {
      const context = contextOf(chosen)
      const plain = parseAsk(chosen.phrase, context)
      for (const team of teams.filter(({ name }) => name !== 'May'))
        for (const text of [`${team.name} ${chosen.phrase}`, `${chosen.phrase} ${team.name.toLowerCase()}`]) {
          const ask = parseAsk(text, context)
          const who = [{ team, person: null }]
          expect(plain.kind === 'query' && { ...plain.query, alternative: null, team, who }, text).toEqual(
            ask.kind === 'query' && { ...ask.query, alternative: null },
          )
        }
    }
    expect(dates.length).toBeGreaterThan(600)
  })
})

describe('the text form of a query', () => {
  /** Names as an import leaves them: not blank, at most 80 characters, and two that differ in more than case. */
  const name = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
      fc.constantFrom(
        '"',
        '""',
        'a "b" c',
        '“x”',
        'A&amp;B',
        '<@U1>',
        'May',
        'next week',
        'Straße',
        'Ana.',
        `'`,
        '-',
        '"'.repeat(80),
      ),
    )
    .filter((text) => /[^\s.?!]/u.test(cleanText(text)) && [...cleanText(text)].length <= 80)

  const slackId = fc.option(fc.stringMatching(/^U[A-Z0-9]{1,10}$/u), { nil: undefined })
  const team: fc.Arbitrary<AskTeam | null> = fc.option(name.map((text) => ({ name: text })))
  const person: fc.Arbitrary<AskPerson | 'me' | null> = fc.oneof(
    fc.constantFrom('me' as const, null),
    fc
      .tuple(name, slackId)
      .map(([text, id]) => (id === undefined ? { name: text } : { name: text, slackId: id })),
  )

  it('parses back to the same query', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 366 }),
        team,
        person,
        day,
        (from, length, oneTeam, who, today) => {
          const range = { from, to: addDays(from, length) ?? from }
          const people = who === null || who === 'me' ? [] : [who]
          const context = contextOn(today, { teams: oneTeam ? [oneTeam] : [], people })
          const text = textForm({
            asks: 'out',
            who: [{ team: oneTeam, person: who }],
            range,
            ranges: [],
          })
          for (const typed of [text, inCapitals(text)]) {
            const ask = parseAsk(typed, context)
            const query: AskQuery | null = ask.kind === 'query' ? ask.query : null
            expect(query, typed).toMatchObject({ range, team: oneTeam, person: who })
          }
        },
      ),
      { numRuns: cases },
    )
  })
})
