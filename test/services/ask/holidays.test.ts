import { createRolls } from '../../../src/services/roll/rolls.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { plainLine } from '../../../src/domain/words/message.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { createAskService } from '../../../src/services/ask/ask.js'
import type { Change } from '../../../src/store/port.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { leave, member, newId, organization, puts, team } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'

const org = newId()
const bare = newId()
const away = newId()
const now = new Date('2026-11-25T10:00:00Z')

const calendar = (code: string, days: readonly (readonly [date: string, name: string])[]): Change => ({
  put: 'holiday_calendars',
  document: { _id: `${org}:${code}`, org, code, days: days.map(([date, name]) => ({ date, name })) },
})

const bench = openBench(embeddedSubject)
beforeAll(() =>
  bench().store.commit([
    { put: 'organizations', document: organization(org, { holidays: 'DE-BY' }) },
    { put: 'teams', document: team(org, 'design', { name: 'Design', holidays: 'ES-MD' }) },
    calendar('DE-BY', [
      ['2026-11-01', 'Allerheiligen'],
      ['2026-12-25', '1. Weihnachtstag'],
      ['2027-01-01', 'Neujahr'],
      ['2027-08-14', 'Sommertag'],
      ['2027-08-16', 'Sommertag (substitute day)'],
    ]),
    calendar('ES-MD', [
      ['2026-12-08', 'Inmaculada'],
      ['2026-12-25', 'Navidad'],
    ]),
    ...puts('members', [
      member(org, 'ada', { name: 'Ada Berg', email: 'ada@acme.example' }),
      member(org, 'bo', { name: 'Bo Lind', email: 'bo@acme.example' }),
      member(org, 'eva', { name: 'Eva Sanz', email: 'eva@acme.example', team_id: 'design' }),
      member(bare, 'ned', { name: 'Ned' }),
    ]),
    { put: 'organizations', document: organization(bare) },
    { put: 'organizations', document: organization(away, { holidays: 'DE-BY' }) },
    {
      put: 'holiday_calendars',
      document: {
        _id: `${away}:DE-BY`,
        org: away,
        code: 'DE-BY',
        days: [
          { date: '2027-08-14', name: 'Sommertag' },
          { date: '2027-11-01', name: 'Allerheiligen' },
        ],
      },
    },
    ...puts('members', [member(away, 'bo', { name: 'Bo Lind' }), member(away, 'ada', { name: 'Ada Berg' })]),
    ...puts('leaves', [
      leave(away, 'bo-1', '2027-08-09', '2027-08-20', { member_id: 'bo' }),
      leave(away, 'ada-1', '2027-10-29', '2027-10-29', { member_id: 'ada' }),
      leave(away, 'bo-2', '2027-11-01', '2027-11-03', { member_id: 'bo' }),
    ]),
  ]),
)

const ask = async (text: string, email: string | null = null, of = org): Promise<readonly string[]> => {
  const { reply } = await createAskService(createRolls(bench().store)).forAsk(
    { _id: of },
    {
      asker: { email, account: null, timezone: null, locale: null },
      text,
      now,
      audience: 'asker',
      mentioned: new Map(),
    },
  )
  const { title, parts } = replyMessage(reply, { write: (words) => words, absolute: false })
  return [
    title,
    ...parts.flatMap((part) => ('lines' in part ? part.lines.map(plainLine) : [plainLine(part.line)])),
  ]
}

