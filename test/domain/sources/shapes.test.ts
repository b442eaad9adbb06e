import { describe, expect, it } from 'vitest'
import { calendar, shown } from './feed.js'

const days = (from: string, to?: string): readonly string[] => [
  `DTSTART;VALUE=DATE:${from}`,
  ...(to === undefined ? [] : [`DTEND;VALUE=DATE:${to}`]),
]
const week = days('20261123', '20261128')

/** The whole week of somebody, as they are read. */
const weekOf = (name: string, type = 'holiday', half = '') => `${name} ${type} 2026-11-23..2026-11-27${half}`
const dayOf = (name: string, half = '') => `${name} holiday 2026-11-23..2026-11-23${half}`

/** How the tools that companies use write a leave (background, "Shapes"). */
const shapes: readonly [tool: string, summary: string, expected: string, ...lines: string[]][] = [
  ['BambooHR', 'Petr Ivanoff (Paid Vacation - 9 days)', weekOf('Petr Ivanoff'), "CATEGORIES:Who's Out"],
  ['BambooHR, type hidden', 'Ana Ruiz (Time off - 5 days)', weekOf('Ana Ruiz')],
  ['BambooHR, sick', 'Ana Ruiz (Sick - 5 days)', weekOf('Ana Ruiz', 'sick')],
  [
    'BambooHR, half a day',
    'Ana Ruiz (Time off - 0.5 days)',
    dayOf('Ana Ruiz', ' from noon'),
    ...days('20261123', '20261124'),
  ],
  [
    'BambooHR, company holiday',
    'Company Holiday - Christmas',
    '? Company Holiday - Christmas',
    ...days('20261225', '20261226'),
    'CATEGORIES:Company Holidays',
  ],
  ['BambooHR, birthday', 'Ana Ruiz', '', ...days('20261123'), 'CATEGORIES:Birthdays'],
  ['BambooHR, anniversary', 'Ana Ruiz - 5 years', '', ...days('20261123'), 'CATEGORIES:Anniversaries'],
  ['Personio', '[Bezahlter Urlaub] Max Mustermann', weekOf('Max Mustermann')],
  ['Personio, sick', '[Krankheit] Max Mustermann', weekOf('Max Mustermann', 'sick')],
  [
    'Personio, half first day',
    '[Vacation] John Doe ½ first day',
    weekOf('John Doe', 'holiday', ' from noon'),
  ],
  ['Personio, half last day', '[Vacation] John Doe ½ last day', weekOf('John Doe', 'holiday', ' until noon')],
  [
    'Personio, birthday since 1904',
    '[Birthday] John Doe',
    '',
    ...days('19041124', '19041125'),
    'RRULE:FREQ=YEARLY',
  ],
  [
    'Personio, public holiday',
    '[Public Holidays / Germany] Christmas Day',
    '? [Public Holidays / Germany] Christmas Day',
    ...days('20261225', '20261226'),
  ],
  ['Personio, end of a probation', '[Probation period end] John Doe', '', ...days('20261123')],
  ['Personio, with a remark behind the name', '[Vacation] Max Mustermann (Berlin)', weekOf('Max Mustermann')],
  ['Justworks', 'Nathan J. PTO (Vacation)', weekOf('Nathan Jones')],
  [
    'Confluence',
    'PTO',
    weekOf('John Doe'),
    'ORGANIZER;CN="Doe, John":MAILTO:jd@elsewhere.example',
    'CATEGORIES:PTO',
  ],
  [
    'Confluence, sick by its category',
    'Flu',
    weekOf('John Doe', 'sick'),
    'ATTENDEE;CN="Doe, John":mailto:jd@elsewhere.example',
    'CATEGORIES:Sick',
  ],
  [
    'Urlaubsverwaltung, one day',
    'Marlene Muster abwesend',
    dayOf('Marlene Muster'),
    ...days('20261123'),
    'ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Marlene Muster:mailto:marlene.muster@acme.example',
  ],
  [
    'Urlaubsverwaltung, by hours in UTC',
    'Marlene Muster abwesend',
    dayOf('Marlene Muster', ' until noon'),
    'DTSTART:20261123T070000Z',
    'DTEND:20261123T110000Z',
    'ATTENDEE:mailto:Marlene.Muster@acme.example',
  ],
  [
    'Urlaubsverwaltung in English',
    'Marlene Muster absent',
    weekOf('Marlene Muster'),
    'ATTENDEE:mailto:marlene.muster@acme.example',
  ],
  ['Urlaubsverwaltung, replacement', 'Vertretung für Marlene Muster', ''],
  [
    'TimeOff.Management, morning',
    'Ana Ruiz is OOO (out of office)',
    dayOf('Ana Ruiz', ' until noon'),
    'DTSTART:20261123T090000Z',
    'DTEND:20261123T120000Z',
  ],
  [
    'TimeOff.Management, afternoon',
    'Ana Ruiz is OOO (out of office)',
    dayOf('Ana Ruiz', ' from noon'),
    'DTSTART:20261123T130000Z',
    'DTEND:20261123T170000Z',
  ],
  ["Who's OOO", '🏖 Ana Ruiz', weekOf('Ana Ruiz')],
  [
    'Google, by convention',
    '[vacation] Aleksandr Bugrov',
    weekOf('Aleksandr Bugrov'),
    'ORGANIZER;CN=Team out:mailto:c_1@group.calendar.google.com',
    'TRANSP:TRANSPARENT',
  ],
  ['Google, PTO for', 'PTO for Łukasz Müller', weekOf('Łukasz Müller')],
  ['Google, surname alone', 'Parrott - PTO', '? Parrott - PTO'],
  ['Google, first name alone', 'Ana - PTO', '? Ana - PTO'],
  [
    'Google, timed over days',
    'Ana Ruiz OOO',
    'Ana Ruiz holiday 2026-11-23..2026-11-25 from noon until noon',
    'DTSTART;TZID=Europe/Berlin:20261123T140000',
    'DTEND;TZID=Europe/Berlin:20261125T120000',
  ],
  [
    'Outlook, whole day with hours',
    'Ana Ruiz',
    dayOf('Ana Ruiz'),
    'DTSTART;TZID="W. Europe Standard Time":20261123T000000',
    'DTEND;TZID="W. Europe Standard Time":20261124T000000',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
  ],
  [
    'Outlook, whole days as dates, out of office',
    'Ana Ruiz on leave',
    weekOf('Ana Ruiz'),
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
  ],
  ['HiBob without names', 'Out of office', '? Out of office'],
  ['type before the name', 'OOO sick Ana Ruiz', weekOf('Ana Ruiz', 'sick')],
  ['last name first', 'Ruiz, Ana: Urlaub', weekOf('Ana Ruiz')],
  ['working from home', 'Ana Ruiz WFH', ''],
]

