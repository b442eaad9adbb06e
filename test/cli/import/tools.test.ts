import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openImportRoom } from './room.js'

const { open } = openImportRoom()

const file = (name: string) => ({
  name,
  content: readFileSync(new URL(`../../cases/exports/${name}`, import.meta.url)),
})

/** The page that shows the form, or none: then it is made by likeness. */
const likeness = 'by likeness'
const week = 'holiday 2026-11-23 2026-11-27 approved'

/**
 * What comes out of each file for the people of `team.csv`: each leave as `who type first last status`, where `½` marks a
 * first day from noon and a last day until noon.
 */
const cases: readonly (readonly [name: string, form: string, leaves: readonly string[]])[] = [
  [
    'bamboohr-requests.csv',
    'https://pacifictimesheet.zendesk.com/hc/en-us/articles/360050137551',
    [
      `ana.ruiz ${week}`,
      'ben.okafor sick 2026-11-24 2026-11-24½ approved',
      'noa.levi holiday 2026-12-07 2026-12-08 cancelled',
      'noa.levi holiday 2026-12-14 2026-12-15 pending',
    ],
  ],
  [
    'bamboohr-schedule.csv',
    'https://bamboohr.screenstepslive.com/m/53902/l/587895-time-off-schedule-report',
    [`ana.ruiz ${week}`, 'joerg.weiss sick 2026-11-24 2026-11-24 rejected'],
  ],
  [
    'personio-abwesenheitszeitraeume.csv',
    'https://support.personio.de/hc/de/articles/211778185',
    [
      'ana.ruiz personal ½2026-11-30 2026-11-30 approved',
      'joerg.weiss holiday ½2026-11-23 2026-11-27 approved',
      'noa.levi sick 2026-11-24 2026-11-24½ approved',
    ],
  ],
  [
    'personio-absences.csv',
    likeness,
    [
      'joerg.weiss holiday 2026-11-23 2026-11-27½ approved',
      'noa.levi personal 2027-01-04 2027-02-26 pending',
    ],
  ],
  [
    'hibob-whos-out.csv',
    'https://apidocs.hibob.com/reference/get_timeoff-whosout',
    [
      'ana.ruiz holiday ½2026-11-23 2026-11-25½ approved',
      'ben.okafor holiday 2026-11-24 2026-11-24½ approved',
    ],
  ],
  [
    'workday-time-off.csv',
    'https://cdn.cdata.com/help/JWM/tableau/pg_resttable-workerstimeoffdetails.htm',
    [
      'ana.ruiz holiday 2026-11-23 2026-11-23 approved',
      'ana.ruiz holiday 2026-11-24 2026-11-24½ approved',
      'ben.okafor sick 2026-11-24 2026-11-24 pending',
    ],
  ],
  [
    'workday-leaves-of-absence.csv',
    likeness,
    [
      'joerg.weiss personal 2027-03-01 2027-03-01 approved',
      'noa.levi personal 2027-01-04 2027-02-26 approved',
    ],
  ],
  [
    'factorial-time-off-activity.csv',
    likeness,
    [
      `ana.ruiz ${week}`,
      'ben.okafor sick ½2026-11-24 2026-11-24 approved',
      'joerg.weiss holiday 2026-11-30 2026-12-01 rejected',
    ],
  ],
  [
    'rippling-leave-requests.csv',
    likeness,
    [`ana.ruiz ${week}`, 'noa.levi personal 2026-12-01 2026-12-02 pending'],
  ],
  ['gusto-time-off.csv', likeness, [`ana.ruiz ${week}`, 'ben.okafor sick 2026-11-24 2026-11-24 approved']],
  ['deel-time-off.csv', likeness, [`ana.ruiz ${week}`, 'ben.okafor sick 2026-11-24 2026-11-24½ approved']],
  [
    'google-sheets-british.csv',
    likeness,
    [`ana.ruiz ${week}`, 'ben.okafor sick ½2026-11-24 2026-11-24 approved'],
  ],
  [
    'google-sheets-american.csv',
    likeness,
    ['ana.ruiz holiday 2026-11-23 2026-11-29 approved', 'noa.levi personal 2026-12-01 2026-12-01 approved'],
  ],
  [
    'google-sheets-deutsch.csv',
    likeness,
    ['ana.ruiz holiday 2026-11-24 2026-11-24½ approved', `joerg.weiss ${week}`],
  ],
  ...['excel-german-ansi.csv', 'excel-utf8.csv', 'excel-unicode-text.txt'].map(
    (name) =>
      [name, likeness, ['ana.ruiz sick 2026-11-24 2026-11-24½ approved', `joerg.weiss ${week}`]] as const,
  ),
  [
    'pandas-records.json',
    'https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_json.html',
    [`ana.ruiz ${week}`, 'ben.okafor sick 2026-11-24 2026-11-24½ approved'],
  ],
  [
    'hand-two-rows.csv',
    likeness,
    ['ana.ruiz holiday 2026-12-03 2026-12-04 approved', 'ben.okafor sick 2026-11-05 2026-11-05 approved'],
  ],
  ['hand-timestamps.csv', likeness, [`ana.ruiz ${week}`]],
  [
    'hand-deutsch.csv',
    likeness,
    [
      'ana.ruiz holiday 2026-12-14 2026-12-18 approved',
      'joerg.weiss holiday 2026-12-21 2026-12-31 approved',
      'noa.levi sick 2026-12-23 2026-12-23 approved',
    ],
  ],
  [
    'timetastic.csv',
    likeness,
    ['ana.ruiz holiday ½2026-11-23 2026-11-27 approved', 'ben.okafor sick 2026-11-24 2026-11-24½ approved'],
  ],
  [
    'teams-shifts.csv',
    likeness,
    ['ana.ruiz holiday 2027-02-01 2027-02-05 approved', 'ben.okafor personal 2027-02-22 2027-02-23 approved'],
  ],
  [
    'zoho-people.csv',
    likeness,
    [
      'ana.ruiz holiday 2027-01-04 2027-01-08 approved',
      'ben.okafor personal 2027-01-04 2027-04-30 pending',
      'joerg.weiss sick 2027-01-05 2027-01-05 cancelled',
    ],
  ],
]

