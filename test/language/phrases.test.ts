import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../../src/language/context.js'
import type { AskReason } from '../../src/language/query.js'
import { contextOn } from './table.js'

const teams: readonly AskTeam[] = [
  'Design',
  'Sales',
  'Customer Success',
  'May',
  'People',
  'R&D',
  'Acme Inc.',
].map((name) => ({ name }))
const people: readonly AskPerson[] = [
  { name: 'Ana', slackId: 'U012AB3CD' },
  { name: 'June Carter' },
  { name: 'Tom Hanks' },
  { name: 'Sun Li' },
  { name: 'Marc Jacobs' },
  { name: 'April Ludgate' },
  { name: 'Ben Ruiz', slackId: 'U0BEN' },
  { name: 'Ben Lopez' },
  { name: 'Zoë Weiß' },
]

const read = (phrase: string, today: string, changes: Partial<AskContext> = {}) =>
  parseAsk(phrase, contextOn(today, { teams, people, ...changes }))

/** `2026-12-24`, or two days with `..` between them, then perhaps a team and a person. */
const shown = (phrase: string, today: string, changes: Partial<AskContext> = {}): string => {
  const ask = read(phrase, today, changes)
  if (ask.kind === 'help') return 'help'
  if (ask.kind === 'misunderstood') return ask.misunderstanding.reason
  const { range, team, person } = ask.query
  const days = range.from === range.to ? range.from : `${range.from}..${range.to}`
  return [days, team?.name, person === 'me' ? person : person?.name].filter(Boolean).join(' ')
}

/** Rows are read as a table: a phrase, what it means. */
type Rows = readonly (readonly [string, string])[]

