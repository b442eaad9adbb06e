import { describe, expect, it } from 'vitest'
import { calendar, shown } from './feed.js'

const days = (from: string, to?: string): readonly string[] => [
  `DTSTART;VALUE=DATE:${from}`,
  ...(to === undefined ? [] : [`DTEND;VALUE=DATE:${to}`]),
]
const week = days('20261123', '20261128')

/** How the tools that companies use write a leave (background, "Shapes"). */
const shapes: readonly (readonly [tool: string, lines: readonly string[], expected: string])[] = [
  [
    'BambooHR',
    [...week, 'SUMMARY:Petr Ivanoff (Paid Vacation - 9 days)', "CATEGORIES:Who's Out"],
    'Petr Ivanoff holiday 2026-11-23..2026-11-27',
  ],
  [
    'BambooHR, type hidden',
    [...week, 'SUMMARY:Ana Ruiz (Time off - 5 days)'],
    'Ana Ruiz holiday 2026-11-23..2026-11-27',
  ],
  ['BambooHR, sick', [...week, 'SUMMARY:Ana Ruiz (Sick - 5 days)'], 'Ana Ruiz sick 2026-11-23..2026-11-27'],
  [
    'BambooHR, half a day',
    [...days('20261123', '20261124'), 'SUMMARY:Ana Ruiz (Time off - 0.5 days)'],
    'Ana Ruiz holiday 2026-11-23..2026-11-23 from noon',
  ],
  [
    'BambooHR, company holiday',
    [...days('20261225', '20261226'), 'SUMMARY:Company Holiday - Christmas', 'CATEGORIES:Company Holidays'],
    '? Company Holiday - Christmas',
  ],
  ['BambooHR, birthday', [...days('20261123'), 'SUMMARY:Ana Ruiz', 'CATEGORIES:Birthdays'], ''],
  [
    'BambooHR, anniversary',
    [...days('20261123'), 'SUMMARY:Ana Ruiz - 5 years', 'CATEGORIES:Anniversaries'],
    '',
  ],
  [
    'Personio',
    [...week, 'SUMMARY:[Bezahlter Urlaub] Max Mustermann'],
    'Max Mustermann holiday 2026-11-23..2026-11-27',
  ],
  [
    'Personio, sick',
    [...week, 'SUMMARY:[Krankheit] Max Mustermann'],
    'Max Mustermann sick 2026-11-23..2026-11-27',
  ],
  [
    'Personio, half first day',
    [...week, 'SUMMARY:[Vacation] John Doe ½ first day'],
    'John Doe holiday 2026-11-23..2026-11-27 from noon',
  ],
  [
    'Personio, half last day',
    [...week, 'SUMMARY:[Vacation] John Doe ½ last day'],
    'John Doe holiday 2026-11-23..2026-11-27 until noon',
  ],
  [
    'Personio, birthday since 1904',
    [...days('19041124', '19041125'), 'RRULE:FREQ=YEARLY', 'SUMMARY:[Birthday] John Doe'],
    '',
  ],
  [
    'Personio, public holiday',
    [...days('20261225', '20261226'), 'SUMMARY:[Public Holidays / Germany] Christmas Day'],
    '? [Public Holidays / Germany] Christmas Day',
  ],
  ['Personio, end of a probation', [...days('20261123'), 'SUMMARY:[Probation period end] John Doe'], ''],
  [
    'Personio, with a remark behind the name',
    [...week, 'SUMMARY:[Vacation] Max Mustermann (Berlin)'],
    'Max Mustermann holiday 2026-11-23..2026-11-27',
  ],
  ['Justworks', [...week, 'SUMMARY:Nathan J. PTO (Vacation)'], 'Nathan Jones holiday 2026-11-23..2026-11-27'],
  [
    'Confluence',
    [...week, 'SUMMARY:PTO', 'ORGANIZER;CN="Doe, John":MAILTO:jd@elsewhere.example', 'CATEGORIES:PTO'],
    'John Doe holiday 2026-11-23..2026-11-27',
  ],
  [
    'Confluence, sick by its category',
    [...week, 'SUMMARY:Flu', 'ATTENDEE;CN="Doe, John":mailto:jd@elsewhere.example', 'CATEGORIES:Sick'],
    'John Doe sick 2026-11-23..2026-11-27',
  ],
  [
    'Urlaubsverwaltung, one day',
    [
      ...days('20261123'),
      'SUMMARY:Marlene Muster abwesend',
      'ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Marlene Muster:mailto:marlene.muster@acme.example',
    ],
    'Marlene Muster holiday 2026-11-23..2026-11-23',
  ],
  [
    'Urlaubsverwaltung, by hours in UTC',
    [
      'DTSTART:20261123T070000Z',
      'DTEND:20261123T110000Z',
      'SUMMARY:Marlene Muster abwesend',
      'ATTENDEE:mailto:Marlene.Muster@acme.example',
    ],
    'Marlene Muster holiday 2026-11-23..2026-11-23 until noon',
  ],
  [
    'Urlaubsverwaltung in English',
    [...week, 'SUMMARY:Marlene Muster absent', 'ATTENDEE:mailto:marlene.muster@acme.example'],
    'Marlene Muster holiday 2026-11-23..2026-11-27',
  ],
  ['Urlaubsverwaltung, replacement', [...week, 'SUMMARY:Vertretung für Marlene Muster'], ''],
  [
    'TimeOff.Management, morning',
    ['DTSTART:20261123T090000Z', 'DTEND:20261123T120000Z', 'SUMMARY:Ana Ruiz is OOO (out of office)'],
    'Ana Ruiz holiday 2026-11-23..2026-11-23 until noon',
  ],
  [
    'TimeOff.Management, afternoon',
    ['DTSTART:20261123T130000Z', 'DTEND:20261123T170000Z', 'SUMMARY:Ana Ruiz is OOO (out of office)'],
    'Ana Ruiz holiday 2026-11-23..2026-11-23 from noon',
  ],
  ["Who's OOO", [...week, 'SUMMARY:🏖 Ana Ruiz'], 'Ana Ruiz holiday 2026-11-23..2026-11-27'],
  [
    'Google, by convention',
    [
      ...week,
      'SUMMARY:[vacation] Aleksandr Bugrov',
      'ORGANIZER;CN=Team out:mailto:c_1@group.calendar.google.com',
      'TRANSP:TRANSPARENT',
    ],
    'Aleksandr Bugrov holiday 2026-11-23..2026-11-27',
  ],
  [
    'Google, PTO for',
    [...week, 'SUMMARY:PTO for Łukasz Müller'],
    'Łukasz Müller holiday 2026-11-23..2026-11-27',
  ],
  ['Google, surname alone', [...week, 'SUMMARY:Parrott - PTO'], '? Parrott - PTO'],
  ['Google, first name alone', [...week, 'SUMMARY:Ana - PTO'], '? Ana - PTO'],
  [
    'Google, timed over days',
    [
      'DTSTART;TZID=Europe/Berlin:20261123T140000',
      'DTEND;TZID=Europe/Berlin:20261125T120000',
      'SUMMARY:Ana Ruiz OOO',
    ],
    'Ana Ruiz holiday 2026-11-23..2026-11-25 from noon until noon',
  ],
  [
    'Outlook, whole day with hours',
    [
      'DTSTART;TZID="W. Europe Standard Time":20261123T000000',
      'DTEND;TZID="W. Europe Standard Time":20261124T000000',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'SUMMARY:Ana Ruiz',
    ],
    'Ana Ruiz holiday 2026-11-23..2026-11-23',
  ],
  [
    'Outlook, whole days as dates, out of office',
    [
      ...week,
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
      'SUMMARY:Ana Ruiz on leave',
    ],
    'Ana Ruiz holiday 2026-11-23..2026-11-27',
  ],
  ['HiBob without names', [...week, 'SUMMARY:Out of office'], '? Out of office'],
  ['type before the name', [...week, 'SUMMARY:OOO sick Ana Ruiz'], 'Ana Ruiz sick 2026-11-23..2026-11-27'],
  ['last name first', [...week, 'SUMMARY:Ruiz, Ana: Urlaub'], 'Ana Ruiz holiday 2026-11-23..2026-11-27'],
  ['working from home', [...week, 'SUMMARY:Ana Ruiz WFH'], ''],
]

