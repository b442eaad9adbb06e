import { describe, expect, it } from 'vitest'
import {
  namesDays,
  proposeEntry,
  readOff,
  saysBack,
  saysElsewhere,
  type EntryContext,
} from '../../../src/domain/own-entries/read.js'
import { dayOffWords } from '../../../src/domain/words/own-entries.js'

// A Friday.
const context: EntryContext = {
  today: '2026-11-20',
  weekStart: 'monday',
  dateOrder: 'locale',
  locale: 'en-GB',
  workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
}

const read = (text: string): string | null => {
  const entry = readOff(text, context)
  return entry && `${entry.from}..${entry.to} ${entry.part} ${entry.reason}`
}

describe('one’s own days', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['off', '2026-11-20..2026-11-20 whole away'],
    ['Off.', '2026-11-20..2026-11-20 whole away'],
    ['off today', '2026-11-20..2026-11-20 whole away'],
    ['off fri', '2026-11-20..2026-11-20 whole away'],
    ['off mon', '2026-11-23..2026-11-23 whole away'],
    ['off 24-28 dec', '2026-12-24..2026-12-28 whole away'],
    ['off 2026-12-24', '2026-12-24..2026-12-24 whole away'],
    ['off next week', '2026-11-23..2026-11-29 whole away'],
    ['off until wednesday', '2026-11-20..2026-11-25 whole away'],
    ['off yesterday', '2026-11-19..2026-11-19 whole away'],
    ['off tomorrow morning', '2026-11-21..2026-11-21 morning away'],
    ['off this afternoon', '2026-11-20..2026-11-20 afternoon away'],
    ['off half day mon', '2026-11-23..2026-11-23 morning away'],
    ['off tomorrow, half a day', '2026-11-21..2026-11-21 morning away'],
    ['off mon afternoon, half-day', '2026-11-23..2026-11-23 afternoon away'],
    ['off a half day', '2026-11-20..2026-11-20 morning away'],
    ['off in the morning', '2026-11-20..2026-11-20 morning away'],
    ['off mon pm', '2026-11-23..2026-11-23 afternoon away'],
    ['off half day monday', '2026-11-23..2026-11-23 morning away'],
    ['off half a day on monday', '2026-11-23..2026-11-23 morning away'],
    ['off monday, a half-day', '2026-11-23..2026-11-23 morning away'],
    ['off half day monday afternoon', '2026-11-23..2026-11-23 afternoon away'],
    ['off 7 dec afternoon – 9 dec', '2026-12-07..2026-12-09 afternoon away'],
    ['off from 7 dec pm to 9 dec am', '2026-12-07..2026-12-09 inner away'],
    ['off 2026-12-07 - 2026-12-09 morning', '2026-12-07..2026-12-09 morning away'],
    ['off until wed morning', '2026-11-20..2026-11-25 morning away'],
    ['off until wed afternoon', '2026-11-20..2026-11-25 whole away'],
    ['off 7 dec morning to 9 dec', '2026-12-07..2026-12-09 whole away'],
    ['off mon all day', '2026-11-23..2026-11-23 whole away'],
    ['off sick', '2026-11-20..2026-11-20 whole sick'],
    ['off ill today', '2026-11-20..2026-11-20 whole sick'],
    ['off sick until wed', '2026-11-20..2026-11-25 whole sick'],
    ['off on holiday next week', '2026-11-23..2026-11-29 whole holiday'],
    ['off tomorrow afternoon, sick', '2026-11-21..2026-11-21 afternoon sick'],
    ['off sick, tomorrow', '2026-11-21..2026-11-21 whole sick'],
    ['off tomorrow afternoon sick', '2026-11-21..2026-11-21 afternoon sick'],
    ['off personal mon', '2026-11-23..2026-11-23 whole personal'],
    // Words about somebody else, or about nothing that can be entered at once: a question, whatever becomes of it.
    ['off design', null],
    ['off ana tomorrow', null],
    ['off?', null],
    ['who is off', null],
    ['offsite', null],
    ['off mon and wed', null],
    // Whose half it is, is not said.
    ['off next week afternoon', null],
    ['off 7-9 dec afternoon', null],
    ['off half day 7 to 9 dec', null],
    ['off nonsense', null],
    ['in', null],
  ]
  it.each(rows)('%s', (text, days) => expect(read(text)).toBe(days))

  it.each(['back', "I'm back", 'I’m back', 'i am back!', 'back early'])('ends with: %s', (text) =>
    expect(saysBack(text)).toBe(true),
  )
  it.each(['back tomorrow', 'who is back', 'back?', 'ana back'])('does not end with: %s', (text) =>
    expect(saysBack(text)).toBe(false),
  )
})

describe('a day off that is proposed', () => {
  const sunday = { ...context, today: '2026-11-22' }
  it.each<readonly [string, EntryContext, string, string | null]>([
    ['off', context, '2026-11-20..2026-11-20', null],
    [
      'off',
      sunday,
      '2026-11-23..2026-11-23',
      'Today, Sun 22 Nov, is not a working day, so the next one is proposed.',
    ],
    [
      'off sick',
      sunday,
      '2026-11-23..2026-11-23',
      'Today, Sun 22 Nov, is not a working day, so the next one is proposed.',
    ],
    [
      'off today',
      sunday,
      '2026-11-22..2026-11-22',
      'Sun 22 Nov is not a working day. Choose other days, or enter it anyway.',
    ],
    [
      'off sat - sun',
      context,
      '2026-11-21..2026-11-22',
      'Sat 21 Nov – Sun 22 Nov has no working day. Choose other days, or enter it anyway.',
    ],
    ['off tomorrow', sunday, '2026-11-23..2026-11-23', null],
    ['off next week', sunday, '2026-11-23..2026-11-29', null],
  ])('for "%s" is a working day, or says why not', (text, at, days, said) => {
    const entry = proposeEntry(readOff(text, at)!, at, namesDays(text))
    expect([`${entry.from}..${entry.to}`, dayOffWords(entry, at.today)]).toEqual([days, said])
  })

  it.each([
    ['off wfh tomorrow', true],
    ['off, working from home', true],
    ['off remote next week', true],
    ['off home-office fri', true],
    ['off tomorrow, wfh', true],
    ['off tomorrow', false],
    ['off in the remote team next week', false],
    ['off tomorrow remote work retreat', false],
    ['wfh tomorrow', false],
  ])('"%s" is about working elsewhere: %s', (text, said) => expect(saysElsewhere(text)).toBe(said))
})
