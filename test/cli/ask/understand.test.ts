import { describe, expect, it } from 'vitest'
import { createTerminal } from '../fake-io.js'

/** Runs `understand` at 23:30 UTC on Friday 20 November 2026. */
const run = async (line: string, input = '') => {
  const noStore = () => {
    throw new Error('understand needs no store')
  }
  const terminal = createTerminal(noStore, {}, null, {
    readInput: async () => input,
    now: () => new Date('2026-11-20T23:30:00Z'),
  })
  const { out, err, code } = await terminal.run(`understand ${line}`)
  return { out: out === '' ? [] : out.split('\n'), err, code }
}

const json = async (line: string, input = ''): Promise<readonly unknown[]> =>
  (await run(`--json ${line}`, input)).out.map((answer): unknown => JSON.parse(answer))

const friday = '--today 2026-11-20'

describe('whosout understand --json', () => {
  it('says what was asked, what is shown and what else it could mean', async () => {
    expect(await json(`${friday} --team Design until december design`)).toEqual([
      {
        phrase: 'until december design',
        from: '2026-11-20',
        to: '2026-12-31',
        clipped_from: null,
        clipped_to: null,
        team: 'Design',
        person: null,
        notes: [
          'Read as Fri 20 Nov 2026 – Thu 31 Dec 2026. It could also mean: 2026-11-20..2026-11-30 team:"Design"',
        ],
        alternative: '2026-11-20..2026-11-30 team:"Design"',
        asks: 'out',
        teams: ['Design'],
        people: [],
        ask: 'people',
        quantity: null,
        kind: null,
        except: { teams: [], people: [], days: [] },
      },
    ])
  })

  it('writes its properties in the order of the contract', async () => {
    const { out } = await run(`--json ${friday} this quarter`)
    expect(out).toEqual([
      '{"phrase":"this quarter","from":"2026-10-01","to":"2026-12-31","clipped_from":"2026-11-20",' +
        '"clipped_to":"2026-12-31","team":null,"person":null,' +
        '"notes":["90 days are shown at a time: you asked for Thu 1 Oct 2026 – Thu 31 Dec 2026."],"alternative":null,' +
        '"asks":"out","teams":[],"people":[],"ask":"people","quantity":null,"kind":null,' +
        '"except":{"teams":[],"people":[],"days":[]}}',
    ])
  })

  it('says that a word was repaired', async () => {
    expect(await json(`${friday} tommorow`)).toMatchObject([{ notes: ['I read "tommorow" as "tomorrow".'] }])
  })

  it('answers help, and what it does not understand, in objects of their own', async () => {
    expect(await json('-- --help')).toEqual([{ phrase: '--help', action: 'help' }])
    expect(await json(`${friday} 31 feb`)).toEqual([
      { phrase: '31 feb', misunderstood: '31 feb', reason: 'no_such_date', suggestions: ['2027-02-28'] },
    ])
  })

  it('knows people by name and by Slack id', async () => {
    const named = `--person "Ana: Lopez:U012AB3CD" --person Zed ${friday}`
    expect(await json(`${named} <@U012AB3CD>`)).toMatchObject([{ person: 'Ana: Lopez', to: '2026-12-20' }])
    expect(await json(`${named} zed`)).toMatchObject([{ person: 'Zed' }])
    expect(await json(`${named} me`)).toMatchObject([{ person: 'me' }])
  })

  it('lists several teams and people, and days apart', async () => {
    const named = `--team Design --team Sales --person Ana --person Tom ${friday}`
    expect(await json(`${named} design and sales on mon and thu`)).toMatchObject([
      {
        team: null,
        teams: ['Design', 'Sales'],
        people: [],
        from: '2026-11-23',
        to: '2026-11-26',
        ranges: [
          { from: '2026-11-23', to: '2026-11-23' },
          { from: '2026-11-26', to: '2026-11-26' },
        ],
      },
    ])
    expect(await json(`${named} is ana in`)).toMatchObject([{ asks: 'in', person: 'Ana', people: ['Ana'] }])
    expect(await json(`${named} when are ana and tom back`)).toMatchObject([
      { asks: 'back', person: null, people: ['Ana', 'Tom'] },
    ])
  })

  it('knows the team of a person, and who asks', async () => {
    const named = `--person "Ana Ruiz:U012AB3CD:Design" --person Tom::Sales ${friday}`
    expect(await json(`${named} tom's team`)).toMatchObject([
      { team: 'Sales', teams: ['Sales'], notes: ["Tom's team is Sales."] },
    ])
    expect(await json(`${named} --as "ana ruiz" my team`)).toMatchObject([
      { team: 'Design', person: null, notes: ['Your team is Design.'] },
    ])
    expect(await json(`${named} --as "Ana Ruiz" me`)).toMatchObject([
      { person: 'Ana Ruiz', people: ['Ana Ruiz'] },
    ])
    expect(await json(`${named} my team`)).toMatchObject([{ reason: 'no_team' }])
  })

  it('exits with 1 when a phrase was not understood', async () => {
    expect((await run(`${friday} banana`)).code).toBe(1)
    expect((await run(friday, 'today\nbanana\ntomorrow\n')).code).toBe(1)
    expect((await run(`${friday} today`)).code).toBe(0)
    expect((await run(`${friday} help`)).code).toBe(0)
  })

  it('echoes each of several lines before its answer', async () => {
    expect((await run(friday, 'today\ntomorrow\n')).out).toEqual([
      '> today',
      'Fri 20 Nov 2026',
      '> tomorrow',
      'Sat 21 Nov 2026',
    ])
    expect((await run(friday, 'today\n')).out).toEqual(['Fri 20 Nov 2026'])
  })

  it('reads every line of standard input when there are no words, blank ones included', async () => {
    const answers = await json(friday, 'today\n\nbanana\r\n')
    expect(answers).toMatchObject([
      { phrase: 'today', from: '2026-11-20' },
      { phrase: '', to: '2026-11-27' },
      { phrase: 'banana', reason: 'unknown_words' },
    ])
    expect(await json(friday, '')).toEqual([])
    expect(await json(`${friday} ""`, 'tomorrow')).toMatchObject([{ phrase: '' }])
  })

  it.each([
    ['--at 2026-12-31T23:30:00Z --timezone Asia/Tokyo', '2027-01-01'],
    ['--at 2026-12-31T23:30:00Z', '2026-12-31'],
    ['--at 2026-12-31T23:30:00-05:00', '2027-01-01'],
    ['--timezone Europe/Madrid', '2026-11-21'],
    ['', '2026-11-20'],
  ])('with %j today is %s', async (options, today) => {
    expect(await json(`${options} today`)).toMatchObject([{ from: today, to: today }])
  })

  it.each([
    ['--week-start sunday next week', '2026-11-22'],
    ['--week-start saturday next week', '2026-11-21'],
    ['--date-order month 3/4', '2027-03-04'],
    ['--locale en-US 3/4', '2027-03-04'],
    ['--locale en-US --date-order day 3/4', '2027-04-03'],
  ])('with %j a range begins on %s', async (words, from) => {
    expect(await json(`${friday} ${words}`)).toMatchObject([{ from }])
  })
})

