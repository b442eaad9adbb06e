import { describe, expect, it } from 'vitest'
import { failingCalendars, lateFor } from '../../../src/domain/sources/late.js'
import type { DataSource } from '../../../src/domain/sources/source.js'
import { lateSentences } from '../../../src/domain/words/late.js'
import { sourceDocument } from '../../world/sources.js'

const now = new Date('2026-11-20T12:00:00.000Z')
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString()
const failing = (name: string, hours: number, fields: Partial<DataSource> = {}): DataSource =>
  sourceDocument('acme', name, {
    name,
    last_success_at: hoursAgo(hours),
    last_error: 'No answer.',
    failures: 9,
    ...fields,
  })
const namesOf = (sources: readonly DataSource[], about?: readonly string[]): readonly string[] =>
  lateFor(failingCalendars(sources), now, new Set(about)).map(({ name }) => name)

describe('a calendar is late', () => {
  it.each([
    ['failing for a day beyond its hour', failing('a', 25), true],
    ['failing for less', failing('a', 24.9), false],
    ['read daily, and failing for an hour', failing('a', 25, { every: 1_440 }), false],
    ['read daily, and failing for a day', failing('a', 48, { every: 1_440 }), true],
    [
      'held for a day, until somebody confirms',
      failing('a', 25, { held: { at: hoursAgo(24), gone: 9, coming: 9 } }),
      true,
    ],
    [
      'not read for long, but not failing: the process was stopped',
      failing('a', 99, { last_error: null }),
      false,
    ],
    ['paused', failing('a', 99, { paused: true, next_at: null }), false],
    ['never read: no answer shows anything of it', failing('a', 99, { last_success_at: null }), false],
    ['damaged', failing('a', 99, { last_success_at: 'yesterday\r\nX: y' }), false],
    ['a list of people', failing('a', 99, { kind: 'slack' }), false],
  ])('%s', (_, source, isLate) => expect(namesOf([source])).toEqual(isLate ? ['a'] : []))

  it('to all readers, the one that has gone longest without a good fetch first', () =>
    expect(namesOf([failing('b', 30), failing('a', 90), failing('c', 26)])).toEqual(['a', 'b', 'c']))

  it('to those who ask about its owner only, when it is the calendar of one person', () => {
    const own = failing('own', 99, { member_id: 'm1' })
    expect([namesOf([own]), namesOf([own], ['m2']), namesOf([own], ['m1', 'm2'])]).toEqual([[], [], ['own']])
  })
})

it('is told with the day in the zone of the organization, three of them by name', () => {
  const tell = (timezone: string, ...sources: readonly DataSource[]) =>
    lateSentences(lateFor(failingCalendars(sources), now), { timezone, today: '2026-11-20' })
  const night = failing('BambooHR', 0, { last_success_at: '2026-11-16T23:30:00.000Z' })
  expect(tell('UTC', night)).toEqual(['Calendar BambooHR was last read on Mon 16 Nov.'])
  expect(tell('Europe/Berlin', night)).toEqual(['Calendar BambooHR was last read on Tue 17 Nov.'])
  expect(tell('nowhere', night)).toEqual(['Calendar BambooHR was last read on Mon 16 Nov.'])
  const five = [1, 2, 3, 4, 5].map((n) => failing(`HR ${n}`, 100 - n))
  expect(tell('UTC', ...five)).toEqual([
    'Calendar HR 1 was last read on Mon 16 Nov.',
    'Calendar HR 2 was last read on Mon 16 Nov.',
    'Calendar HR 3 was last read on Mon 16 Nov.',
    '2 more calendars are as late.',
  ])
})
