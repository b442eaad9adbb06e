import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { AskContext } from '../../src/language/context.js'
import type { Who } from '../../src/language/query.js'

const named = [
  'Next',
  'Support',
  'Sales',
  'Office',
  'Back Office',
  'People',
  'Leave',
  'Remote',
  'Holiday',
  'May',
]

const context: AskContext = {
  today: '2026-11-20',
  weekStart: 'monday',
  dateOrder: 'day',
  locale: 'en-GB',
  teams: named.map((name) => ({ name })),
  people: [{ name: 'Ana Ruiz', team: 'Support' }],
}

const nameOf = ({ team, person }: Who): string =>
  person && person !== 'me' ? person.name : (team?.name ?? 'all')

/** `all 11-23..11-29`, and the other meaning. */
const read = (phrase: string): string => {
  const ask = parseAsk(phrase, context)
  if (ask.kind !== 'query') return ask.kind === 'help' ? 'help' : ask.misunderstanding.suggestions.join(' | ')
  const { who, except, asks, range, alternative } = ask.query
  const days = range.from === range.to ? range.from.slice(5) : `${range.from.slice(5)}..${range.to.slice(5)}`
  const names = [...who.map(nameOf), ...except.map((one) => `-${nameOf(one)}`)].join(' ')
  return [asks, names, days, ...(alternative === null ? [] : [`or ${alternative}`])].join(' ')
}

describe('a team whose name is a common word', () => {
  it.each([
    ['next week', 'out all 11-23..11-29'],
    ['next month', 'out all 12-01..12-31'],
    ['next', 'out Next 11-20..11-27'],
    ['next team tomorrow', 'out Next 11-21'],
    ['next next week', 'out Next 11-23..11-29'],
    ['is next in tomorrow', 'in Next 11-21'],
    ['everyone except next next week', 'out all -Next 11-23..11-29'],
    ['who is out next to christmas', '2026-11-20..2026-12-26 team:"Next" | help'],
    ['support for sales', 'team:"Support" | team:"Sales"'],
    ['support next week', 'out Support 11-23..11-29'],
    ['who is on support tomorrow', 'out all 11-21'],
    ['is anyone in support out', 'out Support 11-20'],
    ['who is in the office tomorrow', 'in all 11-21'],
    ['is office in tomorrow', 'in Office 11-21'],
    ['off in office', 'out Office 11-20..11-27'],
    ['who is off in the office team', 'out Office 11-20..11-27'],
    ['who in office is off until the 24th', 'out Office 11-20..11-24'],
    [
      'who is in office or out of office tomorrow',
      'who is in 2026-11-21..2026-11-21 | 2026-11-21..2026-11-21',
    ],
    ['who is out of the office tomorrow', 'out all 11-21'],
    ['who is back tomorrow', 'back all 11-21'],
    ['is back office back on monday', 'back Back Office 11-23'],
    ['people on leave tomorrow', 'out all 11-21 or 2026-11-21..2026-11-21 team:"People"'],
    ['people off tomorrow', 'out all 11-21 or 2026-11-21..2026-11-21 team:"People"'],
    ['who in people is off tomorrow', 'out People 11-21'],
    ['people not in support tomorrow', 'out all -Support 11-21'],
    ['is anyone in leave on leave tomorrow', 'out Leave 11-21'],
    ['who is on leave tomorrow', 'out all 11-21'],
    ['who is remote tomorrow', 'out all 11-21'],
    ['remote team tomorrow', 'out Remote 11-21'],
    ['who is on holiday tomorrow', 'out all 11-21'],
    ['holiday team tomorrow', 'out Holiday 11-21'],
    ['may', 'out all 05-01..05-31 or team:may'],
  ])('is meant only where a team can be: %s', (phrase, meaning) => {
    expect(read(phrase)).toBe(meaning)
  })
})
