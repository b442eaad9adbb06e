import { expect, it } from 'vitest'
import { clockSeen, isClockTrusted, type ClockSight } from '../../src/domain/clock.js'

const day = 86_400
const hour = 3_600

/** Seconds between the looks, and at which of them the clock is trusted: `+` or `-`. */
const cases: readonly (readonly [what: string, looks: readonly number[], trusted: string])[] = [
  ['the first look, which nothing speaks against', [], '+'],
  ['ticks of a clock that is right', [60, 60, 60], '++++'],
  ['a clock put forward by an hour, or standing still that long', [hour, 60], '+++'],
  ['a jump of more than an hour', [hour + 1, 60, 60, 60, 60, 60, 60], '+-----++'],
  ['a jump back', [-day, 60, 60, 60, 60, 60], '+-----+'],
  ['a clock that is wrong for 75 s, a day ahead', [day, 60, -day, 60, 60, 60, 60, 60], '+-------+'],
  ['a machine that slept twice', [day, 60, 60, 60, 60, 2 * hour, 60, 60, 60, 60, 60], '+----------+'],
  [
    'looks that come more often than ticks',
    [day, ...Array.from({ length: 149 }, () => 2)],
    `+${'-'.repeat(150)}`,
  ],
]

it.each(cases)('%s', (_, looks, trusted) => {
  let at = Date.parse('2026-11-18T09:00:01Z')
  let sight: ClockSight | null = null
  const seen = [0, ...looks].map((seconds) => {
    at += seconds * 1_000
    sight = clockSeen(sight, new Date(at))
    return isClockTrusted(sight) ? '+' : '-'
  })
  expect(seen.join('')).toBe(trusted)
})