const whole = 'Bank holidays'
const rows: readonly (readonly [question: string, asker: string | null, ...answer: string[]])[] = [
  [
    'next bank holiday',
    null,
    whole,
    'The next bank holiday is Fri 25 Dec: 1. Weihnachtstag / Navidad.',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people).',
  ],
  [
    'when is the next bank holiday',
    'ada',
    whole,
    'The next bank holiday is Fri 25 Dec: 1. Weihnachtstag / Navidad.',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people, not you).',
  ],
  [
    'is inmaculada a holiday for us',
    'ada',
    'For some: Tue 8 Dec is a bank holiday',
    'Inmaculada is taken as that of ES-MD, Spain.',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people, not you)',
  ],
  [
    'how many bank holidays in august 2027',
    'bo',
    whole,
    '1 bank holiday between Sun 1 Aug and Tue 31 Aug 2027.',
    'Mon 16 Aug 2027: Sommertag (substitute day) (DE-BY, Germany: 2 of 3 people, you included)',
    'Not counted: Sat 14 Aug 2027 (Sommertag), which has a substitute day.',
  ],
  [
    'next bank holiday',
    'eva',
    whole,
    'The next bank holiday is Tue 8 Dec: Inmaculada (Design: 1 of 3 people, you included).',
  ],
  [
    'bo next bank holiday',
    null,
    `${whole}: Bo Lind`,
    'The next bank holiday for Bo Lind is Fri 25 Dec: 1. Weihnachtstag.',
  ],
  [
    'when was the last bank holiday',
    null,
    whole,
    'The latest bank holiday was Sun 1 Nov: Allerheiligen (DE-BY, Germany: 2 of 3 people).',
  ],
  [
    'how many days off do we get in january',
    'bo',
    whole,
    '1 bank holiday between Fri 1 Jan and Sun 31 Jan 2027.',
    'Fri 1 Jan 2027: Neujahr (DE-BY, Germany: 2 of 3 people, you included)',
  ],
  [
    'do we get sommertag off next year',
    'bo',
    'Yes: Sat 14 Aug 2027 is a bank holiday',
    'Sat 14 Aug 2027: Sommertag (DE-BY, Germany: 2 of 3 people, you included)',
    'Mon 16 Aug 2027: Sommertag (substitute day) (DE-BY, Germany: 2 of 3 people, you included)',
  ],
  [
    'when is sommertag next year',
    'bo',
    whole,
    'Sat 14 Aug 2027: Sommertag (DE-BY, Germany: 2 of 3 people, you included)',
    'Mon 16 Aug 2027: Sommertag (substitute day) (DE-BY, Germany: 2 of 3 people, you included)',
  ],
  // Of nobody, holidays are bank holidays.
  [
    'how many holidays in january',
    'bo',
    whole,
    '1 bank holiday between Fri 1 Jan and Sun 31 Jan 2027.',
    'Fri 1 Jan 2027: Neujahr (DE-BY, Germany: 2 of 3 people, you included)',
  ],
  [
    'what holidays do we have left this year',
    'bo',
    whole,
    '2 bank holidays between Wed 25 Nov and Thu 31 Dec.',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people, not you)',
    'Fri 25 Dec: 1. Weihnachtstag / Navidad',
  ],
  // Beside separate days stand the bank holidays on them, and none between them.
  [
    'who is off each monday in december',
    'bo',
    'Nobody is out on each of Mon 7, Mon 14, Mon 21 and Mon 28 Dec',
  ],
  [
    'who is off each tuesday in december',
    'bo',
    'Nobody is out on each of Tue 1, Tue 8, Tue 15, Tue 22 and Tue 29 Dec',
    'Bank holiday: Design (1), Tue 8',
  ],
  [
    'is 25 dec a bank holiday',
    null,
    'Yes: Fri 25 Dec is a bank holiday',
    'Fri 25 Dec: 1. Weihnachtstag / Navidad',
  ],
  [
    'is 24 dec a bank holiday',
    null,
    'No: Thu 24 Dec is not a bank holiday',
    'The next one is Fri 25 Dec: 1. Weihnachtstag / Navidad.',
  ],
  [
    'is 8 dec a holiday in design',
    null,
    'Yes: Tue 8 Dec is a bank holiday for Design',
    'Tue 8 Dec: Inmaculada',
  ],
  [
    'bank holidays in december',
    null,
    whole,
    '2 bank holidays between Tue 1 Dec and Thu 31 Dec.',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people)',
    'Fri 25 Dec: 1. Weihnachtstag / Navidad',
  ],
  [
    'is there a bank holiday next week',
    null,
    'No: there is no bank holiday between Mon 30 Nov and Sun 6 Dec',
    'The next one is Tue 8 Dec: Inmaculada (Design: 1 of 3 people).',
  ],
  [
    'is 8 dec a working day',
    null,
    'For some: Tue 8 Dec is a bank holiday',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people)',
  ],
  [
    'is 25 dec a working day for ada',
    null,
    'No: Fri 25 Dec is a bank holiday for Ada Berg',
    'Fri 25 Dec: 1. Weihnachtstag',
  ],
  // In on every working day is not in on a bank holiday of all who are asked about.
  [
    'is bo in every day in the week of 21 dec',
    null,
    'Yes: Bo Lind is in every working day 21–25 Dec',
    'Bank holiday, Fri 25 Dec',
    'Next: bank holiday, Fri 1 Jan 2027, back Mon 4 Jan 2027',
  ],
  [
    'is everyone in every day in the week of 21 dec',
    null,
    'Yes: everyone is in every working day 21–25 Dec',
    'Bank holiday: everybody (3), Fri',
    'Design: Eva Sanz',
    'No team: Ada Berg, Bo Lind',
  ],
  // A whole week off is another matter than a bank holiday in it, which is enough to be off at all.
  [
    'is bo off the week of 21 dec',
    null,
    'No: Bo Lind has only a bank holiday on Fri 25 Dec · back Mon 28 Dec',
    'Bank holiday, Fri 25 Dec',
    'Next: bank holiday, Fri 1 Jan 2027, back Mon 4 Jan 2027',
  ],
  [
    'is eva off in december',
    null,
    'No: Eva Sanz has only bank holidays next month, 1–31 Dec',
    'Bank holiday, Tue 8 Dec, back Wed 9 Dec',
    'Bank holiday, Fri 25 Dec, back Mon 28 Dec',
    'No other leave is planned.',
  ],
  [
    'is bo off at any point in december',
    null,
    'Yes: Bo Lind has a bank holiday on Fri 25 Dec · back Mon 28 Dec',
    'Bank holiday, Fri 25 Dec',
    'Next: bank holiday, Fri 1 Jan 2027, back Mon 4 Jan 2027',
  ],
  [
    'is anyone away at all the week of 21 dec',
    null,
    'Yes: all 3 have a bank holiday 21–25 Dec',
    'Bank holiday: everybody (3), Fri',
  ],
  [
    "who isn't on leave on christmas day",
    null,
    '3 people are not on leave on Fri 25 Dec',
    'Bank holiday: everybody (3)',
    'Design: Eva Sanz',
    'No team: Ada Berg, Bo Lind',
  ],
  ["who isn't off on christmas day", null, 'Nobody is in on Fri 25 Dec', 'Bank holiday: everybody (3)'],
  [
    'which days in december is eva on leave',
    null,
    'Eva Sanz is not out on any day, next month, 1–31 Dec',
    'Bank holiday, Tue 8 Dec, back Wed 9 Dec',
    'Bank holiday, Fri 25 Dec, back Mon 28 Dec',
    'No other leave is planned.',
  ],
  [
    'which days in december are eva and bo both off',
    null,
    'Eva Sanz and Bo Lind are both out on 1 day, next month, 1–31 Dec · 1 bank holiday included',
    'Fri 25 Dec (bank holiday)',
  ],
  [
    'which days in december is nobody in',
    null,
    'Nobody is in on 1 day, next month, 1–31 Dec · 1 bank holiday included',
    'Fri 25 Dec (bank holiday)',
  ],
  [
    'who has no leave on christmas day',
    null,
    '3 people are not on leave on Fri 25 Dec',
    'Bank holiday: everybody (3)',
    'Design: Eva Sanz',
    'No team: Ada Berg, Bo Lind',
  ],
  // A bank holiday on a Saturday.
  [
    'is bo off on 14 aug 2027',
    null,
    'Yes: Sat 14 Aug 2027 is a bank holiday',
    'Bo Lind has a bank holiday on Mon 16 Aug 2027 · back Tue 17 Aug 2027',
    'Bank holiday, Mon 16 Aug 2027',
    'No other leave is planned.',
  ],
  [
    'is bo in on 14 aug 2027',
    null,
    'No: Sat 14 Aug 2027 is a bank holiday',
    'Bo Lind has a bank holiday on Mon 16 Aug 2027 · back Tue 17 Aug 2027',
    'Bank holiday, Mon 16 Aug 2027',
    'No other leave is planned.',
  ],
  [
    'which days is eva off in december',
    null,
    'Eva Sanz is not out on any day, next month, 1–31 Dec · 2 bank holidays not counted',
    'Bank holidays: Tue 8 Dec, Fri 25 Dec',
    'No other leave is planned.',
  ],
  [
    'when is bo next off',
    null,
    'No leave of Bo Lind is planned',
    'Next: bank holiday, Fri 25 Dec, back Mon 28 Dec',
    'I looked at the 366 days after today.',
  ],
  [
    'is bo on leave on 14 aug 2027',
    null,
    'No: Sat 14 Aug 2027 is not a working day',
    'Bo Lind has a bank holiday on Mon 16 Aug 2027 · back Tue 17 Aug 2027',
    'Bank holiday, Mon 16 Aug 2027',
    'No other leave is planned.',
  ],
  ['is saturday a working day', null, 'No: Sat 28 Nov is not a working day'],
  ['is the office open on friday', null, 'Yes: Fri 27 Nov is a working day'],
  ['is the office shut on friday', null, 'No: Fri 27 Nov is a working day'],
  ['are we closed on saturday', null, 'Yes: Sat 28 Nov is not a working day'],
  ['are we closed this weekend', null, 'Yes: nobody works between Sat 28 Nov and Sun 29 Nov'],
  [
    'will the office be closed on christmas day',
    null,
    'Yes: Fri 25 Dec is a bank holiday',
    'Fri 25 Dec: 1. Weihnachtstag / Navidad',
  ],
  [
    'is the company closed on 8 dec',
    null,
    'For some: Tue 8 Dec is a bank holiday',
    'Tue 8 Dec: Inmaculada (Design: 1 of 3 people)',
  ],
]