/** Who an event is about (background, "How consumers map to people"). */
const persons: readonly (readonly [why: string, lines: readonly string[], expected: string])[] = [
  ['the longest name wins', ['SUMMARY:Ana Ruiz Gómez on leave'], 'Ana Ruiz Gómez'],
  ['case and accents do not count', ['SUMMARY:LUKASZ MULLER'], 'Łukasz Müller'],
  ['hyphens and apostrophes are blanks', ["SUMMARY:Anne Marie O'Brien"], 'Anne-Marie O’Brien'],
  ['two members are nobody', ['SUMMARY:Ana Ruiz and John Doe offsite'], '?'],
  ['somebody unknown beside a member', ['SUMMARY:Jane & John Doe offsite'], '?'],
  ['an unknown surname', ['SUMMARY:Ana Smith'], '?'],
  ['initial and surname', ['SUMMARY:J. Doe'], '?'],
  ['an initial that goes on', ['SUMMARY:Nathan J. Smith'], '?'],
  ['a name of one word is never enough', ['SUMMARY:Sam PTO'], '?'],
  [
    'an address beats a name',
    ['SUMMARY:PTO', 'ATTENDEE;CN=John Doe:mailto:ana.ruiz@acme.example'],
    'Ana Ruiz',
  ],
  [
    'an attendee beats the organizer',
    ['SUMMARY:PTO', 'ORGANIZER:mailto:john.doe@acme.example', 'ATTENDEE:mailto:ana.ruiz@acme.example'],
    'Ana Ruiz',
  ],
  [
    'an organizer who writes down a colleague',
    ['SUMMARY:Ana Ruiz PTO', 'ORGANIZER:mailto:john.doe@acme.example'],
    '?',
  ],
  [
    'a meeting of two members',
    ['SUMMARY:Offsite', 'ATTENDEE:mailto:john.doe@acme.example', 'ATTENDEE:mailto:ana.ruiz@acme.example'],
    '?',
  ],
  ['a name that is a word for a type', ['SUMMARY:Jo Holiday sick'], 'Jo Holiday'],
]

