import { describe, expect, it } from 'vitest'
import { calendar, leavesIn, shown } from './feed.js'

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
  ['an attendee whom the title does not name', 'Ana Ruiz PTO', '?', 'ATTENDEE:mailto:john.doe@acme.example'],
  [
    'a colleague who declines to be told',
    'Ana Ruiz PTO',
    'Ana Ruiz',
    'ORGANIZER:mailto:ana.ruiz@acme.example',
    'ATTENDEE;PARTSTAT=DECLINED:mailto:john.doe@acme.example',
  ],
  [
    'one attendee of two, whom the title names',
    'Ana Ruiz PTO',
    'Ana Ruiz',
    'ATTENDEE;PARTSTAT=DECLINED:mailto:john.doe@acme.example',
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

describe('words for kinds of leave are those of imports', () => {
  it.each([
    ['Geschäftsreise', null],
    ['Remote', null],
    ['Telework', null],
    ['thuiswerken', null],
    ['Kinderkrankentag', 'sick'],
    ['Ziekte', 'sick'],
    ['Conge paye', 'holiday'],
    ['Congés payés', 'holiday'],
    ['Überstundenabbau', 'personal'],
    ['jour férié', 'bank_holiday'],
    ['something else', 'holiday'],
  ])('%s', (words, type) => {
    const feed = eventOf(`Ana Ruiz (${words})`)
    expect(shown(feed)).toEqual(type === null ? [] : [weekOf('Ana Ruiz', type)])
  })
})

describe('what denies a leave', () => {
  const none: readonly (readonly [summary: string, ...lines: string[]])[] = [
    ['Canceled: Ana Ruiz - Vacation'],
    ['CANCELLED - Ana Ruiz - Vacation'],
    ['Abgesagt: Ana Ruiz - Urlaub'],
    ['Annulé: Ana Ruiz - Congés'],
    ['Declined: Ana Ruiz - Vacation'],
    ['[REJECTED] Ana Ruiz'],
    ['Ana Ruiz (abgelehnt) Urlaub'],
    ['Ana Ruiz - Cancelled Vacation'],
    ['Ana Ruiz - not on vacation'],
    ['Ana Ruiz: no longer on leave'],
    ['Ana Ruiz: Urlaub (noch nicht genehmigt)'],
    ['Ana Ruiz: Vacation - not yet approved'],
    ['Ana Ruiz is back'],
    ['Ana Ruiz: Cancellation of vacation'],
    ['Ana Ruiz: no vacation'],
    ['Ana Ruiz kein Urlaub'],
    ['Ana Ruiz back from vacation'],
    ['Ana Ruiz zurück aus dem Urlaub', 'CATEGORIES:Cancelled'],
    ['Ana Ruiz', 'STATUS:CANCELED'],
    ['Ana Ruiz', 'STATUS:declined'],
    ['PTO', 'ATTENDEE;CN=Ana Ruiz;PARTSTAT=DECLINED:mailto:ana.ruiz@acme.example'],
    ['Ana Ruiz - Vacation (pending)'],
    ['Ana Ruiz - Vacation (Requested)'],
    ['Ana Ruiz: Urlaub (beantragt)'],
    ['Ana Ruiz - Vacation - Awaiting approval'],
    ['Tentative: Ana Ruiz - Vacation'],
    ['Ana Ruiz on vacation?'],
    ['Ana Ruiz', 'STATUS:TENTATIVE'],
    ['Ana Ruiz', 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'],
    ['Ana Ruiz', 'METHOD:CANCEL'],
  ]
  it.each(none)('%s %s', (summary, ...lines) => expect(shown(eventOf(summary, lines))).toEqual([]))

  const leave: typeof none = [
    ['Ana Ruiz - Vacation (approved)'],
    ['Ana Ruiz - Vacation (no laptop)'],
    ['Ana Ruiz - Vacation, not available'],
    ['Ana Ruiz: back pain'],
    ['Ana Ruiz: Vacation approved, pending handover'],
    ['Ana Ruiz: Vacation (back on Monday)'],
    ['Ana Ruiz open end', 'STATUS:CONFIRMED'],
    ['PTO', 'ATTENDEE;CN=Ana Ruiz;PARTSTAT=ACCEPTED:mailto:ana.ruiz@acme.example'],
    ['PTO', 'ATTENDEE;CN=Ana Ruiz;PARTSTAT=NEEDS-ACTION:mailto:ana.ruiz@acme.example'],
  ]
  it.each(leave)('and what does not: %s %s', (summary, ...lines) =>
    expect(shown(eventOf(summary, lines))).toEqual([weekOf('Ana Ruiz')]),
  )
})

describe('half days in words', () => {
  it.each([
    ['1/2 day vacation', ' from noon'],
    ['Vacation 1/2', ' from noon'],
    ['Vacation (0.50)', ' from noon'],
    ['Vacation (0.5d)', ' from noon'],
    ['Vacation (4h)', ' from noon'],
    ['Vacation - 4 hrs', ' from noon'],
    ['demi-journée congés', ' from noon'],
    ['½ Tag Urlaub', ' from noon'],
    ['Vacation a.m.', ' until noon'],
    ['Vacation am', ' until noon'],
    ['AM leave', ' until noon'],
    ['Holiday (AM)', ' until noon'],
    ['Urlaub vormittags', ' until noon'],
    ['Urlaub 1. Hälfte', ' until noon'],
    ['Half Day Vacation Morning', ' until noon'],
    ['Vacation p.m.', ' from noon'],
    ['congés (après-midi)', ' from noon'],
    ['Vacation (8h)', ''],
    ['Vacation (full day)', ''],
    ['Vacation 1 day', ''],
    ['Urlaub am Montag', ''],
    ['I am on vacation', ''],
  ])('%s', (words, half) => {
    expect(shown(eventOf(`Ana Ruiz - ${words}`, days('20261123')))).toEqual([dayOf('Ana Ruiz', half)])
  })

  it('of several days, as our own calendars say them', () => {
    const feed = eventOf('Ana Ruiz: holiday (from noon, until noon)')
    expect(shown(feed)).toEqual([weekOf('Ana Ruiz', 'holiday', ' from noon until noon')])
  })
})

describe('the calendar of one person', () => {
  const own = { reading: { member_id: 'Ana Ruiz' } }
  const busy = (status: string) => `X-MICROSOFT-CDO-BUSYSTATUS:${status}`
  const organizer = (name: string, email: string) => `ORGANIZER;CN=${name}:mailto:${email}`
  const mine = [weekOf('Ana Ruiz')]
  it.each<[string, summary: string, ...lines: string[]]>([
    ['OOF counts whatever it is called', 'Mallorca', busy('OOF')],
    ['availability only, as Outlook publishes it, counts', 'Away', busy('OOF')],
    ['words for an absence count', 'Urlaub'],
    ['with a name of the owner', 'Ana: Vacation'],
    ['with the whole name', "Ana Ruiz's PTO"],
    ['with counts and days', 'Vacation day 2/5 (Mon 7 Dec - 11th December)'],
    ['with small words', 'I am on annual leave until Friday'],
    ['several words', 'OOO - Holiday'],
    ['the day of the return', 'Vacation - back on Monday'],
    ['signs', '🏖 Vacation!'],
    ['what was approved', 'Vacation (approved)'],
    ['organized by the owner', 'PTO', organizer('Ana Ruiz', 'ana.ruiz@acme.example')],
    ['by another address of the owner', 'PTO', organizer('ana.ruiz@mail.example', 'ana.ruiz@mail.example')],
    ['by the calendar', 'PTO', organizer('Private', 'c_1@group.calendar.google.com')],
    ['shared with colleagues', 'PTO', 'ATTENDEE:mailto:john.doe@acme.example'],
  ])('%s', (_, summary, ...lines) => expect(shown(eventOf(summary, lines), own)).toEqual(mine))

  it.each<[string, summary: string, ...lines: string[]]>([
    ['availability only that says busy does not', 'Busy', busy('BUSY')],
    ['a meeting does not', 'Board meeting'],
    ['a part of a word does not', 'Kick-off'],
    ['what blocks no time does not', 'Holiday', 'TRANSP:TRANSPARENT'],
    ['what is marked as free does not', 'Holiday planning', busy('FREE')],
    ['somebody’s birthday does not', 'Birthday off', 'TRANSP:OPAQUE'],
    ['another member’s leave', 'John Doe PTO'],
    ['with the name behind', '[Vacation] John Doe'],
    ['even out of office', 'John Doe - Vacation', busy('OOF')],
    ['organized by another member', 'Vacation', organizer('John Doe', 'john.doe@acme.example')],
    ['work elsewhere', 'Home office'],
    ['a question', 'Kids sick?'],
    ['what was declined', 'Declined: Vacation'],
    ['an invitation that was declined', 'PTO', 'ATTENDEE;PARTSTAT=DECLINED:mailto:ana.ruiz@acme.example'],
  ])('leaves out %s', (_, summary, ...lines) => expect(shown(eventOf(summary, lines), own)).toEqual([]))

  it.each<[summary: string, ...lines: string[]]>([
    ['John on vacation'],
    ['Mom on vacation'],
    ['Unknown Person - Vacation'],
    ['Cover for John (vacation)'],
    ['Holiday party'],
    ['School holidays'],
    ['Vacation planning meeting'],
    ['No meetings (vacation prep)'],
    ['Vacation in Spain'],
    ['Flu', 'CATEGORIES:Sick'],
    ['Vacation', organizer('Eve Reve', 'eve@elsewhere.example')],
  ])('is not sure of %s', (summary, ...lines) => {
    expect(leavesIn(eventOf(summary, lines), own)).toMatchObject({
      leaves: new Map(),
      unmatched: [{ summary, nearest: ['Ana Ruiz'] }],
    })
  })

  it.each([
    ['Spain', 'Vacation in Spain'],
    ['Kitchen sink', 'Kitchen sink'],
    ['Annie', 'Annie on vacation'],
  ])('is sure once %s is matched with its owner', (words, summary) => {
    const alias = (member_id: string) => [{ words: words.toLowerCase(), member_id }]
    const read = (member_id: string) =>
      shown(eventOf(summary), { reading: { member_id: 'Ana Ruiz', aliases: alias(member_id) } })
    expect(read('Ana Ruiz')).toEqual(mine)
    expect(read('John Doe')).toEqual([])
  })

  it('is read where its owner has a word for a leave as a name', () => {
    const read = (summary: string) => shown(eventOf(summary), { reading: { member_id: 'Jo Holiday' } })
    expect(read('Holiday')).toEqual([weekOf('Jo Holiday')])
    expect(read('Jo Holiday sick')).toEqual([weekOf('Jo Holiday', 'sick')])
  })

  it('says nothing of a hidden reason in our own', () => {
    const lines = ['UID:1@whosout', 'TRANSP:OPAQUE', busy('OOF')]
    expect(shown(eventOf('Ana Ruiz: out', lines), own)).toEqual([weekOf('Ana Ruiz', 'personal')])
    expect(shown(eventOf('John Doe: out', lines), own)).toEqual([])
  })
})
