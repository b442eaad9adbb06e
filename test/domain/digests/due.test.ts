import { describe, expect, inject, it } from 'vitest'
import { addDays, dayAt, weekdayOf, weekdays } from '../../../src/calendar/day.js'
import { deadlineOf, dueOn, endOf, isLate, nextOccurrence } from '../../../src/domain/digests/due.js'
import { timeAt } from '../../../src/calendar/wall-clock.js'

const day = 86_400_000

/** `YYYY-MM-DDTHH:mm:ss` as another formatter of the runtime writes it: independent of the code under test. */
const shownAt = (() => {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (instant: number, timeZone: string): string => {
    let formatter = formatters.get(timeZone)
    if (!formatter) {
      formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      formatters.set(timeZone, formatter)
    }
    return formatter.format(instant).replace(' ', 'T')
  }
})()

const offsetAt = (instant: number, zone: string): number =>
  Date.parse(`${shownAt(instant, zone)}Z`) - Math.floor(instant / 1_000) * 1_000

/** The hours in which a zone's clock changes, from 2026 to 2028. */
const changesOf = (zone: string): number[] => {
  const changes: number[] = []
  const end = Date.UTC(2029, 0, 1)
  const step = 20 * day
  for (let low = Date.UTC(2026, 0, 1); low < end; low += step) {
    if (offsetAt(low, zone) === offsetAt(low + step, zone)) continue
    let [same, other] = [low, low + step]
    while (other - same > 60_000) {
      const middle = (same + other) / 2
      if (offsetAt(middle, zone) === offsetAt(low, zone)) same = middle
      else other = middle
    }
    changes.push(other)
  }
  return changes
}

/** What is wrong with the instant of one local date and time, or null. */
const errorOf = (date: string, time: string, zone: string): string | null => {
  const due = dueOn(date, { time, timezone: zone })
  if (!due) return `${zone} ${date} ${time}: no occurrence`
  const wanted = `${date}T${time}:00`
  const shown = shownAt(due.getTime(), zone)
  if (shown < wanted || shown.slice(0, 10) !== date) return `${zone} ${wanted}: due at ${shown}`
  // Nothing before it shows the time: neither a moment nor, where the clock is put back, an hour or two.
  for (const earlier of [1_000, 60_000, 1_800_000, 3_600_000, 7_200_000])
    if (shownAt(due.getTime() - earlier, zone) >= wanted) return `${zone} ${wanted}: not the first`
  return null
}

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata', 'Europe/Kyiv']

/** Zones of a run: each in the long suite, one of eight in the short one, others in each run; a fault names its own. */
const every = inject('suite') === 'short' ? 8 : 1
const first = Math.floor(Math.random() * every)
const sampled = zones
  .map((zone, number) => ({ zone, number }))
  .filter(({ number }) => number % every === first)

describe('the instant at which a digest is due', () => {
  it('is the first at which the clock shows its time or later, in every zone, around every change of 2026 to 2028', () => {
    let checked = 0
    const faults: string[] = []
    for (const { zone } of sampled)
      for (const change of changesOf(zone))
        for (const near of [-day, 0, day]) {
          const date = shownAt(change + near, zone).slice(0, 10)
          for (const time of ['00:00', '00:30', '01:30', '02:15', '02:50', '09:00', '20:59', '23:45']) {
            const fault = errorOf(date, time, zone)
            if (fault) faults.push(fault)
            checked += 1
          }
        }
    expect(faults).toEqual([])
    expect(checked).toBeGreaterThan(5_000 / every)
  })

  it('is exactly the time asked for between 05:00 and 20:59, on sampled days in every zone', () => {
    const faults: string[] = []
    for (const { zone, number } of sampled)
      for (let sample = 0; sample < 8; sample += 1) {
        const date = addDays('2026-01-01', (number * 131 + sample * 137) % 1_096)!
        for (const time of ['05:00', '09:00', '20:59']) {
          const due = dueOn(date, { time, timezone: zone })
          const shown = due && shownAt(due.getTime(), zone)
          if (shown !== `${date}T${time}:00`) faults.push(`${zone} ${date} ${time}: ${shown}`)
        }
      }
    expect(faults).toEqual([])
  })

  it.each([
    ['New York, a gap', 'America/New_York', '2027-03-14 02:30', '2027-03-14T07:00'],
    ['London, a gap', 'Europe/London', '2027-03-28 01:30', '2027-03-28T01:00'],
    ['Lord Howe, a gap of half an hour', 'Australia/Lord_Howe', '2027-10-03 02:15', '2027-10-02T15:30'],
    ['Chatham, a gap at a quarter', 'Pacific/Chatham', '2027-09-26 02:50', '2027-09-25T14:00'],
    ['Cairo, a gap at midnight', 'Africa/Cairo', '2027-04-30 00:30', '2027-04-29T22:00'],
    ['Santiago, a gap at midnight', 'America/Santiago', '2027-09-05 00:30', '2027-09-05T04:00'],
    ['Beirut, a gap at midnight', 'Asia/Beirut', '2027-03-28 00:30', '2027-03-27T22:00'],
    ['New York, the first of two', 'America/New_York', '2027-11-07 01:30', '2027-11-07T05:30'],
    ['London, the first of two', 'Europe/London', '2027-10-31 01:30', '2027-10-31T00:30'],
    ['Lord Howe, the first of two', 'Australia/Lord_Howe', '2027-04-04 01:45', '2027-04-03T14:45'],
    ['Apia, which changes no more', 'Pacific/Apia', '2027-04-04 09:00', '2027-04-03T20:00'],
    ['Sao Paulo, which changes no more', 'America/Sao_Paulo', '2027-10-17 00:30', '2027-10-17T03:30'],
    ['New York, 09:00 on a day of change', 'America/New_York', '2027-03-14 09:00', '2027-03-14T13:00'],
  ])('row 13: %s', (_, timezone, local, at) => {
    const [date = '', time = ''] = local.split(' ')
    expect(dueOn(date, { time, timezone })?.toISOString()).toBe(`${at}:00.000Z`)
  })

  it('row 14: does not come on a date that a zone left out', () => {
    const apia = { time: '09:00', timezone: 'Pacific/Apia' }
    expect(dueOn('2011-12-29', apia)?.toISOString()).toBe('2011-12-29T19:00:00.000Z')
    expect(dueOn('2011-12-30', apia)).toBeNull()
    expect(dueOn('2011-12-31', apia)?.toISOString()).toBe('2011-12-30T19:00:00.000Z')
  })
})