describe('a question about bank holidays', () => {
  for (const [question, asker, ...answer] of rows)
    it(`answers ${question} of ${asker}`, async () => {
      expect(await ask(question, asker && `${asker}@acme.example`)).toEqual(answer)
    })

  it('says where no calendar is assigned', async () => {
    expect(await ask('next bank holiday', null, bare)).toEqual([
      'Bank holidays',
      'I do not know any bank holidays: no bank holiday calendar is assigned.',
      'A whosout admin can assign one.',
    ])
  })

  it('is about oneself only for members', async () => {
    expect(await ask('is friday a bank holiday for me', 'stranger@elsewhere.example')).toEqual(
      await ask('me', 'stranger@elsewhere.example'),
    )
  })

  it('on a Saturday within a leave is of that leave', async () => {
    const [ofBo] = await ask('is bo on leave on 14 august 2027', null, away)
    const [ofAda] = await ask('is ada on leave on 14 august 2027', null, away)
    expect([ofBo, ofAda]).toEqual([
      'Yes: Sat 14 Aug 2027 is a bank holiday',
      'No: Sat 14 Aug 2027 is not a working day',
    ])
  })

  it('is no leave of days before it that were not asked about', async () => {
    expect(await ask("ada's leave in november 2027", null, away)).toEqual([
      'Ada Berg has a bank holiday on Mon 1 Nov 2027 · back Tue 2 Nov 2027',
      'Bank holiday, Mon 1 Nov 2027',
      'No other leave is planned.',
    ])
    const [inOctober] = await ask("ada's leave in october 2027", null, away)
    expect(inOctober).toBe('Ada Berg is out on Fri 29 Oct 2027 · back Tue 2 Nov 2027')
  })

  it('is in the title of a day on which all have one, whoever is on leave on it', async () => {
    expect((await ask('1 nov 2027', null, away)).slice(0, 2)).toEqual([
      'Bank holiday on Mon 1 Nov 2027',
      '1 of 2 is out · Bank holiday: everybody (2)',
    ])
  })
})