const withDays = (lines: readonly string[]): string => calendar([...week, ...lines])

describe('feeds as tools write them', () => {
  it.each(shapes)('%s', (_, lines, expected) => {
    expect(shown(calendar(lines))).toEqual(expected === '' ? [] : [expected])
  })

  it.each(persons)('%s', (_, lines, expected) => {
    const [only = '', ...rest] = shown(withDays(lines)) as readonly string[]
    expect(rest).toEqual([])
    if (expected === '?') expect(only).toMatch(/^\? /)
    else expect(only).toMatch(new RegExp(`^${expected} (holiday|sick|personal) `))
  })

  it('names the nearest members of an event that is nobody’s', () => {
    const feed = withDays(['SUMMARY:J. Doe'])
    const alias = { words: 'j doe', member_id: 'John Doe' }
    expect(shown(feed, { reading: { aliases: [alias] } })).toEqual([
      'John Doe holiday 2026-11-23..2026-11-27',
    ])
  })

  it.each([
    ['Sabbatical leave', 'personal'],
    ['Kite time', 'sick'],
    ['Vacation', 'holiday'],
    ['Field day', null],
  ])('reads %s by the organization’s own words', (words, type) => {
    const types = { sabbaticalleave: 'personal', kitetime: 'sick', fieldday: 'skip' } as const
    const found = shown(withDays([`SUMMARY:Ana Ruiz (${words})`]), { reading: { types } })
    expect(found).toEqual(type === null ? [] : [`Ana Ruiz ${type} 2026-11-23..2026-11-27`])
  })

  it('reads half days in one feed as one day', () => {
    const half = (from: string, to: string) => [
      `DTSTART:20261123T${from}00Z`,
      `DTEND:20261123T${to}00Z`,
      'UID:1',
      'SUMMARY:Ana Ruiz is OOO',
    ]
    expect(shown(calendar(half('0800', '1100'), half('1200', '1600')))).toEqual([
      'Ana Ruiz holiday 2026-11-23..2026-11-23',
    ])
  })
})

describe('the calendar of one person', () => {
  const own = { reading: { member_id: 'Ana Ruiz' } }
  it.each([
    ['OOF counts whatever it is called', ['SUMMARY:Mallorca', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'], 1],
    [
      'availability only, as Outlook publishes it, counts',
      ['SUMMARY:Away', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'],
      1,
    ],
    ['availability only that says busy does not', ['SUMMARY:Busy', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'], 0],
    ['words for an absence count', ['SUMMARY:Urlaub'], 1],
    ['a meeting does not', ['SUMMARY:Board meeting'], 0],
    ['what blocks no time does not', ['SUMMARY:Holiday', 'TRANSP:TRANSPARENT'], 0],
    ['what is marked as free does not', ['SUMMARY:Holiday planning', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], 0],
    ['somebody’s birthday does not', ['SUMMARY:Birthday off', 'TRANSP:OPAQUE'], 0],
  ])('%s', (_, lines, count) => {
    expect(shown(withDays(lines), own)).toHaveLength(count)
  })
})