describe('the next occurrence', () => {
  it('is strictly after the instant, on a weekday of the digest, and nothing lies between', () => {
    const faults: string[] = []
    for (const { zone: timezone, number } of sampled) {
      const days = weekdays.filter((_, index) => (number + index) % 3 !== 0)
      const time = number % 2 ? '05:00' : '20:59'
      let after = new Date(Date.UTC(2026, number % 36, 1 + (number % 28), number % 24))
      for (let step = 0; step < 4; step += 1) {
        const { at, date } = nextOccurrence({ time, timezone, days }, after)!
        const from = dayAt(after, timezone)
        for (let between = from; between < date; between = addDays(between, 1)!) {
          const due = dueOn(between, { time, timezone })
          if (days.includes(weekdayOf(between)) && due && due > after) faults.push(`${timezone} ${between}`)
        }
        const holds = at > after && days.includes(weekdayOf(date)) && dayAt(at, timezone) === date
        if (!holds || timeAt(at, timezone) !== time) faults.push(`${timezone} ${date}`)
        after = at
      }
    }
    expect(faults).toEqual([])
  })

  const friday = { time: '09:00', timezone: 'Pacific/Apia', days: ['friday'] } as const

  it.each([
    ['a day that is left out', friday, '2011-12-29T00:00:00Z', '2012-01-06'],
    ['the very instant', { ...friday, timezone: 'UTC' }, '2026-11-20T09:00:00Z', '2026-11-27'],
    ['a moment before', { ...friday, timezone: 'UTC' }, '2026-11-20T08:59:59.999Z', '2026-11-20'],
    ['the end of the year', { ...friday, timezone: 'UTC' }, '2026-12-31T10:00:00Z', '2027-01-01'],
  ])('after %s', (_, timing, after, date) => {
    expect(nextOccurrence(timing, new Date(after))?.date).toBe(date)
  })

  it('is none without days, and none after the last year', () => {
    expect(nextOccurrence({ ...friday, days: [] }, new Date('2026-11-20T00:00:00Z'))).toBeNull()
    expect(nextOccurrence({ ...friday, timezone: 'UTC' }, new Date('9999-12-31T10:00:00Z'))).toBeNull()
  })
})

describe('the end of the time in which a digest may come', () => {
  it.each([
    ['noon for an early one', '08:00', '2026-11-20T12:00:00.000Z'],
    ['noon and three hours later at once', '09:00', '2026-11-20T12:00:00.000Z'],
    ['three hours for a later one', '10:30', '2026-11-20T13:30:00.000Z'],
    ['still that day for the latest', '20:59', '2026-11-20T23:59:00.000Z'],
    ['midnight where three hours would lead over it', '22:30', '2026-11-21T00:00:00.000Z'],
  ])('is %s', (_, time, deadline) => {
    const due = dueOn('2026-11-20', { time, timezone: 'UTC' })!
    expect(deadlineOf('2026-11-20', 'UTC', due).toISOString()).toBe(deadline)
  })

  it('counts hours that pass, and midnight as the clock shows it first', () => {
    // Cairo puts its clock back at the midnight that ends Thursday: 23:00 to 24:00 comes twice.
    expect(endOf('2027-10-28', 'Africa/Cairo').toISOString()).toBe('2027-10-28T22:00:00.000Z')
    expect(endOf('2027-04-29', 'Africa/Cairo').toISOString()).toBe('2027-04-29T22:00:00.000Z')
  })

  it('says late from ten minutes on', () => {
    const due = new Date('2026-11-20T09:00:00Z')
    expect(isLate(due, new Date('2026-11-20T09:09:59.999Z'))).toBe(false)
    expect(isLate(due, new Date('2026-11-20T09:10:00Z'))).toBe(true)
  })
})
