import { beforeAll, describe, expect, it } from 'vitest'
import { askedOf } from '../../domain/reply/asked.js'
import { acmeChanges } from '../../world/acme-changes.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'
import { plainSpaces } from '../../slack/spaces.js'

const bench = openBench(embeddedSubject)
const { run, json } = createTerminal(() => bench().store)

beforeAll(async () => void (await bench().store.commit(acmeChanges())))

const askFor = async (wanted: number, words: string, options: string): Promise<string> => {
  const { code, out, err } = await run(`ask --org acme ${options} --`, words)
  expect({ code, err }).toEqual({ code: wanted, err: '' })
  return out
}

const ask = (words: string, options = ''): Promise<string> => askFor(0, words, options)

describe('whosout ask', () => {
  it('answers for today and the next seven days when nothing is asked', async () => {
    expect(await ask('')).toMatchInlineSnapshot(`
      "3 of 12 are out today, Fri 20 Nov

      Back Mon 23: Ben Okafor (also 26 Nov – 2 Dec)
      Back Mon 30: Ada Lovelace

      Out for longer: Fay Moss (back 1 Feb)

      Coming up
        Bank holiday: Design (1 of 3), Tue 24
        Bank holiday: people without a team (1 of 2), Fri 27
        Wed 25: Dan Wu"
    `)
  })

  it('answers for a day', async () => {
    expect(await ask('today')).toMatchInlineSnapshot(`
      "3 of 12 are out today, Fri 20 Nov

      Back Mon 23: Ben Okafor
      Back Mon 30: Ada Lovelace

      Out for longer: Fay Moss (back 1 Feb)"
    `)
  })

  it('answers for a week, day by day', async () => {
    expect(await ask('next week')).toMatchInlineSnapshot(`
      "Who is out · next week, 23–27 Nov

      4 of 12 are out at some point · Bank holiday: Design (1 of 3), Tue · Bank holiday: people without a team (1 of 2), Fri · 1 more on non-working days only

      All week: Ada Lovelace (back Mon 30)
      Wed: Dan Wu
      Thu–Fri: Ben Okafor (back Thu 3 Dec)

      Out for longer: Fay Moss (back 1 Feb)"
    `)
  })

  it('answers for a person', async () => {
    expect(await ask('@ben')).toMatchInlineSnapshot(`
      "Ben Okafor is out · back Mon 23 Nov

      Out on Fri 20 Nov

      Next: Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec"
    `)
  })

  it('says below the answer what else the words can mean', async () => {
    expect(await ask('is fay off on 1/12')).toMatchInlineSnapshot(`
      "Yes: Fay Moss is out on Tue 1 Dec · back Mon 1 Feb 2027

      Read as Tue 1 Dec.

      Out Thu 1 Oct 2026 – Fri 29 Jan 2027

      No other leave is planned.

      Try:
        whosout ask --org acme 'is @"Fay Moss" out 2027-01-12'"
    `)
  })

  it('takes its words one by one, or as one', async () => {
    const one = await run('ask --org acme design next week')
    expect(one.out).toBe(await ask('design next week'))
    expect(one.out.split('\n')[0]).toBe('Design · Who is out · next week, 23–27 Nov')
  })

  it('shows their own reasons to those who ask, and nobody else’s', async () => {
    expect(await ask('ben', '--as BEN@acme.example')).toContain(
      'You are out · back Mon 23 Nov\n\nSick, Fri 20 Nov',
    )
    expect(await ask('ben', '--as ada@acme.example')).toContain('Fri 20 Nov')
    expect(await ask('me', '--as ada@acme.example')).toContain('Holiday, Mon 16 Nov – Fri 27 Nov')
  })

  const zoeOnMonday =
    'Zoe Adler is in on Mon 30 Nov\n\nToday, Sun 29 Nov, is not a working day.\n\nNo leave is planned.'
  const zoeToday = 'Today, Sun 29 Nov, is not a working day\n\nZoe Adler is in on Mon 30 Nov'
  const benOnSunday =
    'Ben Okafor is in on Mon 16 Nov\n\nToday, Sun 15 Nov, is not a working day.\n\nNext: Fri 20 Nov, back'
  const benNext = 'Ben Okafor is next out on Fri 20 Nov, back Mon 23 Nov'

  it.each([
    ['ada today', '2026-11-27', 'Ada Lovelace is out · back Mon 30 Nov'],
    ['ada today', '2026-11-29', 'Ada Lovelace is out · back Mon 30 Nov'],
    ['zoe today', '2026-11-29', zoeToday],
    ['is zoe back', '2026-11-29', zoeOnMonday],
    ['when is zoe back', '2026-11-29', zoeOnMonday],
    ['when is zoe back this week', '2026-11-29', 'Zoe Adler is not out today'],
    ['when is ben back', '2026-11-15', benOnSunday],
    [
      'when is ben off next',
      '2026-11-16',
      `${benNext}\n\nThat is in 4 days.\n\nThen: Thu 26 Nov – Wed 2 Dec, back`,
    ],
    ['when is ben back', '2026-11-16', `Ben Okafor is in today\n\n${benNext}.\n\nThen: Thu 26 Nov`],
    ['is ada back', '2026-11-29', 'Ada Lovelace is back Mon 30 Nov'],
    [
      'is ada in today',
      '2026-11-29',
      'No: Ada Lovelace is out · back Mon 30 Nov\n\nToday, Sun 29 Nov, is not',
    ],
    ['ada today', '2026-11-30', 'Ada Lovelace is back today'],
    ['ada today', '2026-12-01', 'Ada Lovelace is in today'],
    ['ben last week', '2026-11-24', 'Ben Okafor was out on Fri 20 Nov · back Mon 23 Nov'],
    ['zoe on 15 nov', '2026-11-24', 'Sun 15 Nov was not a working day'],
    ['fay tomorrow', '2026-11-24', 'Fay Moss is out tomorrow, Wed 25 Nov · back Mon 1 Feb 2027'],
    ['dan support tomorrow', '2026-11-24', 'Dan Wu is not in Support.'],
  ])('says of "%s" on %s: %s', async (words, day, said) => {
    expect(await ask(words, `--at ${day}T10:00:00Z`)).toContain(said)
  })

  it.each([
    ["who's in today", '9 of 12 are in today, Fri 20 Nov\n\nDesign: Dan Wu, émil Roux\n'],
    ["who's in design next week", '1 of 3 is in on all of these days'],
    [
      'who is back next week',
      '2 people come back next week, 23–27 Nov\n\nBack Mon 23: Ben Okafor\nBack Thu 26: Dan Wu',
    ],
    ['when is ben back', 'Ben Okafor is back Mon 23 Nov\n\nOut on Fri 20 Nov'],
    ['when is zoe back', 'Zoe Adler is in today\n\nNo leave is planned.'],
    ['is anyone out today', 'Yes: 3 people are out today, Fri 20 Nov\n'],
    ['is everyone in on thursday', 'No: 3 people are out on Thu 26 Nov\n'],
    ['how many are out next week', '4 people are out next week, 23–27 Nov\n'],
    ['is ben still out', 'Yes: Ben Okafor is out · back Mon 23 Nov'],
    ['how long is ada out', 'Ada Lovelace is out · back Mon 30 Nov'],
    ['next time ben is off', 'Ben Okafor is next out Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec'],
    [
      'which days is dan in next week',
      'Dan Wu is in on 3 days, next week, 23–27 Nov\n\nMon 23 Nov, Thu 26 Nov, Fri 27 Nov',
    ],
    ['kim.two@acme.example on monday', 'Kim Park is in on Mon 23 Nov'],
    ['is ben in tomorrow', 'No: Ben Okafor is out tomorrow'],
    ['is ada back on monday', 'No: Ada Lovelace is back Mon 30 Nov\n'],
    ['is anyone back tomorrow', 'No: nobody comes back tomorrow, Sat 21 Nov'],
    ['ada and zoe today', 'Ada Lovelace is out · back Mon 30 Nov\n\nOut Mon 16 Nov – Fri 27 Nov'],
    ['ada and zoe today', '\n\nZoe Adler is in today, Fri 20 Nov'],
    ['design and support on monday', 'Who is out · Mon 23 Nov\n\nDesign · 1 of 3\n\nBack 1 Feb: Fay Moss'],
    ['design and support on monday', '\n\nSupport · Nobody is out'],
    ["who's in design and support on monday", '\n\nDesign · 2 of 3\n\n'],
    ['design and support next week', '\n\nSupport\n\n'],
    ['design on monday and wednesday', '\n\nDesign · 1 of 3 is out on Mon 23 Nov\n\n'],
    ['design and support', '\n\nDesign · 1 of 3 is out today, Fri 20 Nov\n\n'],
    [
      "who's on vacation today",
      'Reasons are private here. This is everyone who is out, for whatever reason.',
    ],
  ])('answers %s in its first line: %s', async (words, said) => {
    expect(await ask(words)).toContain(said)
  })

  it.each([
    ['hi', 'Hello! Ask me who is in and who is out'],
    ['ada is out tomorrow', 'Nothing was recorded'],
    ['banana', 'I cannot read "banana"'],
    [
      'kim tomorrow',
      'Who do you mean?\n\n"kim" is the name of several people. Give the e-mail address of the one you mean.\n',
    ],
    ['zae tomorrow', 'No team or person has that name (teams: Design, '],
    ['is tom out', 'I don\'t know anyone called "tom".\n'],
    ['is sue around', 'I don\'t know anyone called "sue".\n'],
  ])('exits with 1 for %s: %s', async (words, said) => {
    expect(await askFor(1, words, '')).toContain(said)
  })

  it('does not know who "me" is without --as', async () => {
    expect(await ask('me')).toContain('I do not know who you are')
  })

  it('asks on the day it is where the member is who asks', async () => {
    const late = '--at 2026-11-20T22:00:00Z'
    expect((await ask('today', late)).split('\n')[0]).toBe('3 of 12 are out today, Fri 20 Nov')
    expect((await ask('today', `${late} --as dan@acme.example`)).split('\n')[0]).toBe(
      'Today, Sat 21 Nov, is not a working day',
    )
  })

  it('gives commands to copy when it does not understand', async () => {
    expect(await askFor(1, 'disign next week', '')).toContain(
      'whosout ask --org acme \'2026-11-23..2026-11-29 team:"Design"\'',
    )
  })

  it('prints the answer as data with --json', async () => {
    expect(await json('ask --org acme dan next week')).toEqual({
      kind: 'person',
      asked: {
        ...askedOf({ from: '2026-11-23', to: '2026-11-29' }),
        question: '2026-11-23..2026-11-29 @"Dan Wu"',
        previous: '2026-11-16..2026-11-22 @"Dan Wu"',
        next: '2026-11-30..2026-12-06 @"Dan Wu"',
      },
      id: expect.any(String) as string,
      name: 'Dan Wu',
      is_me: false,
      in_team: true,
      absences: [
        {
          reasons: ['bank_holiday'],
          from: '2026-11-24',
          to: '2026-11-24',
          starts_at_noon: false,
          ends_at_noon: false,
          back: { day: '2026-11-26', at_noon: false },
        },
        {
          reasons: ['away'],
          from: '2026-11-25',
          to: '2026-11-25',
          starts_at_noon: false,
          ends_at_noon: false,
          back: { day: '2026-11-26', at_noon: false },
        },
      ],
      today: null,
      away: 'leave',
      is_in: false,
      has_working_day: true,
      instead: null,
      next: null,
      next_leave: null,
      days: null,
      answer: {
        yes: null,
        count: 1,
        people: ['Dan Wu'],
        days: [],
        title: 'Dan Wu is out on Wed 25 Nov · back Thu 26 Nov',
        text: await ask('dan next week').then((text) => text.trimEnd()),
      },
    })
  })

  const out = ['Ben Okafor', 'Ada Lovelace', 'Fay Moss']
  const inWeek = ['Ada Lovelace', 'Fay Moss', 'Dan Wu', 'Ben Okafor']
  const outcomes: readonly (readonly [
    words: string,
    yes: boolean | null,
    count: number,
    ...lists: string[][],
  ])[] = [
    ['today', null, 3, out],
    ['next week', null, 4, inWeek],
    ['is anyone out today', true, 3, out],
    ['is nobody out today', false, 3, out],
    ['is everyone in design in today', false, 2, ['Dan Wu', 'émil Roux']],
    ['how many are out next week', null, 4, inWeek],
    ['who is back next week', null, 2, ['Ben Okafor', 'Dan Wu']],
    ['when is ben back', null, 1, ['Ben Okafor'], ['2026-11-23']],
    ['is ben in tomorrow', false, 0, []],
    ['is dan in today', true, 1, ['Dan Wu']],
    ['ada and zoe today', null, 1, ['Ada Lovelace']],
    ['who is in design today', null, 2, ['Dan Wu', 'émil Roux']],
    ['which days is dan in next week', null, 3, ['Dan Wu'], ['2026-11-23', '2026-11-26', '2026-11-27']],
    ['next time ben is off', null, 1, ['Ben Okafor'], ['2026-11-26']],
    ['is saturday a working day', false, 0, []],
  ]

  it.each(outcomes)(
    'says in data what follows from "%s"',
    async (words, yes, count, people = [], days = []) => {
      const { answer } = (await json(`ask --org acme ${words}`)) as {
        answer: { title: string; text: string }
      }
      expect(answer).toMatchObject({ yes, count, people, days })
      expect(answer.text.startsWith(answer.title)).toBe(true)
      if (yes !== null) expect(answer.title.startsWith(yes ? 'Yes: ' : 'No: ')).toBe(true)
    },
  )

  it('says in data what was not understood, and what may be meant', async () => {
    const { code, out } = await run('ask --org acme --json --', 'design or')
    expect(code).toBe(1)
    const { answer, ...said } = JSON.parse(out) as Record<string, unknown>
    expect(answer).toBeUndefined()
    expect(said).toMatchObject({ kind: 'misunderstood', misunderstood: 'or' })
    expect(said['suggestions']).toEqual(expect.arrayContaining(['help']))
  })

  it('prints a link to look at the answer as Slack draws it, with its buttons, for --blocks', async () => {
    const link = new URL(await ask('today', '--blocks'))
    expect(link.origin + link.pathname).toBe('https://app.slack.com/block-kit-builder/')
    const { blocks } = JSON.parse(plainSpaces(decodeURIComponent(link.hash.slice(1)))) as { blocks: object[] }
    expect(blocks).toMatchObject([
      { type: 'header', text: { text: '3 of 12 are out today, Fri 20 Nov' } },
      { type: 'section', text: { text: expect.stringContaining('*Back Mon 23*: Ben Okafor') as string } },
      { type: 'context' },
      {
        type: 'actions',
        elements: [
          { text: { text: '‹ Thu 19 Nov' } },
          { text: { text: 'Mon 23 Nov ›' } },
          { text: { text: 'In' } },
          { type: 'static_select' },
          { text: { text: 'Share to channel' } },
        ],
      },
    ])
  })

  it.each([
    ['--org nobody today', 1, 'no organization with the slug'],
    ['--org acme --as nils@acme.example today', 1, 'is deactivated'],
    ['--org acme --at noon today', 2, '--at: must be an instant'],
    ['--org acme --json --blocks today', 2, 'cannot be used with'],
  ])('refuses %s', async (line, code, message) => {
    expect(await run(`ask ${line}`)).toEqual({ code, out: '', err: expect.stringContaining(message) })
  })
})