const onFriday: Rows = [
  // Weekdays and weeks, every way to say them.
  ['this friday', '2026-11-20'],
  ['last friday', '2026-11-13'],
  ['this coming friday', '2026-11-27'],
  ['friday of next week', '2026-11-27'],
  ['friday last week', '2026-11-13'],
  ['monday this week', '2026-11-16'],
  ['next-week', '2026-11-23..2026-11-29'],
  ['next wk', '2026-11-23..2026-11-29'],
  ['following week', '2026-11-23..2026-11-29'],
  ['the month before last', '2026-09-01..2026-09-30'],
  ['week-end', '2026-11-21..2026-11-22'],
  ['monday week', '2026-11-30'],
  ['tomorrow week', '2026-11-28'],
  ['a fortnight from friday', '2026-12-04'],
  ['monday night', '2026-11-23'],
  ['day before yesterday', '2026-11-18'],
  ['weekend of 12 dec', '2026-12-12..2026-12-13'],
  ['the weekend of 13 dec', '2026-12-12..2026-12-13'],
  ['weekend next week', '2026-11-28..2026-11-29'],
  ['week after next week', '2026-11-30..2026-12-06'],
  ['the week after christmas', '2026-12-28..2027-01-03'],
  ['the week before christmas', '2026-12-14..2026-12-20'],
  ['friday before christmas', '2026-12-18'],
  // Of a holiday at a weekend, the week that ends with it.
  ['the week before easter', '2027-03-22..2027-03-28'],
  ['the week after easter', '2027-03-29..2027-04-04'],
  ['the week before christmas 2027', '2027-12-20..2027-12-26'],
  ['the week before easter week', '2027-03-15..2027-03-21'],
  ['the week before summer', '2027-05-24..2027-05-30'],
  ['before christmas', '2026-11-20..2026-12-24'],
  ['before easter', '2026-11-20..2027-03-25'],
  ['before christmas week', '2026-11-20..2026-12-20'],
  ['monday after next week', '2026-11-30'],
  ['friday before last week', '2026-11-06'],
  ['the day after 24 dec', '2026-12-25'],
  ['month after january', '2027-02-01..2027-02-28'],
  ['at the weekend', '2026-11-21..2026-11-22'],
  ['the whole of next week', '2026-11-23..2026-11-29'],
  // Distances.
  ['for two weeks from monday', '2026-11-23..2026-12-06'],
  ['2 weeks starting monday', '2026-11-23..2026-12-06'],
  ['monday for 2 weeks', '2026-11-23..2026-12-06'],
  ['from 24 dec for 10 days', '2026-12-24..2027-01-02'],
  ['for 2 weeks after monday', '2026-11-24..2026-12-07'],
  ['the two weeks before christmas', '2026-12-10..2026-12-23'],
  ['in the 2 weeks after christmas', '2026-12-27..2027-01-09'],
  ['this fortnight', '2026-11-20..2026-12-04'],
  ['next twenty-one days', '2026-11-20..2026-12-11'],
  ['next couple of weeks', '2026-11-20..2026-12-04'],
  ['previous 3 days', '2026-11-17..2026-11-20'],
  ['past month', '2026-10-20..2026-11-20'],
  ['in the next 10 days', '2026-11-20..2026-11-30'],
  ['within 2 weeks', '2026-11-20..2026-12-04'],
  ["in three weeks' time", '2026-12-07..2026-12-13'],
  ['in 2 months', '2027-01-01..2027-01-31'],
  ['3 weeks ago', '2026-10-26..2026-11-01'],
  ['2 weeks from tomorrow', '2026-12-05'],
  ['2 days after christmas day', '2026-12-27'],
  ['2 days before 24 dec', '2026-12-22'],
  ['3 months', '2026-11-20..2027-02-20'],
  ['next 366 days', '2026-11-20..2027-11-21'],
  // Open ranges.
  ['since 1 oct', '2026-10-01..2026-11-20'],
  ['since last friday', '2026-11-13..2026-11-20'],
  ['before 24 dec', '2026-11-20..2026-12-23'],
  ['after friday', '2026-11-21..2026-11-28'],
  ['by friday', '2026-11-20..2026-11-27'],
  ['by the end of next week', '2026-11-20..2026-11-29'],
  ['until the end of december', '2026-11-20..2026-12-31'],
  ['until xmas', '2026-11-20..2026-12-26'],
  ['until next week', '2026-11-20..2026-11-29'],
  ['till the 24th', '2026-11-20..2026-11-24'],
  ['from next week', '2026-11-23..2026-11-30'],
  ['from monday on', '2026-11-23..2026-11-30'],
  ['24 dec..', '2026-12-24..2026-12-31'],
  ['..friday', '2026-11-20..2026-11-27'],
  ['rest of december', '2026-12-01..2026-12-31'],
  ['eoq', '2026-11-20..2026-12-31'],
  // Separators, and dates in every order.
  ['24 dec -- 2 jan', '2026-12-24..2027-01-02'],
  ['24 dec ‒ 2 jan', '2026-12-24..2027-01-02'],
  ['24 dec − 2 jan', '2026-12-24..2027-01-02'],
  ['24 dec => 2 jan', '2026-12-24..2027-01-02'],
  ['24 dec &gt; 2 jan', '2026-12-24..2027-01-02'],
  ['24dec-2jan', '2026-12-24..2027-01-02'],
  ['24 dec - 28', '2026-12-24..2026-12-28'],
  ['from dec 24 through jan 2', '2026-12-24..2027-01-02'],
  ['between the 3rd and the 5th of march', '2027-03-03..2027-03-05'],
  ['mon 21 - wed 23 dec', '2026-12-21..2026-12-23'],
  ['Mon 23 Nov 2026 – Sun 29 Nov 2026', '2026-11-23..2026-11-29'],
  ['thursday, 24 december 2026', '2026-12-24'],
  ['the twenty-fourth of december', '2026-12-24'],
  ['first of january', '2027-01-01'],
  ['march 3-5, 2027', '2027-03-03..2027-03-05'],
  ['dec 28-2', '2026-12-28..2027-01-02'],
  ['24. dec', '2026-12-24'],
  ['27 nov, fri', '2026-11-27'],
  ['27 november 2026 (friday)', '2026-11-27'],
  ['24 dec thu - 27 dec sun', '2026-12-24..2026-12-27'],
  ['thursday 24 december, friday 25 december', '2026-12-24..2026-12-25'],
  ['2026 dec 24', '2026-12-24'],
  ["dec '26", '2026-12-01..2026-12-31'],
  ["'24 dec'", '2026-12-24'],
  ["design '24 dec'", '2026-12-24 Design'],
  ["'24 dec' - '26 dec'", '2026-12-24..2026-12-26'],
  ['week 47 may', '2026-11-16..2026-11-22 May'],
  ['fri 2026-11-27', '2026-11-27'],
  ["ANA'S NEXT WEEK", '2026-11-23..2026-11-29 Ana'],
  ["customer success's next week", '2026-11-23..2026-11-29 Customer Success'],
  ["24 dec '26 - 2 jan '27", '2026-12-24..2027-01-02'],
  ['24, 25 and 26 dec', '2026-12-24..2026-12-26'],
  ['24/25 dec', '2026-12-24..2026-12-25'],
  ['dec 24 & 25', '2026-12-24..2026-12-25'],
  ['month-end', '2026-11-20..2026-11-30'],
  ['next week: thursday', '2026-11-26'],
  ['next week on thursday', '2026-11-26'],
  ['24-28/12', '2026-12-24..2026-12-28'],
  ['24.-28.12.', '2026-12-24..2026-12-28'],
  ['28.-2.1.2027', '2026-12-28..2027-01-02'],
  ['the month of december', '2026-12-01..2026-12-31'],
  ['the month of may', '2027-05-01..2027-05-31'],
  ['monday or tuesday', '2026-11-23..2026-11-24'],
  ['24-dec-2026', '2026-12-24'],
  ['24 dec 26', '2026-12-24'],
  ['24 dec next year', '2027-12-24'],
  ['24 dec 27 dec', '2026-12-24..2026-12-27'],
  ['dec - jan', '2026-12-01..2027-01-31'],
  ['december 2026 to february 2027', '2026-12-01..2027-02-28'],
  ['12/2026', '2026-12-01..2026-12-31'],
  ['2026-12', '2026-12-01..2026-12-31'],
  ['2026.12.24', '2026-12-24'],
  ['2026-1-5', '2026-01-05'],
  ['24/12/26', '2026-12-24'],
  ['12/14', '2026-12-14'],
  ['12/24 - 1/2', '2026-12-24..2027-01-02'],
  ['2026-12-24T09:00+01:00', '2026-12-24'],
  ['２４ ｄｅｃ', '2026-12-24'],
  // Dates keep their hyphens and slashes to themselves, whatever stands beside them.
  ['2026-12-24 may', '2026-12-24 May'],
  ['may 2026-12-24', '2026-12-24 May'],
  ['from 2026-11-30 may', '2026-11-30..2026-12-07 May'],
  ['2026/12/24 may', '2026-12-24 May'],
  ['may 2026/12/24', '2026-12-24 May'],
  ['24/12/2026 may', '2026-12-24 May'],
  ['may 24/12/2026', '2026-12-24 May'],
  ['oct 19th, 2027 may', '2027-10-19 May'],
  ['may 2026-W52', '2026-12-21..2026-12-27 May'],
  ['24 dec 2026-2 jan 2027', '2026-12-24..2027-01-02'],
  ['24 dec-26', '2026-12-24..2026-12-26'],
  ['24-dec-26', '2026-12-24'],
  ['2 day', '2026-11-20..2026-11-22'],
  ['2day', '2026-11-20'],
  ['monday to monday', '2026-11-23..2026-11-30'],
  ['this january', '2026-01-01..2026-01-31'],
  // Days of the month alone.
  ['the 12th to the 14th', '2026-12-12..2026-12-14'],
  ['24th-2nd', '2026-11-24..2026-12-02'],
  ['the 31st of next month', '2026-12-31'],
  ['tue 24', '2026-11-24'],
  // Week numbers, quarters, halves, years.
  ['w50-52', '2026-12-07..2026-12-27'],
  ['weeks 50 and 51', '2026-12-07..2026-12-20'],
  ['week #52', '2026-12-21..2026-12-27'],
  ['week no. 52', '2026-12-21..2026-12-27'],
  ['week 52 of 2026', '2026-12-21..2026-12-27'],
  ['2026-W52..2026-W53', '2026-12-21..2027-01-03'],
  ['2026-W52-4', '2026-12-24'],
  ['monday of week 50', '2026-12-07'],
  ['mon-fri week 50', '2026-12-07..2026-12-11'],
  ['week of christmas', '2026-12-21..2026-12-27'],
  ['quarter 1', '2027-01-01..2027-03-31'],
  ['first quarter', '2027-01-01..2027-03-31'],
  ['q1/2027', '2027-01-01..2027-03-31'],
  ['q1-q2', '2027-01-01..2027-06-30'],
  ['h2 2027', '2027-07-01..2027-12-31'],
  ['in 2027', '2027-01-01..2027-12-31'],
  ['next december', '2027-12-01..2027-12-31'],
  ['last november', '2025-11-01..2025-11-30'],
  // Ranges between different kinds.
  ['monday - today', '2026-11-16..2026-11-20'],
  ['1 sep - today', '2026-09-01..2026-11-20'],
  ['1 nov - friday', '2026-11-01..2026-11-20'],
  ['next week - 24 dec', '2026-11-23..2026-12-24'],
  ['today until end of month', '2026-11-20..2026-11-30'],
  ['last mon - fri', '2026-11-16..2026-11-20'],
  ['mon to next fri', '2026-11-23..2026-11-27'],
  ['between christmas and new year', '2026-12-25..2027-01-01'],
  ['mon, tue and wed', '2026-11-23..2026-11-25'],
  ['sat/sun', '2026-11-21..2026-11-22'],
  ['weekend and monday', '2026-11-21..2026-11-23'],
  ['24 and 25 dec', '2026-12-24..2026-12-25'],
  ['this and next week', '2026-11-16..2026-11-29'],
  ['december and january', '2026-12-01..2027-01-31'],
  ['new year’s eve', '2026-12-31'],
  // Names beside dates, and names that are dates.
  ['may', '2027-05-01..2027-05-31'],
  ['may next week', '2026-11-23..2026-11-29 May'],
  ['team:may', '2026-11-20..2026-11-27 May'],
  ['may 5', '2027-05-05'],
  ['design may', '2027-05-01..2027-05-31 Design'],
  ['june', '2027-06-01..2027-06-30'],
  ['june next week', '2026-11-23..2026-11-29 June Carter'],
  ['tom', '2026-11-21'],
  ['tom tomorrow', '2026-11-21 Tom Hanks'],
  ['@sun until friday', '2026-11-20..2026-11-27 Sun Li'],
  ['marc', '2026-11-20..2026-12-20 Marc Jacobs'],
  ['april next month', '2026-12-01..2026-12-31 April Ludgate'],
  ['ben ruiz next week', '2026-11-23..2026-11-29 Ben Ruiz'],
  ['@"ben lopez" tomorrow', '2026-11-21 Ben Lopez'],
  ['@ben lopez tomorrow', '2026-11-21 Ben Lopez'],
  ['r&amp;d next week', '2026-11-23..2026-11-29 R&D'],
  ['acme inc next week', '2026-11-23..2026-11-29 Acme Inc.'],
  ['tomorrow acme inc.', '2026-11-21 Acme Inc.'],
  ['people next week', '2026-11-23..2026-11-29 People'],
  ['the design team next week', '2026-11-23..2026-11-29 Design'],
  ['next week in the design team', '2026-11-23..2026-11-29 Design'],
  ["who's out of design next week?", '2026-11-23..2026-11-29 Design'],
  ['team:customer success until friday', '2026-11-20..2026-11-27 Customer Success'],
  ['#customer-success tomorrow', '2026-11-21 Customer Success'],
  ['<#C012|customer-success> tomorrow', '2026-11-21 Customer Success'],
  ['<@U012AB3CD> team:sales until friday', '2026-11-20..2026-11-27 Sales Ana'],
  ['ana next week design', '2026-11-23..2026-11-29 Design Ana'],
  ['next week - design', '2026-11-23..2026-11-29 Design'],
  ['_next week_ (design)', '2026-11-23..2026-11-29 Design'],
  ['design, next week', '2026-11-23..2026-11-29 Design'],
  ['“design next week”', '2026-11-23..2026-11-29 Design'],
  ['next week ZOË WEISS', '2026-11-23..2026-11-29 Zoë Weiß'],
  ['me until friday', '2026-11-20..2026-11-27 me'],
  ['is ana out tomorrow', '2026-11-21 Ana'],
  ['when is ana back?', '2026-11-20..2026-12-20 Ana'],
  ['who is out in december', '2026-12-01..2026-12-31'],
  ['who is out in 2 weeks', '2026-11-30..2026-12-06'],
  ['show me next week', '2026-11-23..2026-11-29'],
  ["ana's next week", '2026-11-23..2026-11-29 Ana'],
  ["where's ana", '2026-11-20..2026-12-20 Ana'],
  ['am i in', '2026-11-20..2026-12-20 me'],
  ['team "customer success" friday', '2026-11-20 Customer Success'],
  ['/whosout next week', '2026-11-23..2026-11-29'],
  ['all teams next week', '2026-11-23..2026-11-29'],
  ['`help`', 'help'],
  ['“help?”', 'help'],
  ['`next week?`', '2026-11-23..2026-11-29'],
  ['“next week!”', '2026-11-23..2026-11-29'],
  ['who was out last week', '2026-11-09..2026-11-15'],
  ['who is in on monday', '2026-11-23'],
  ['help me', 'help'],
  ['???', 'help'],
]

