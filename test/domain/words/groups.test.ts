import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import type { SharedHoliday } from '../../../src/domain/reply/reply.js'
import { holidayWords } from '../../../src/domain/words/groups.js'

const teamOf = (name: string, people: number, size: number): SharedHoliday['teams'][number] => ({
  name,
  people,
  size,
})

const success = teamOf('Customer Success', 13, 13)
const design = teamOf('Design', 13, 13)

describe('whose bank holiday it is', () => {
  it.each<readonly [words: string, teams: SharedHoliday['teams'], calendars: readonly string[]]>([
    ['Customer Success (13)', [success], []],
    ['Engineering (1 of 14)', [teamOf('Engineering', 1, 14)], []],
    ['Customer Success and Design (26)', [success, design], []],
    ['Customer Success (13) and Engineering (1 of 14)', [success, teamOf('Engineering', 1, 14)], []],
    ['DE-BY, Germany (27)', [success, design, teamOf('Engineering', 1, 14)], ['DE-BY']],
    ['Customer Success, Design and 1 more team (40)', [success, design, teamOf('Engineering', 14, 14)], []],
    [
      'Customer Success (13), Design (13) and 2 more teams (3 of 20)',
      [success, design, teamOf('Engineering', 2, 14), teamOf('Sales, EMEA', 1, 6)],
      [],
    ],
  ])('%s', (words, teams, calendars) => {
    const people = teams.reduce((sum, team) => sum + team.people, 0)
    const day = '2026-11-27'
    const place = { days: [{ from: day, to: day }], people, is_for_all: false, teams, calendars }
    const week = { start: 'monday', working_days: weekdays.slice(0, 5) } as const
    const of = (from: string, to: string) => holidayWords(place, { range: { from, to }, week })
    expect(of(day, day)).toBe(`Bank holiday: ${words}`)
    // Days are written as in the lines of people below.
    expect(of('2026-11-23', day)).toBe(`Bank holiday: ${words}, Fri`)
    expect(of('2026-11-20', day)).toBe(`Bank holiday: ${words}, Fri 27`)
    expect(of('2026-10-31', day)).toBe(`Bank holiday: ${words}, Fri 27 Nov`)
  })
})