/** Who an event is about (background, "How consumers map to people"). */
const persons: readonly [why: string, summary: string, expected: string, ...lines: string[]][] = [
  ['the longest name wins', 'Ana Ruiz Gómez on leave', 'Ana Ruiz Gómez'],
  ['case and accents do not count', 'LUKASZ MULLER', 'Łukasz Müller'],
  ['hyphens and apostrophes are blanks', "Anne Marie O'Brien", 'Anne-Marie O’Brien'],
  ['two members are nobody', 'Ana Ruiz and John Doe offsite', '?'],
  ['somebody unknown beside a member', 'Jane & John Doe offsite', '?'],
  ['an unknown surname', 'Ana Smith', '?'],
  ['initial and surname', 'J. Doe', '?'],
  ['an initial that goes on', 'Nathan J. Smith', '?'],
  ['a name of one word is never enough', 'Sam PTO', '?'],
  ['an address beats a name', 'PTO', 'Ana Ruiz', 'ATTENDEE;CN=John Doe:mailto:ana.ruiz@acme.example'],
  [
    'an attendee beats the organizer',
    'PTO',
    'Ana Ruiz',
    'ORGANIZER:mailto:john.doe@acme.example',
    'ATTENDEE:mailto:ana.ruiz@acme.example',
  ],
  ['an organizer who writes down a colleague', 'Ana Ruiz PTO', '?', 'ORGANIZER:mailto:john.doe@acme.example'],
  [
    'a meeting of two members',
    'Offsite',
    '?',
    'ATTENDEE:mailto:john.doe@acme.example',
    'ATTENDEE:mailto:ana.ruiz@acme.example',
  ],
  ['a name that is a word for a type', 'Jo Holiday sick', 'Jo Holiday'],
]