const refusedOnFriday: readonly (readonly [string, AskReason, string])[] = [
  ['24/13', 'no_such_date', '24/13'],
  ['0/12', 'no_such_date', '0/12'],
  ['20261324', 'no_such_date', '20261324'],
  ['0000-01-01', 'no_such_date', '0000-01-01'],
  ['from 9999-12-31', 'no_such_date', 'from 9999-12-31'],
  ['q5', 'no_such_date', 'q5'],
  ['w50 - w54', 'no_such_week', 'w50 - w54'],
  ['week 53 2027', 'no_such_week', 'week 53 2027'],
  ['friday the 13th', 'weekday_mismatch', 'friday the 13th'],
  ['sun 24 dec 2026 - 2 jan', 'weekday_mismatch', 'sun 24 dec 2026 - 2 jan'],
  ['today - yesterday', 'end_before_start', 'today - yesterday'],
  ['24 dec - today', 'end_before_start', '24 dec - today'],
  ['since tomorrow', 'end_before_start', 'since tomorrow'],
  ['until yesterday', 'end_before_today', 'until yesterday'],
  ['before today', 'end_before_today', 'before today'],
  ['next 367 days', 'over_366', 'next 367 days'],
  ['tomorrow at 3pm', 'time_of_day', 'at 3pm'],
  ['15:00', 'time_of_day', '15:00'],
  ['2026-12-24 09:00', 'time_of_day', '09:00'],
  ['in 2 hours', 'time_of_day', 'in 2 hours'],
  ['7', 'bare_number', '7'],
  ['design 24', 'bare_number', '24'],
  ['until 24', 'bare_number', '24'],
  ['next 0 days', 'bare_number', '0'],
  ['mon wed', 'two_ranges', 'mon wed'],
  ['fri 27 nov sat', 'two_ranges', 'fri 27 nov sat'],
  ['27 nov thu', 'weekday_mismatch', '27 nov thu'],
  ['2026-12-24 jan', 'two_ranges', '2026-12-24 jan'],
  ['24 dec 2026-W52', 'two_ranges', '24 dec 2026-W52'],
  ['24 dec, 12-14 dec', 'two_questions', '24 dec, 12-14 dec'],
  ['week 24/12', 'two_ranges', 'week 24/12'],
  ['week 3 december', 'two_ranges', 'week 3 december'],
  ['week 12 - 14 dec', 'two_ranges', 'week 12 - 14 dec'],
  ['24 dec, friday', 'weekday_mismatch', '24 dec, friday'],
  ['fri 2026-12-24', 'weekday_mismatch', 'fri 2026-12-24'],
  ['at 9.30', 'time_of_day', 'at 9'],
  ['at 3 dec', 'unknown_words', 'at'],
  ['bill next week', 'unknown_words', 'bill'],
  ['timo until friday', 'unknown_words', 'timo'],
  ['test next week', 'unknown_words', 'test'],
  ['week 12-14 dec', 'two_ranges', 'week 12-14 dec'],
  ['near 24 dec', 'unknown_words', 'near'],
  ["where's bob", 'free_question', "where's bob"],
  // Names of people that nobody here has are not misspelled words.
  ['lisa next week', 'unknown_words', 'lisa'],
  ['christian', 'unknown_words', 'christian'],
  ['is julian out tomorrow', 'free_question', 'is julian out tomorrow'],
  ['monty next week', 'unknown_words', 'monty'],
  ['willy', 'unknown_words', 'willy'],
  ['is mondai in', 'free_question', 'is mondai in'],
  // As near to week as to weds, and both make sense.
  ['this wedk', 'unknown_words', 'wedk'],
  ['24 dec for 400 days', 'over_366', '24 dec for 400 days'],
  ['why is ana out', 'free_question', 'why is ana out'],
  ['jane next week', 'unknown_words', 'jane'],
  ['marc3 next week', 'bare_number', '3'],
  ['jude', 'unknown_words', 'jude'],
  ['frida', 'unknown_words', 'frida'],
  ['every friday', 'recurring', 'every friday'],
  ['ben next week', 'several_people', 'ben'],
  ['@nobody next week', 'unknown_words', '@nobody'],
  ['<@UNOPE> next week', 'unknown_words', '<@UNOPE>'],
  ['team:nope', 'unknown_words', 'team:nope'],
  ['desgin next week', 'unknown_words', 'desgin'],
  ['...', 'unknown_words', '...'],
  ['on', 'unknown_words', 'on'],
]

