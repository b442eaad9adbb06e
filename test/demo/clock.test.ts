import { describe, expect, it } from 'vitest'
import { createMovableClock } from '../../src/demo/clock.js'

/** What the process's own clock shows. */
const real = new Date('2026-11-20T08:00:20.500Z')

/** Moved so many milliseconds ahead. */
const clockAhead = (milliseconds: number) => {
  let passed = 0
  const clock = createMovableClock(() => new Date(real.getTime() + passed))
  clock.moveTo(new Date(real.getTime() + milliseconds))
  const ahead = (): number => clock.now().getTime() - real.getTime() - passed
  return { clock, ahead, pass: (by: number) => void (passed += by) }
}

const minute = 60_000
const day = 86_400_000

describe('the clock of the demo', () => {
  // The process's minutes begin when its own clock shows :00: this one then shows the seconds that it is ahead.
  it.each<[string, number, number]>([
    ['stays where it is: not moved yet', 0, 0],
    ['stays: minutes begin at second 0', day, day],
    ['stays: minutes begin at second 0.001', day + 1, day + 1],
    ['stays: minutes begin at second 20', day + 20_000, day + 20_000],
    ['stays: minutes begin at second 45', day + 45_000, day + 45_000],
    ['goes on: they would begin just after second 45', day + 45_001, day + minute],
    ['goes on: they would begin at second 50, when a tick only plans', day + 50_000, day + minute],
    ['goes on: they would begin in the last millisecond', day + minute - 1, day + minute],
  ])('%s', (_, before, after) => {
    const { clock, ahead } = clockAhead(before)
    clock.align()
    expect(ahead()).toBe(after)
    clock.align()
    expect(ahead()).toBe(after)
  })

  it('stays aligned while time passes', () => {
    const { clock, ahead, pass } = clockAhead(52_000)
    clock.align()
    pass(39_500)
    expect(clock.now().toISOString()).toBe('2026-11-20T08:02:00.000Z')
    clock.align()
    expect(ahead()).toBe(minute)
  })

  it('may begin behind the real one, is aligned there too, and catches up', () => {
    const clock = createMovableClock(() => real, day + 10_000)
    clock.align()
    expect(real.getTime() - clock.now().getTime()).toBe(day)
    clock.moveTo(real)
    expect(clock.now()).toEqual(real)
  })

  it('is moved forward, and never back', () => {
    const { clock, ahead, pass } = clockAhead(5_000)
    clock.moveTo(real)
    clock.moveTo(new Date(real.getTime() + 4_999))
    expect(ahead()).toBe(5_000)
    pass(1_000)
    clock.moveTo(new Date(real.getTime() + 6_000))
    expect(ahead()).toBe(5_000)
    clock.moveTo(new Date(real.getTime() + 6_001))
    expect(ahead()).toBe(5_001)
  })
})