/** Rows of people who work elsewhere. */
const skippedIn = new Map([
  ['hibob-whos-out.csv', 1],
  ['timetastic.csv', 1],
])

describe('of people who are members already, one command brings in', () => {
  it.each(cases)('%s (%s), and the second time changes nothing', async (name, _, wanted) => {
    const room = await open()
    await room.takeJson('', file('team.csv'))
    const said = await room.takeJson('', file(name))
    expect(said).toMatchObject({ code: 0, skipped: skippedIn.get(name) ?? 0, warnings: [] })
    const { out } = await room.run('leaves list --json')
    const leaves = (JSON.parse(out) as readonly Record<string, string | boolean>[]).map(
      ({ email, type, start_date, end_date, starts_at_noon, ends_at_noon, status }) =>
        `${String(email).replace('@acme.test', '')} ${type} ${starts_at_noon ? '½' : ''}${start_date} ${end_date}${ends_at_noon ? '½' : ''} ${status}`,
    )
    expect(leaves.toSorted()).toEqual(wanted)
    expect(await room.takeJson('', file(name))).toMatchObject({ code: 0, leaves: { added: 0, changed: 0 } })
  })
})

it('a calendar file is imported once, for the person whose it is', async () => {
  const room = await open()
  await room.takeJson('', file('team.csv'))
  const take = (...options: readonly string[]) => room.takeJson(options.join(' '), file('calendar.ics'))
  expect(await take('--member ana.ruiz@acme.test')).toMatchObject({ code: 0, leaves: { added: 1 } })
  expect(await room.json('leaves list')).toMatchObject([
    { email: 'ana.ruiz@acme.test', type: 'holiday', start_date: '2026-11-23', end_date: '2026-11-27' },
  ])
  expect(await take('--member', '"Ana Ruiz"')).toMatchObject({ code: 0, leaves: { added: 0, same: 1 } })
  expect((await room.take('--member nobody', file('calendar.ics'))).err).toContain('nobody')
})

it('a calendar file is not imported in part', async () => {
  const room = await open()
  await room.takeJson('', file('team.csv'))
  const event = (title: string, ...lines: readonly string[]) =>
    ['BEGIN:VEVENT', `SUMMARY:${title}`, 'DTSTART;VALUE=DATE:20261207', ...lines, 'END:VEVENT', ''].join(
      '\r\n',
    )
  const take = (options: string, ...events: readonly string[]) =>
    room.take(`--member ana.ruiz@acme.test ${options}`, {
      name: 'own.ics',
      content: `BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`,
    })
  const broken = await take('', event('Vacation', 'DTEND;VALUE=DATE:20261201'))
  expect([broken.code, broken.err]).toEqual([
    1,
    expect.stringContaining(
      'own.ics: has an event that cannot be read: "Vacation" (it ends before it starts)',
    ),
  ])
  const doubtful = await take('', event('Vacation'), event('Holiday party'))
  expect([doubtful.code, doubtful.err]).toEqual([
    1,
    expect.stringMatching(/may be a leave: "Holiday party" \(2026-12-07\)\. .* --types "Holiday party=skip"/),
  ])
  expect(await room.json('leaves list')).toEqual([])
  expect((await take('--types "Holiday party=skip"', event('Vacation'), event('Holiday party'))).code).toBe(0)
  expect(await room.json('leaves list')).toMatchObject([{ type: 'holiday', start_date: '2026-12-07' }])
})

describe('a clerk is told what is wrong with', () => {
  it.each<readonly [name: string, said: readonly string[]]>([
    [
      'unknown-people.csv',
      ['exactly one member: "Noa", ', ' --map-person "Noa=EMAIL"\n', ' --map-person "Total Stranger=skip"\n'],
    ],
    ['no-dates.csv', ['the column "email" of members is missing']],
    [
      'google-sheets-days.csv',
      ['line 2', 'end_date: is missing', 'which day is the last: "5"; add a column with the last day'],
    ],
    ['plan-of-days.csv', ['has a column for each day', 'use a row for each leave']],
    ['calendar.ics', ['whosout sources add calendar', '--member EMAIL']],
  ])('%s', async (name, said) => {
    const room = await open()
    await room.takeJson('', file('team.csv'))
    const { code, err } = await room.take('', file(name))
    expect(code).toBe(1)
    for (const part of said) expect(err).toContain(part)
  })
})