/** Hand-counted for other days: a Sunday, the turn of a year, a Thursday before one, a leap day. */
const onOtherDays: readonly (readonly [string, string, string])[] = [
  ['2026-11-23', 'mon, tue and wed next week', '2026-11-30..2026-12-02'],
  ['2026-11-23', 'thu/fri of week 50', '2026-12-10..2026-12-11'],
  ['2026-11-23', 'mon and wed next week', '2026-11-30..2026-12-02'],
  ['2026-12-27', 'this week', '2026-12-21..2026-12-27'],
  ['2026-12-27', 'next week', '2026-12-28..2027-01-03'],
  ['2026-12-27', 'weekend', '2026-12-26..2026-12-27'],
  ['2026-12-27', 'next weekend', '2027-01-02..2027-01-03'],
  ['2026-12-27', 'rest of the week', '2026-12-27'],
  ['2026-12-27', 'in 2 weeks', '2027-01-04..2027-01-10'],
  ['2026-12-27', '24 dec - 2 jan', '2026-12-24..2027-01-02'],
  ['2026-12-27', 'thu to next tue', '2026-12-31..2027-01-05'],
  ['2026-12-28', 'next friday', '2027-01-08'],
  ['2027-12-30', 'next friday', '2028-01-07'],
  ['2027-12-30', 'week 52', '2027-12-27..2028-01-02'],
  ['2027-12-30', 'week 53', 'no_such_week'],
  ['2027-12-30', 'w52 - w1', '2027-12-27..2028-01-09'],
  ['2027-12-30', '24 dec - 2 jan', '2027-12-24..2028-01-02'],
  ['2027-12-30', '28 feb - 1 mar', '2028-02-28..2028-03-01'],
  ['2027-12-30', 'thu to next tue', '2027-12-30..2028-01-04'],
  ['2028-01-01', 'week 52', '2027-12-27..2028-01-02'],
  ['2027-01-05', 'week 53', '2026-12-28..2027-01-03'],
  ['2027-02-20', 'week 53', 'no_such_week'],
  ['2028-02-29', '29 feb', '2028-02-29'],
  ['2028-03-10', '29 feb', '2028-02-29'],
  ['2096-03-01', '29 feb', '2096-02-29'],
  ['2096-06-01', '29 feb', '2104-02-29'],
  ['2026-11-24', '24 oct', '2026-10-24'],
  ['2026-11-25', '24 oct', '2027-10-24'],
  ['2026-12-28', 'fri 24 dec', '2027-12-24'],
  ['2026-11-18', 'until friday', '2026-11-18..2026-11-20'],
  ['2026-11-30', 'eom', '2026-11-30'],
  ['2026-01-31', 'next 1 month', '2026-01-31..2026-02-28'],
]

