import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import type { Source } from '../../../src/domain/organization/organization.js'
import { countingLeaves } from '../../../src/domain/presence/counting.js'

const workingDays = weekdays.slice(0, 5)

/** `import 23-27` in November 2026, where the 23rd is a Monday; a `p` after the first day or an `a` is noon. */
const leave = (text: string) => {
  const [, source, from, noonStart, to, noonEnd] = /^(\S+) (\d\d)(p?)-(\d\d)(a?)$/.exec(text)!
  return {
    text,
    source: source as Source,
    start_date: `2026-11-${from}`,
    end_date: `2026-11-${to}`,
    starts_at_noon: noonStart === 'p',
    ends_at_noon: noonEnd === 'a',
  }
}

const listOf = (texts: string) => (texts === '' ? [] : texts.split(', ').map(leave))
const counting = (approved: string, cancelled = ''): string =>
  countingLeaves(listOf(approved), listOf(cancelled), workingDays)
    .map(({ text }) => text)
    .join(', ')

describe('of the records of one person', () => {
  it.each([
    [
      'one of each origin on the same days: the highest',
      'own 23-27, calendar:x 23-27, import 23-27, manual 23-27',
      'manual 23-27',
    ],
    ['a feed and a file: the file', 'calendar:x 23-27, import 23-27', 'import 23-27'],
    ['a feed and an own entry: the feed', 'own 23-27, calendar:x 23-27', 'calendar:x 23-27'],
    ['one within a higher one: the higher one', 'import 23-27, calendar:x 24-25', 'import 23-27'],
    ['one around a higher one: both', 'import 24-25, calendar:x 23-27', 'import 24-25, calendar:x 23-27'],
    [
      'one that overlaps a higher one: both',
      'import 23-25, calendar:x 25-27',
      'import 23-25, calendar:x 25-27',
    ],
    [
      'one covered by two higher ones together: those two',
      'manual 23-24, calendar:x 23-27, import 25-27',
      'manual 23-24, import 25-27',
    ],
    [
      'one covered by two with a weekend between: those two',
      'import 16-20, import 23-27, calendar:x 16-27',
      'import 16-20, import 23-27',
    ],
    [
      'one covered but for a working day: all',
      'import 16-20, import 24-27, calendar:x 16-27',
      'import 16-20, import 24-27, calendar:x 16-27',
    ],
    [
      'a whole day and a higher morning: both',
      'import 23-23a, calendar:x 23-23',
      'import 23-23a, calendar:x 23-23',
    ],
    [
      'a whole day and two higher halves: the halves',
      'import 23-23a, import 23p-23, calendar:x 23-23',
      'import 23-23a, import 23p-23',
    ],
    [
      'a morning and a higher afternoon: both',
      'import 23p-23, calendar:x 23-23a',
      'import 23p-23, calendar:x 23-23a',
    ],
    ['a morning within a higher day: the day', 'import 23-23, calendar:x 23-23a', 'import 23-23'],
    ['two of one origin on the same days: both', 'import 23-27, import 23-27', 'import 23-27, import 23-27'],
    [
      'two feeds on the same days: both',
      'calendar:x 23-27, calendar:y 23-27',
      'calendar:x 23-27, calendar:y 23-27',
    ],
    [
      'a higher one after it in the list: in the order given',
      'calendar:x 02-03, manual 04-05',
      'calendar:x 02-03, manual 04-05',
    ],
  ])('%s', (_, all, counted) => expect(counting(all)).toBe(counted))
})

describe('a leave cancelled by hand', () => {
  it.each([
    ['leaves out what a feed says of the same days', 'calendar:x 23-27', 'manual 23-27', ''],
    ['leaves out what a file says of the same days', 'import 23-27', 'manual 23-27', ''],
    ['leaves out half days of these days', 'import 23p-27', 'manual 23-27', ''],
    [
      'covers nothing by what it leaves out',
      'import 23-27, calendar:x 24-25',
      'manual 23-27',
      'calendar:x 24-25',
    ],
    ['keeps a longer one', 'calendar:x 23-30', 'manual 23-27', 'calendar:x 23-30'],
    ['keeps a shorter one', 'calendar:x 23-26', 'manual 23-27', 'calendar:x 23-26'],
    ['keeps what was entered by hand again', 'manual 23-27', 'manual 23-27', 'manual 23-27'],
    ['keeps what the person entered', 'own 23-27', 'manual 23-27', 'own 23-27'],
  ])('%s', (_, all, cancelled, counted) => expect(counting(all, cancelled)).toBe(counted))
})
