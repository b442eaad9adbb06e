import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import { readOff } from '../../src/domain/own-entries/read.js'
import { questions } from './questions.js'

const { context } = questions

/** What is said on Friday 20 November 2026, the command that records it, and the days of that command. */
const recorded: readonly (readonly [said: string, off: string, from: string, to: string])[] = [
  ['i am out tomorrow', 'off tomorrow', '2026-11-21', '2026-11-21'],
  ["i'm sick", 'off sick', '2026-11-20', '2026-11-20'],
  ["I'm off sick until wednesday", 'off sick until wednesday', '2026-11-20', '2026-11-25'],
  ['im not feeling well today', 'off sick 2026-11-20', '2026-11-20', '2026-11-20'],
  ['I am on holiday from 21 dec to 3 jan', 'off holiday from 21 dec to 3 jan', '2026-12-21', '2027-01-03'],
  ['my vacation is 7-11 dec', 'off holiday 7-11 dec', '2026-12-07', '2026-12-11'],
  ['can i take monday off?', 'off monday', '2026-11-23', '2026-11-23'],
  ["won't be in on monday", 'off monday', '2026-11-23', '2026-11-23'],
  ['tomorrow morning i am off', 'off tomorrow morning', '2026-11-21', '2026-11-21'],
  ['i was sick yesterday', 'off sick 2026-11-19', '2026-11-19', '2026-11-19'],
  ['i took monday off', 'off 2026-11-16', '2026-11-16', '2026-11-16'],
  ['i am out tomorow', 'off 2026-11-21', '2026-11-21', '2026-11-21'],
  ['log holiday 24 dec - 2 jan', 'off holiday 24 dec - 2 jan', '2026-12-24', '2027-01-02'],
]

describe('somebody who says to be away', () => {
  it.each(recorded)('%j is offered %j', (said, off, from, to) => {
    const ask = parseAsk(said, context)
    expect(ask).toMatchObject({ kind: 'misunderstood', misunderstanding: { reason: 'statement', off } })
    expect(ask.kind === 'misunderstood' && ask.misunderstanding.suggestions[0]).toBe(off)
    expect(readOff(off, context)).toMatchObject({ from, to })
  })

  it.each([
    'ana is out tomorrow',
    'mark ana as out tomorrow',
    'book tom off next week',
    "i'm wfh today",
    "i'm in tomorrow",
    'ill be late tomorrow',
  ])('%j is offered nothing that records it', (said) => {
    expect(parseAsk(said, context)).toMatchObject({
      kind: 'misunderstood',
      misunderstanding: { reason: 'statement', off: null },
    })
  })

  it.each(['is ana out tomorrow', 'do you know if i am out tomorrow', 'will will be out', 'am i out'])(
    '%j is a question',
    (asked) => {
      expect(parseAsk(asked, context).kind).toBe('query')
    },
  )
})