const byWeekStart: readonly (readonly [AskContext['weekStart'], string, string, string])[] = [
  ['sunday', '2026-12-27', 'next week', '2027-01-03..2027-01-09'],
  ['sunday', '2026-12-27', 'this week', '2026-12-27..2027-01-02'],
  ['sunday', '2026-11-20', 'next sunday', '2026-11-22'],
  ['sunday', '2026-11-20', 'week of 21 dec', '2026-12-20..2026-12-26'],
  ['saturday', '2026-11-20', 'this week', '2026-11-14..2026-11-20'],
  ['saturday', '2026-11-20', 'next week', '2026-11-21..2026-11-27'],
  ['saturday', '2026-11-20', 'rest of the week', '2026-11-20'],
  ['saturday', '2026-11-20', 'next saturday', '2026-11-21'],
  ['saturday', '2026-11-20', 'week 52', '2026-12-21..2026-12-27'],
]

const byDateOrder: readonly (readonly [AskContext['dateOrder'], string, string, string])[] = [
  ['day', 'en-US', '03/04', '2027-04-03'],
  ['month', 'en-GB', '03/04', '2027-03-04'],
  ['locale', 'en-US', '03/04', '2027-03-04'],
  ['locale', 'en-GB', '03/04', '2027-04-03'],
  ['locale', 'es-MX', '03/04', '2027-04-03'],
  ['month', 'en-GB', '24/12 - 2/1', '2026-12-24..2027-01-02'],
  ['day', 'en-GB', '12/24', '2026-12-24'],
  ['month', 'en-GB', '3.4.2027', '2027-04-03'],
  ['locale', 'en-US', '7.12.', '2026-12-07'],
]