describe('whosout understand', () => {
  it('answers in a line, with what should be known below it', async () => {
    const { out } = await run(`${friday} --team Design design next weekend`)
    expect(out).toEqual([
      'Sat 28 Nov 2026 – Sun 29 Nov 2026',
      '  team: Design',
      '  Read as Sat 28 Nov 2026 – Sun 29 Nov 2026. It could also mean: 2026-11-21..2026-11-22 team:"Design"',
    ])
  })

  it('shows commands to copy when it does not understand', async () => {
    const { out, err } = await run(`${friday} banana next week`)
    expect(err).toBe('')
    expect(out[0]).toContain('I read "next week" but not "banana".')
    expect(out).toContain('  try: 2026-11-23..2026-11-29')
  })

  it('shows with --explain which rule read which words', async () => {
    const { out } = await run(`${friday} --explain --team Design 24 dec - 2 jan design`)
    expect(out.slice(2)).toEqual([
      '  team: design',
      '  range: 24 dec - 2 jan',
      '  moment: 24 dec',
      '  day and month: 24 dec',
      '  moment: 2 jan',
      '  day and month: 2 jan',
    ])
    expect(await json(`${friday} --explain today`)).toMatchObject([
      { rules: [{ rule: 'when', words: 'today' }, {}, {}] },
    ])
  })

  it.each([
    '--today 2026-02-30',
    '--today friday',
    '--at 2026-11-20',
    '--at 2026-02-30T10:00:00Z',
    '--today 2026-11-20 --at 2026-11-20T10:00:00Z',
    '--timezone +01:00',
    '--timezone Not/AZone',
    '--week-start tuesday',
    '--date-order year',
    '--locale "not a locale"',
    '--team " "',
    '--nonsense',
  ])('takes %j for misuse, and prints no answer', async (options) => {
    const { out, err, code } = await run(`${options} today`)
    expect(code).toBe(2)
    expect(err).toContain('error:')
    expect(out).toEqual([])
  })
})
