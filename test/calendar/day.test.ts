import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import {
  addDays,
  dayAt,
  daysBetween,
  isTimeZone,
  overlaps,
  parseDay,
  weekdayOf,
} from '../../src/calendar/day.js'

describe('parseDay', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '0050-01-01', '9999-12-31'])(
    'takes %s as it stands',
    (text) => expect(parseDay(text)).toBe(text),
  )

  it.each([
    ...[
      '2026-02-30',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2025-02-29',
      '1900-02-29',
      '2100-02-29',
      '0000-01-01',
    ],
    ...['-0001-01-01', '+012026-01-01', '12026-01-01', '2026-1-1', '20260101', '2026-W01-1', '2026-001'],
    ...['01/02/2026', '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01 ', '2026-01-01\n'],
    ...['٢٠٢٦-٠١-٠١', '２０２６-01-01', '2026‐01‐01', 'today', '', 'null', 'NaN'],
  ])('refuses %j', (text) => expect(parseDay(text)).toBeNull())
})

describe('days', () => {
  it('step over month ends, leap days, year ends and changes of the clock', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01')
    expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
    expect(daysBetween('2026-01-01', '2026-04-01')).toBe(90)
  })

  it('end with the calendar', () => {
    expect(addDays('9999-12-31', 1)).toBeNull()
    expect(addDays('0001-01-01', -1)).toBeNull()
    expect(addDays('2026-01-01', 1e12)).toBeNull()
  })

  it('go there and back, and keep the order of their texts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -719_162, max: 2_932_896 }),
        fc.integer({ min: -9_999, max: 9_999 }),
        (number, count) => {
          const day = addDays('1970-01-01', number)!
          const other = addDays(day, count)
          if (other === null) return
          expect(daysBetween(day, other)).toBe(count)
          expect(Math.sign(count)).toBe(day < other ? 1 : day > other ? -1 : 0)
        },
      ),
      { numRuns: inject('cases') },
    )
  })

  it('know their weekday', () => {
    expect(weekdayOf('2026-11-20')).toBe('friday')
    expect(weekdayOf('1969-12-31')).toBe('wednesday')
    expect(weekdayOf('0001-01-01')).toBe('monday')
  })

  it('overlap when they share one day, both ends included', () => {
    const week = { from: '2026-11-23', to: '2026-11-27' }
    expect(overlaps(week, { from: '2026-11-27', to: '2026-12-01' })).toBe(true)
    expect(overlaps(week, { from: '2026-11-01', to: '2026-11-23' })).toBe(true)
    expect(overlaps(week, { from: '2026-01-01', to: '2026-12-31' })).toBe(true)
    expect(overlaps(week, { from: '2026-11-28', to: '2026-12-01' })).toBe(false)
    expect(overlaps(week, { from: '2026-11-01', to: '2026-11-22' })).toBe(false)
  })
})

describe('dayAt', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-19'],
    ['Europe/Berlin', '2026-11-20'],
    ['UTC', '2026-11-20'],
  ])('reads the wall calendar of %s at 10:30 UTC', (zone, day) => {
    expect(dayAt(new Date('2026-11-20T10:30:00Z'), zone)).toBe(day)
  })

  it('changes at local midnight, also where midnight is skipped', () => {
    expect(dayAt(new Date('2026-11-20T22:59:59.999Z'), 'Europe/Berlin')).toBe('2026-11-20')
    expect(dayAt(new Date('2026-11-20T23:00:00Z'), 'Europe/Berlin')).toBe('2026-11-21')
    expect(dayAt(new Date('2027-04-29T22:00:00Z'), 'Africa/Cairo')).toBe('2027-04-30')
  })
})

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'])(
    'accepts %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )
  it.each(['+01:00', 'CET', 'Not/AZone', '', 'utc+1', 'Europe/', 'GMT', 'Europe/Berlin '])(
    'refuses %j',
    (name) => expect(isTimeZone(name)).toBe(false),
  )
})