const typos: readonly (readonly [string, string, string])[] = [
  // Equally near to two words: the one that makes sense, or both when they say the same.
  ['tmorrow', '2026-11-21', 'tomorrow'],
  ['todayy', '2026-11-20', 'today'],
  ['next weekk', '2026-11-23..2026-11-29', 'week'],
  ['next 2 weks', '2026-11-20..2026-12-04', 'weeks'],
  ['next 3 moths', '2026-11-20..2027-02-20', 'months'],
  ['tody design', '2026-11-20 Design', 'today'],
  ['thrusday', '2026-11-26', 'thursday'],
  ['wensday', '2026-11-25', 'wednesday'],
  ['januray', '2027-01-01..2027-01-31', 'january'],
  ['3 febuary', '2027-02-03', 'february'],
  ['nxet week', '2026-11-23..2026-11-29', 'next'],
  ['nex week', '2026-11-23..2026-11-29', 'next'],
  ['untill friday', '2026-11-20..2026-11-27', 'until'],
  ['weeknd', '2026-11-21..2026-11-22', 'weekend'],
  ['forthnight', '2026-11-20..2026-12-04', 'fortnight'],
  ['this qaurter', '2026-10-01..2026-12-31', 'quarter'],
  ['chrismas', '2026-12-24..2026-12-26', 'christmas'],
  ['tomorow design', '2026-11-21 Design', 'tomorrow'],
]

