import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import { questions } from './questions.js'

const { context } = questions

const meanings: readonly (readonly [string, string])[] = JSON.parse(
  readFileSync(new URL('../cases/meanings.json', import.meta.url), 'utf8'),
)

/** Asked beside something else that is said. */
const besides = [
  'i think ana has fridays off, is that right?',
  'i feel like sue is off every friday, is that right?',
  'remind me when my vacation starts please',
  "i'd love to know who's taking off before christmas",
  'can i book sue for feb 8 or is she away then',
  "i'm off friday, who else is",
  'i am away next week, when is sue back',
]

const refusals = [
  ...besides,
  ...questions.rows.map(({ phrase }) => phrase),
  ...meanings.map(([phrase]) => phrase),
]
  .map((phrase) => ({ phrase, ask: parseAsk(phrase, context) }))
  .flatMap(({ phrase, ask }) => (ask.kind === 'misunderstood' ? [{ phrase, ...ask.misunderstanding }] : []))

const asks = /\b(?:who(?:['’]?s)?|when|which|whether|how|(?:is|are) (?:he|she|they|any|every|that)\w*)\b/iu

describe('what is suggested instead', () => {
  it('enters no days off for somebody who asked', () => {
    const asked = refusals.filter(({ phrase }) => asks.test(phrase))
    expect(asked.length).toBeGreaterThan(20)
    expect(
      asked.filter(({ off, suggestions }) => off !== null || /^off\b/mu.test(suggestions.join('\n'))),
    ).toEqual([])
  })

  it.each([
    ['we need at least one engineer on dec 24, is anyone there?', /2026-12-24.*Engineering/],
    ['hey who do i bother in engineering on dec 28, like who is in', /2026-12-28.*Engineering/],
    ['can i book sue for feb 8 or is she away then', /2027-02-08.*Sue Ellen/],
    ['are we short on people in engineering this week? who is missing', /Engineering/],
    [
      'which team has the most people out next week',
      /how many are out 2026-11-23\.\.2026-11-29 team:"Design"/,
    ],
  ])('has the people and days that were understood: %s', (phrase, kept) => {
    const ask = parseAsk(phrase, context)
    const suggestions = ask.kind === 'misunderstood' ? ask.misunderstanding.suggestions : []
    expect(suggestions.filter((words) => words !== 'help').length).toBeGreaterThan(0)
    for (const words of suggestions)
      expect(words).toMatch(kept.source.includes('how many') ? /how many are out/ : kept)
  })
})
