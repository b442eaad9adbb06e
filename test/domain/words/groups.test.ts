import { describe, expect, it } from 'vitest'
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
    expect(holidayWords(place, { range: { from: day, to: day }, today: '2026-11-23' })).toBe(
      `Bank holiday: ${words}`,
    )
  })
})