const alternatives: readonly (readonly [string, string])[] = [
  ['may', 'team:may'],
  ['june', '@june'],
  ['tom', '@tom'],
  ['friday design', '2026-11-27 team:"Design"'],
  ['next weekend @ana', '2026-11-21..2026-11-22 <@U012AB3CD>'],
  ['3/4 me', '2027-03-04 me'],
  ['until december', '2026-11-20..2026-11-30'],
  ['coming week', '2026-11-20..2026-11-27'],
  ['in 2 weeks', '2026-11-20..2026-12-04'],
  ['in a week', '2026-11-27'],
]

const friday = '2026-11-20'

describe('phrases beyond the table', () => {
  it.each(onFriday)('on Friday 20 November 2026 %j is %s', (phrase, expected) => {
    expect(shown(phrase, friday)).toBe(expected)
  })

  it.each(refusedOnFriday)('%j is refused: %s, quoting %j', (phrase, reason, words) => {
    const ask = read(phrase, friday)
    expect(ask.kind === 'misunderstood' && ask.misunderstanding).toMatchObject({ reason, words })
  })

  it.each(onOtherDays)('on %s %j is %s', (today, phrase, expected) => {
    expect(shown(phrase, today)).toBe(expected)
  })

  it.each(byWeekStart)('with weeks from %s on %s, %j is %s', (weekStart, today, phrase, expected) => {
    expect(shown(phrase, today, { weekStart })).toBe(expected)
  })

  it.each(byDateOrder)('in the order of %s for %s, %j is %s', (dateOrder, locale, phrase, expected) => {
    expect(shown(phrase, friday, { dateOrder, locale })).toBe(expected)
  })

  it.each(typos)('%j is %s, and said to be read as %j', (phrase, expected, word) => {
    const ask = read(phrase, friday)
    expect(shown(phrase, friday)).toBe(expected)
    expect(ask.kind === 'query' && ask.query.corrections.map((correction) => correction.read)).toEqual([word])
  })

  it.each(alternatives)('%j has another reading: %j', (phrase, expected) => {
    const ask = read(phrase, friday)
    expect(ask.kind === 'query' && ask.query.alternative).toBe(expected)
  })

  it('lists people of one name as commands', () => {
    const ask = read('ben next week', friday)
    expect(ask.kind === 'misunderstood' && ask.misunderstanding.suggestions).toEqual([
      '2026-11-23..2026-11-29 <@U0BEN>',
      '2026-11-23..2026-11-29 @"Ben Lopez"',
    ])
  })

  it.each([
    ['who is in this morning but off this afternoon', 'who is in 2026-11-20 morning', '2026-11-20 afternoon'],
    ['who is out monday morning but not monday afternoon', '2026-11-23 morning', '2026-11-23 afternoon'],
    [
      'is ben ruiz only off in the morning tomorrow',
      'is <@U0BEN> out 2026-11-21 morning',
      'is <@U0BEN> out 2026-11-21 afternoon',
    ],
    ['who has a half day on monday', '2026-11-23 morning', '2026-11-23 afternoon'],
    ['half days next week', '2026-11-23..2026-11-29 morning', '2026-11-23..2026-11-29 afternoon'],
  ])('%j offers each half of the day', (phrase, ...halves) => {
    const ask = read(phrase, friday)
    expect(ask.kind === 'misunderstood' && ask.misunderstanding.suggestions).toEqual(halves)
  })

  it('finds people who are called like a word that otherwise says nothing', () => {
    const everyone: readonly AskPerson[] = [{ name: 'Will Smith' }, { name: 'Dr. Grace Hopper' }]
    expect(shown('is will out tomorrow', friday, { people: everyone })).toBe('2026-11-21 Will Smith')
    expect(shown('will next week', friday, { people: everyone })).toBe('2026-11-23..2026-11-29 Will Smith')
    expect(shown('is will in', friday, { people: everyone })).toBe('2026-11-20..2026-12-20 Will Smith')
    expect(shown('who will be out tomorrow', friday, { people: everyone })).toBe('2026-11-21')
    expect(shown('dr. hopper next week', friday, { people: everyone })).toBe(
      '2026-11-23..2026-11-29 Dr. Grace Hopper',
    )
  })

  it('asks nothing of everybody when nobody follows the verb', () => {
    for (const phrase of ['is will in', 'is out tomorrow', 'when is back', 'was off on monday'])
      expect(shown(phrase, friday), phrase).toBe('free_question')
  })

  it('takes "tom" between names for a name, even if nobody has it', () => {
    for (const phrase of ['is ana or tom out on monday', 'tom and ana out monday']) {
      const ask = read(phrase, friday, { people: [{ name: 'Ana Ruiz' }] })
      expect(ask.kind === 'misunderstood' && ask.misunderstanding).toMatchObject({
        words: 'tom',
        suggestions: ['2026-11-23 @"Ana Ruiz"', 'help'],
      })
    }
    expect(shown('is ana out tom or monday', friday, { people: [{ name: 'Ana Ruiz' }] })).toBe(
      '2026-11-21..2026-11-23 Ana Ruiz',
    )
  })

  it('suggests nobody who cannot be told from another', () => {
    const twins: readonly AskPerson[] = [{ name: 'Ana' }, { name: 'ANA' }, { name: 'Ana', slackId: 'U1' }]
    const ask = read('ana next week', friday, { people: twins })
    expect(ask.kind === 'misunderstood' && ask.misunderstanding.suggestions).toEqual([
      '2026-11-23..2026-11-29 <@U1>',
    ])
  })

  it('keeps the repair of typing errors away from the names it knows', () => {
    const frieda: readonly AskPerson[] = [{ name: 'Mondai Doe' }]
    expect(shown('mondai', friday)).toBe('2026-11-23')
    expect(shown('mondai', friday, { people: frieda })).toBe('2026-11-20..2026-12-20 Mondai Doe')
    expect(shown('tomorow', friday, { teams: [{ name: 'Tomorowland' }] })).toBe(
      '2026-11-20..2026-11-27 Tomorowland',
    )
  })
})
