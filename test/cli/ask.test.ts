import { beforeAll, describe, expect, it } from 'vitest'
import { acmeChanges } from '../world/acme-changes.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { createTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
const { run, json } = createTerminal(() => bench().store)

beforeAll(async () => void (await bench().store.commit(acmeChanges())))

const askFor = async (wanted: number, words: string, options: readonly string[]): Promise<string> => {
  const { code, out, err } = await run('ask', '--org', 'acme', ...options, '--', words)
  expect({ code, err }).toEqual({ code: wanted, err: '' })
  return out
}

const ask = (words: string, ...options: readonly string[]): Promise<string> => askFor(0, words, options)

describe('whosout ask', () => {
  it('answers for today and the next seven days when nothing is asked', async () => {
    expect(await ask('')).toMatchInlineSnapshot(`
      "Who is out: Fri 20 Nov – Fri 27 Nov

      5 out · 7 in on all of these days

      Out today
        Fay Moss: holiday until Sun 31 Jan 2027, back Mon 1 Feb 2027
        Ada Lovelace: holiday until Fri 27 Nov, back Mon 30 Nov
        Ben Okafor: away Fri 20 Nov, back Mon 23 Nov; away Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec

      Also out on these days
        Dan Wu: away Tue 24 Nov – Wed 25 Nov, back Thu 26 Nov

        Bank holiday Tue 24 Nov: 1 person
        Bank holiday Fri 27 Nov: 1 person

      Day by day
        Fri 20 Nov: Ada Lovelace, Ben Okafor, Fay Moss
        Mon 23 Nov: Ada Lovelace, Fay Moss
        Tue 24 Nov: Ada Lovelace, Fay Moss; bank holiday for 1 person
        Wed 25 Nov: Ada Lovelace, Dan Wu, Fay Moss
        Thu 26 Nov: Ada Lovelace, Ben Okafor, Fay Moss
        Fri 27 Nov: Ada Lovelace, Ben Okafor, Fay Moss; bank holiday for 1 person"
    `)
  })

  it('answers for a day', async () => {
    expect(await ask('today')).toMatchInlineSnapshot(`
      "Who is out: today, Fri 20 Nov

      3 out · 9 in

      Out
        Fay Moss: holiday until Sun 31 Jan 2027, back Mon 1 Feb 2027
        Ada Lovelace: holiday until Fri 27 Nov, back Mon 30 Nov
        Ben Okafor: away Fri 20 Nov, back Mon 23 Nov"
    `)
  })

  it('answers for a week, day by day', async () => {
    expect(await ask('next week')).toMatchInlineSnapshot(`
      "Who is out: Mon 23 Nov – Sun 29 Nov

      6 out · 6 in on all of these days

      Out
        Fay Moss: holiday until Sun 31 Jan 2027, back Mon 1 Feb 2027
        Ada Lovelace: holiday until Fri 27 Nov, back Mon 30 Nov
        Dan Wu: away Tue 24 Nov – Wed 25 Nov, back Thu 26 Nov
        Ben Okafor: away Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec
        Gus Berg: holiday Sat 28 Nov – Fri 4 Dec, back Mon 7 Dec

        Bank holiday Tue 24 Nov: 1 person
        Bank holiday Fri 27 Nov: 1 person

      Day by day
        Mon 23 Nov: Ada Lovelace, Fay Moss
        Tue 24 Nov: Ada Lovelace, Fay Moss; bank holiday for 1 person
        Wed 25 Nov: Ada Lovelace, Dan Wu, Fay Moss
        Thu 26 Nov: Ada Lovelace, Ben Okafor, Fay Moss
        Fri 27 Nov: Ada Lovelace, Ben Okafor, Fay Moss; bank holiday for 1 person"
    `)
  })

  it('answers for a person', async () => {
    expect(await ask('@ben')).toMatchInlineSnapshot(`
      "Ben Okafor: Fri 20 Nov – Sun 20 Dec

      Ben Okafor is out: away Fri 20 Nov, back Mon 23 Nov

      Then
        away Thu 26 Nov – Wed 2 Dec, back Thu 3 Dec

      Next leave: bank holiday, Fri 25 Dec, back Mon 28 Dec"
    `)
  })

  it('takes its words one by one, or as one', async () => {
    const one = await run('ask', '--org', 'acme', 'design', 'next', 'week')
    expect(one.out).toBe(await ask('design next week'))
    expect(one.out.split('\n')[0]).toBe('Who is out: Design · Mon 23 Nov – Sun 29 Nov')
  })

  it('shows their own reasons to those who ask, and nobody else’s', async () => {
    expect(await ask('ben', '--as', 'BEN@acme.example')).toContain('You are out: sick Fri 20 Nov')
    expect(await ask('ben', '--as', 'ada@acme.example')).toContain('Ben Okafor is out: away Fri 20 Nov')
    expect(await ask('me', '--as', 'ada@acme.example')).toContain('You are out: holiday until Fri 27 Nov')
  })

  it.each([
    ['ada today', '2026-11-27T10:00:00Z', 'Ada Lovelace is out: holiday until Fri 27 Nov, back Mon 30 Nov'],
    ['ada today', '2026-11-29T10:00:00Z', 'Ada Lovelace is out: holiday until Fri 27 Nov, back Mon 30 Nov'],
    ['zoe today', '2026-11-29T10:00:00Z', 'Not a working day.'],
    ['ada today', '2026-11-30T10:00:00Z', 'Ada Lovelace is back today'],
    ['ada today', '2026-12-01T10:00:00Z', 'Ada Lovelace is in today'],
    ['ben last week', '2026-11-24T10:00:00Z', 'Ben Okafor was out on some of these days'],
    ['zoe on 15 nov', '2026-11-24T10:00:00Z', 'Zoe Adler was in on Sun 15 Nov'],
    [
      'fay tomorrow',
      '2026-11-24T10:00:00Z',
      'Fay Moss is out: holiday until Sun 31 Jan 2027, back Mon 1 Feb 2027',
    ],
    ['dan support tomorrow', '2026-11-24T10:00:00Z', 'Dan Wu is not in Support.'],
  ])('says of "%s" at %s: %s', async (words, at, said) => {
    expect(await ask(words, '--at', at)).toContain(said)
  })

  it.each([
    ["who's in today", 'Who is in: today, Fri 20 Nov\n\n9 in · 3 out\n\n  Design: Dan Wu, émil Roux\n'],
    ["who's in design next week", '1 in on all of these days · 2 out on some of them\n\n  émil Roux'],
    ['who is back next week', '2 people come back Mon 23 Nov – Sun 29 Nov.\n\n  Ben Okafor: back Mon 23 Nov'],
    ['when is ben back', '\n\nBen Okafor is back Mon 23 Nov.\n'],
    ['when is zoe back', '\n\nZoe Adler is in today, and no leave is planned.\n'],
    ['is anyone out today', '\n\nYes: 3 people are out on Fri 20 Nov.\n'],
    ['is everyone in on thursday', '\n\nNo: 3 people are out on Thu 26 Nov.\n'],
    ['how many are out next week', '\n\n6 people are out Mon 23 Nov – Sun 29 Nov.\n'],
    ['is ben still out', '\n\nYes: Ben Okafor is out: away Fri 20 Nov, back Mon 23 Nov'],
    ['how long is ada out', '\n\nAda Lovelace is out: holiday until Fri 27 Nov, back Mon 30 Nov'],
    ['next time ben is off', '\n\nBen Okafor is out next Thu 26 Nov – Wed 2 Dec: away, back Thu 3 Dec.'],
    ['which days is dan in next week', '\n\nDan Wu is in on Mon 23 Nov, Thu 26 Nov, Fri 27 Nov.'],
    ['is ben in tomorrow', '\n\nNo: Ben Okafor is out'],
    ['is ada back on monday', '\n\nNo: Ada Lovelace is back Mon 30 Nov.'],
    ['is anyone back tomorrow', '\n\nNo: nobody comes back on Sat 21 Nov.'],
    ['ada and zoe today', 'Ada Lovelace is out: holiday until Fri 27 Nov, back Mon 30 Nov'],
    ['ada and zoe today', '\n\nZoe Adler: today, Fri 20 Nov\n\nZoe Adler is in today'],
    [
      'design and support on monday',
      '\n\nWho is out: Support · Mon 23 Nov\n\nNobody is out: everyone is in.',
    ],
    ["who's on vacation today", 'Reasons are private here.'],
  ])('answers %s in its first line: %s', async (words, said) => {
    expect(await ask(words)).toContain(said)
  })

  it.each([
    ['hi', 'Hello! Ask me who is in and who is out'],
    ['ada is out tomorrow', 'Nothing was recorded'],
    ['banana', 'I cannot read "banana"'],
  ])('exits with 1 for %s: %s', async (words, said) => {
    expect(await askFor(1, words, [])).toContain(said)
  })

  it('does not know who "me" is without --as', async () => {
    expect(await ask('me')).toContain('I do not know who you are')
  })

  it('asks on the day it is where the member is who asks', async () => {
    const late = ['--at', '2026-11-20T22:00:00Z']
    expect((await ask('today', ...late)).split('\n')[0]).toBe('Who is out: today, Fri 20 Nov')
    expect((await ask('today', ...late, '--as', 'dan@acme.example')).split('\n')[0]).toBe(
      'Who is out: today, Sat 21 Nov (Asia/Shanghai)',
    )
  })

  it('gives commands to copy when it does not understand', async () => {
    expect(await askFor(1, 'disign next week', [])).toContain(
      'whosout ask --org acme \'2026-11-23..2026-11-29 team:"Design"\'',
    )
  })

  it('prints the answer as data with --json', async () => {
    expect(await json('ask', '--org', 'acme', 'dan', 'next', 'week')).toEqual({
      kind: 'person',
      asked: {
        organization: 'Acme',
        today: '2026-11-20',
        zone: null,
        range: { from: '2026-11-23', to: '2026-11-29' },
        clipped_from: null,
        team: null,
        asks: 'out',
        form: 'list',
        is_dated: true,
        remarks: [],
        opposite: null,
        corrections: [],
        alternative: null,
        question: '2026-11-23..2026-11-29 @"Dan Wu"',
        previous: '2026-11-16..2026-11-22 @"Dan Wu"',
        next: '2026-11-30..2026-12-06 @"Dan Wu"',
      },
      name: 'Dan Wu',
      is_me: false,
      in_team: true,
      absences: [
        {
          reasons: ['bank_holiday', 'away'],
          from: '2026-11-24',
          to: '2026-11-25',
          starts_at_noon: false,
          ends_at_noon: false,
          back: { day: '2026-11-26', at_noon: false },
        },
      ],
      today: null,
      has_working_day: true,
      next: null,
      days: null,
    })
  })

  it('prints a link to look at the answer as Slack draws it, with its buttons, for --blocks', async () => {
    const link = new URL(await ask('today', '--blocks'))
    expect(link.origin + link.pathname).toBe('https://app.slack.com/block-kit-builder/')
    const { blocks } = JSON.parse(decodeURIComponent(link.hash.slice(1))) as { blocks: object[] }
    expect(blocks).toMatchObject([
      { type: 'header', text: { text: 'Who is out: today, Fri 20 Nov' } },
      { type: 'section', text: { text: '3 out · 9 in' } },
      { type: 'section', text: { text: expect.stringContaining('*Ben Okafor*: away Fri 20 Nov') as string } },
      {
        type: 'actions',
        elements: [
          { text: { text: 'Previous day' } },
          { text: { text: 'Next day' } },
          { text: { text: 'Who is in' } },
          { type: 'static_select' },
          { text: { text: 'Share to channel' } },
        ],
      },
    ])
  })

  it.each([
    [['--org', 'nobody', 'today'], 1, 'no organization with the slug'],
    [['--org', 'acme', '--as', 'nils@acme.example', 'today'], 1, 'No active member'],
    [['--org', 'acme', '--at', 'noon', 'today'], 2, '--at: must be an instant'],
    [['--org', 'acme', '--json', '--blocks', 'today'], 2, 'cannot be used with'],
  ])('refuses %j', async (words, code, message) => {
    const said = await run('ask', ...words)
    expect(said.code).toBe(code)
    expect(said.out).toBe('')
    expect(said.err).toContain(message)
  })
})
