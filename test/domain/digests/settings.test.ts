import { describe, expect, it } from 'vitest'
import { daysWords, parseDays, parseDigestSettings } from '../../../src/domain/digests/settings.js'
import { weekdays, type Weekday } from '../../../src/calendar/day.js'

const good = { time: '09:00', timezone: 'Europe/Berlin', days: 'mon-fri' }
const workdays = weekdays.slice(0, 5)

const issuesOf = (input: Partial<Parameters<typeof parseDigestSettings>[0]>) => {
  const parsed = parseDigestSettings({ ...good, ...input })
  return 'issues' in parsed ? parsed.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
}

describe('the days of a digest', () => {
  const cases: readonly (readonly [string, readonly Weekday[] | null, string])[] = [
    ['mon-fri', workdays, 'Mon–Fri'],
    ['Monday-Friday', workdays, 'Mon–Fri'],
    ['mon,wed,fri', ['monday', 'wednesday', 'friday'], 'Mon, Wed, Fri'],
    ['fri, mon ,wed', ['monday', 'wednesday', 'friday'], 'Mon, Wed, Fri'],
    ['sun-thu', ['monday', 'tuesday', 'wednesday', 'thursday', 'sunday'], 'Sun–Thu'],
    ['tues,thurs', ['tuesday', 'thursday'], 'Tue, Thu'],
    ['mon–wed,fri', ['monday', 'tuesday', 'wednesday', 'friday'], 'Mon–Wed, Fri'],
    ['sat-mon,wed', ['monday', 'wednesday', 'saturday', 'sunday'], 'Wed, Sat–Mon'],
    ['sat,sun', ['saturday', 'sunday'], 'Sat, Sun'],
    ['mon,mon-tue', ['monday', 'tuesday'], 'Mon, Tue'],
    ['mon-sun', weekdays, 'every day'],
    ['tue-mon', weekdays, 'every day'],
    ['wed-wed', ['wednesday'], 'Wed'],
    ['', null, ''],
    ['mo-fr', null, ''],
    ['mon-fri-sat', null, ''],
    ['mon,', null, ''],
    ['mon;fri', null, ''],
    ['friyay', null, ''],
    ['-', null, ''],
  ]
  it.each(cases)('"%s" are %j', (text, days, words) => {
    expect(parseDays(text)).toEqual(days)
    if (days) expect(daysWords(days)).toBe(words)
  })

  it('may come one by one, as from checkboxes', () => {
    expect(parseDays(['friday', 'monday'])).toEqual(['monday', 'friday'])
    expect(parseDays([])).toBeNull()
  })
})

describe('the settings of a digest', () => {
  it('have defaults beside time, zone and days', () => {
    expect(parseDigestSettings(good)).toEqual({
      settings: {
        time: '09:00',
        timezone: 'Europe/Berlin',
        days: workdays,
        look_ahead: 'none',
        on_bank_holidays: 'silent',
        when_empty: 'post',
      },
    })
  })

  it.each(['05:00', '09:59', '20:59'])('may be at %s', (time) => expect(issuesOf({ time })).toEqual([]))
  it.each(['04:59', '21:00', '9:00', '09:60', '24:00', '09:00:00', '９:00', '', 'nine'])(
    'are not at "%s"',
    (time) => {
      expect(issuesOf({ time })).toEqual([
        expect.stringMatching(/^time: .*Use a time from 05:00 to 20:59, such as 09:00\.$/),
      ])
    },
  )

  it.each(['UTC', 'Asia/Kolkata', 'America/Argentina/Ushuaia'])('may be in %s', (timezone) => {
    expect(parseDigestSettings({ ...good, timezone })).toMatchObject({ settings: { timezone } })
  })

  it('write a zone as it is usually written', () => {
    expect(parseDigestSettings({ ...good, timezone: ' europe/BERLIN ' })).toMatchObject({
      settings: { timezone: 'Europe/Berlin' },
    })
    expect(parseDigestSettings({ ...good, timezone: 'utc' })).toMatchObject({ settings: { timezone: 'UTC' } })
  })

  it.each([
    [
      'Berlin',
      '"Berlin" is not a time zone. Use UTC or a name such as Europe/Berlin. Did you mean Europe/Berlin?',
    ],
    [
      'new york',
      '"new york" is not a time zone. Use UTC or a name such as Europe/Berlin. Did you mean America/New_York?',
    ],
    ['+01:00', '"+01:00" is not a time zone. Use UTC or a name such as Europe/Berlin.'],
    ['CET', '"CET" is not a time zone. Use UTC or a name such as Europe/Berlin.'],
    ['ana@acme.test', 'Use UTC or a name such as Europe/Berlin.'],
  ])('are not in "%s", and say what is near', (timezone, message) => {
    expect(issuesOf({ timezone })).toEqual([`timezone: ${message}`])
  })

  it.each([
    [{ look_ahead: 'tuesday' }, 'look_ahead: "tuesday" is not valid. Use none, friday or monday.'],
    [{ on_bank_holidays: 'loud' }, 'on_bank_holidays: "loud" is not valid. Use post or silent.'],
    [{ when_empty: '' }, 'when_empty: Use post or silent.'],
    [{ days: [] }, 'days: Choose at least one day.'],
    [
      { look_ahead: 'friday', days: 'mon-thu' },
      'look_ahead: Nothing is posted on Fridays: add that day, or choose another look-ahead.',
    ],
    [
      { look_ahead: 'monday', days: 'tue' },
      'look_ahead: Nothing is posted on Mondays: add that day, or choose another look-ahead.',
    ],
  ])('%j is refused with the way out', (input, message) => expect(issuesOf(input)).toEqual([message]))

  it('say everything that is wrong at once', () => {
    expect(issuesOf({ time: 'x', timezone: 'x', days: 'x', when_empty: 'x' })).toHaveLength(4)
  })
})