/** An event of the whole week, unless its lines say otherwise. */
const eventOf = (summary: string, lines: readonly string[] = []): string => {
  const days = lines.some((line) => line.startsWith('DTSTART')) ? [] : week
  return calendar([...days, `SUMMARY:${summary}`, ...lines])
}

describe('feeds as tools write them', () => {
  it.each(shapes)('%s', (_, summary, expected, ...lines) => {
    expect(shown(eventOf(summary, lines))).toEqual(expected === '' ? [] : [expected])
  })

  it.each(persons)('%s', (_, summary, expected, ...lines) => {
    const [only = '', ...rest] = shown(eventOf(summary, lines)) as readonly string[]
    expect(rest).toEqual([])
    if (expected === '?') expect(only).toMatch(/^\? /)
    else expect(only).toMatch(new RegExp(`^${expected} (holiday|sick|personal) `))
  })

  it('names the nearest members of an event that is nobody’s', () => {
    const feed = eventOf('J. Doe')
    const alias = { words: 'j doe', member_id: 'John Doe' }
    expect(shown(feed, { reading: { aliases: [alias] } })).toEqual([weekOf('John Doe')])
  })

  it.each([
    ['Sabbatical leave', 'personal'],
    ['Kite time', 'sick'],
    ['Vacation', 'holiday'],
    ['Field day', null],
  ])('reads %s by the organization’s own words', (words, type) => {
    const types = { sabbaticalleave: 'personal', kitetime: 'sick', fieldday: 'skip' } as const
    const found = shown(eventOf(`Ana Ruiz (${words})`), { reading: { types } })
    expect(found).toEqual(type === null ? [] : [`Ana Ruiz ${type} 2026-11-23..2026-11-27`])
  })

  it('reads half days in one feed as one day', () => {
    const half = (from: string, to: string) => [
      `DTSTART:20261123T${from}00Z`,
      `DTEND:20261123T${to}00Z`,
      'UID:1',
      'SUMMARY:Ana Ruiz is OOO',
    ]
    expect(shown(calendar(half('0800', '1100'), half('1200', '1600')))).toEqual([dayOf('Ana Ruiz')])
  })
})

describe('the calendar of one person', () => {
  const own = { reading: { member_id: 'Ana Ruiz' } }
  const busy = (status: string) => `X-MICROSOFT-CDO-BUSYSTATUS:${status}`
  it.each<[string, summary: string, count: number, ...lines: string[]]>([
    ['OOF counts whatever it is called', 'Mallorca', 1, busy('OOF')],
    ['availability only, as Outlook publishes it, counts', 'Away', 1, busy('OOF')],
    ['availability only that says busy does not', 'Busy', 0, busy('BUSY')],
    ['words for an absence count', 'Urlaub', 1],
    ['a meeting does not', 'Board meeting', 0],
    ['what blocks no time does not', 'Holiday', 0, 'TRANSP:TRANSPARENT'],
    ['what is marked as free does not', 'Holiday planning', 0, busy('FREE')],
    ['somebody’s birthday does not', 'Birthday off', 0, 'TRANSP:OPAQUE'],
  ])('%s', (_, summary, count, ...lines) => {
    expect(shown(eventOf(summary, lines), own)).toHaveLength(count)
  })
})
