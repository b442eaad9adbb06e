import { describe, expect, it } from 'vitest'
import { proposeHolidays } from '../../../src/services/holidays/by-region.js'

/** Dates that governments have published, from other sources than the package. */
const known: readonly (readonly [code: string, year: string, dates: string])[] = [
  ['DE-BY', '2026', '01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 10-03 11-01 12-25 12-26'],
  ['DE-BE', '2027', '03-08 03-26 03-29 05-06 05-17'],
  ['DE-BY-A', '2028', '08-08 08-15'],
  ['DE-BY-KATH', '2027', '08-15'],
  ['FR', '2027', '01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25'],
  ['US', '2026', '01-01 01-19 02-16 05-25 06-19 07-03 09-07 11-11 11-26 12-25'],
  ['US', '2027', '06-18 12-24'],
  ['GB-ENG', '2026', '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['GB-SCT', '2027', '01-04 11-30'],
  ['JP', '2026', '01-12 02-11 02-23 03-20 05-06 07-20 08-11 09-21 09-22 09-23 11-03'],
  ['PL', '2028', '01-06 04-17 05-03 08-15 11-11'],
  ['AU-NSW', '2027', '01-26 04-26 10-04'],
  ['TR', '2027', '03-09 03-10 03-11 05-16 05-17 05-18 05-19'],
]

const datesOf = async (code: string, year: string) =>
  (await proposeHolidays(code, year)).days.map(({ date }) => date)

describe('proposed bank holidays', () => {
  it.each(known)('of %s in %s have the known dates %s', async (code, year, dates) => {
    const expected = dates.split(' ').map((date) => `${year}-${date}`)
    expect(await datesOf(code, year)).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    ['NL', '2026', '2026-04-03'],
    ['DE-BY', '2026', '2026-12-24'],
    ['US', '2026', '2026-02-14'],
  ])('of %s in %s do not have %s, which is no public holiday', async (code, year, date) => {
    expect(await datesOf(code, year)).not.toContain(date)
  })

  it.each([
    ['DE-BY', 'DE-BY-KATH'],
    ['CH-ZH', '2 January'],
    ['CA-QC', 'observed'],
    ['US', 'Veterans Day 2028'],
    ['GB-SCT', '15 June 2026'],
    ['BR', 'elections'],
    ['ES-CT', '3 May 2027'],
    ['DE-BY-KATH', null],
    ['FR', null],
  ])('of %s say what is known to be doubtful: %s', async (code, doubt) => {
    const said = (await proposeHolidays(code, '2027')).doubt
    if (doubt === null) expect(said).toBeNull()
    else expect(said).toContain(doubt)
  })

  it.each([
    ['IS', '2026', '2026-12-24 from 13:00', '2026-12-31 from 13:00'],
    ['CN', '2027', '2027-03-08 from 12:00, for women', '2027-06-01 for children below the age of 14'],
    ['CH-VS', '2027', '2027-12-24 from 12:00'],
    ['AU-SA', '2026', '2026-12-24 from 19:00'],
  ])('of %s in %s have apart what is not a whole day for all: %s', async (code, year, ...expected) => {
    const { days, apart } = await proposeHolidays(code, year)
    expect(apart.map(({ date, reason }) => `${date} ${reason}`)).toEqual(expect.arrayContaining(expected))
    for (const { date } of apart) expect(days.map((day) => day.date)).not.toContain(date)
  })

  it.each(['DE-BY', 'FR', 'US', 'GB-ENG', 'TR', 'BW'])('of %s are whole days for all', async (code) => {
    expect((await proposeHolidays(code, '2027')).apart).toEqual([])
  })

  it('are whole days again where they are: the eves of Iceland on a Sunday', async () => {
    const { days, apart } = await proposeHolidays('IS', '2028')
    expect(apart).toEqual([])
    expect(days.map(({ date }) => date)).toEqual(expect.arrayContaining(['2028-12-24', '2028-12-31']))
  })

  it.each([
    ['SG', '2027', '2027-05-17, 2027-05-20'],
    ['MY', '2027', '2027-05-17, 2027-05-20'],
    ['CN', '2026', '2026-02-19, 2026-02-20, 2026-02-23, 2026-04-06'],
    ['SG', '2028', 'has 3 more in 2026 and 2027'],
    ['SG', '2026', null],
    ['SE', '2027', null],
    ['DE', '2027', null],
  ])('of %s in %s say what another list has more: %s', async (code, year, words) => {
    const { doubt } = await proposeHolidays(code, year)
    if (words === null) expect(doubt).toBeNull()
    else expect(doubt).toContain(words)
    if (words !== null) expect(doubt).toMatch(/holidays 0\.109 \(PyPI\).*compared on 2026-11-28/)
  })

  it('say nothing of a day that a region has, and its country has not', async () => {
    const found = await proposeHolidays('DE-BY', '2027')
    expect(found.doubt).toBe(
      '15 August is missing: it is a holiday where most people are Catholic. There, use DE-BY-KATH.',
    )
  })

  it('are in order, each date once, all of the year, with a name', async () => {
    const { days, code } = await proposeHolidays('de_by', '2027')
    expect(code).toBe('DE-BY')
    const dates = days.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect(days.every(({ date, name }) => date.startsWith('2027-') && name !== '')).toBe(true)
  })

  it.each([
    ['IN', '2027', 'not_found', 'incomplete'],
    ['IN-MH', '2027', 'not_found', 'incomplete'],
    ['GB', '2027', 'not_found', 'GB-SCT'],
    ['CH', '2027', 'not_found', 'CH-ZH'],
    ['XX', '2027', 'not_found', 'Add its days instead'],
    ['DE-XX', '2027', 'not_found', 'DE-BY'],
    ['DE-BY-XX', '2027', 'not_found', 'DE-BY-A'],
    ['DE-BY-A-B', '2027', 'not_found', 'Add its days instead'],
    ['', '2027', 'invalid', 'cannot be proposed'],
    ['DE', '27', 'invalid', 'cannot be proposed'],
    ['DE', '3027', 'invalid', 'cannot be proposed'],
  ])('of %j in %j are refused, with a way out', async (code, year, problem, said) => {
    await expect(proposeHolidays(code, year)).rejects.toMatchObject({
      code: problem,
      message: expect.stringContaining(said),
    })
  })
})
