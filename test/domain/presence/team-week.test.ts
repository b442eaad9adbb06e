import { describe, expect, it } from 'vitest'
import { teamWeek } from '../../../src/domain/presence/team-week.js'
import { messageText } from '../../../src/cli/ask/message-text.js'
import { teamWeekParts } from '../../../src/domain/words/team-week.js'
import { acmeId, leaveDocument, memberDocument, memberId, teamDocument } from '../../world/acme.js'
import { rollOf } from './plain.js'

const team = 'deadbeef-0000-4000-9000-00000000000e'

/** A team of so many, and leaves: who (from 1), from, to, and perhaps a bank holiday. */
const weekOf = (
  size: number,
  leaves: readonly (readonly [number, string, string, ('bank_holiday' | 'sick')?])[],
  today = '2026-11-25',
) => {
  const members = Array.from({ length: size }, (_, at) =>
    memberDocument(acmeId, {
      id: memberId(at + 1),
      name: `P${String(at + 1).padStart(2, '0')}`,
      email: `p${at}@acme.example`,
      team_id: team,
    }),
  )
  const roll = rollOf({
    teams: [teamDocument(acmeId, team, 'Design')],
    members,
    leaves: leaves.map(([who, start_date, end_date, type = 'sick'], at) =>
      leaveDocument(acmeId, `leave-${at}`, {
        member_id: memberId(who),
        type,
        start_date,
        end_date,
        status: 'approved',
      }),
    ),
  })
  const week = teamWeek(roll, members[0]!, today)!
  const text = messageText({ title: '', parts: teamWeekParts(week, today) })
  return {
    week,
    lines: text
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean),
  }
}

describe('the week of a team', () => {
  it('has a row of squares for each person, the reader first, then who is out, and no reasons', () => {
    const { lines } = weekOf(4, [
      [3, '2026-11-24', '2026-11-26'],
      [4, '2026-11-27', '2026-11-27', 'bank_holiday'],
    ])
    expect(lines).toEqual([
      'Design · this week, 23–27 Nov',
      '⬜⬜⬜⬜⬜  P01 (you)',
      '⬜🟧🟧🟧⬜  P03 · out Tue–Thu',
      '⬜⬜⬜⬜🟦  P04 · bank holiday Fri',
      '⬜⬜⬜⬜⬜  P02',
      '🟧 out · 🟦 bank holiday · ⬜ in',
    ])
  })

  it('says on which days fewer than half are in, and counts those without a row', () => {
    const { lines, week } = weekOf(
      20,
      Array.from({ length: 11 }, (_, at) => [at + 2, '2026-11-26', '2026-11-26'] as const),
    )
    expect(week.rows).toHaveLength(15)
    expect(lines).toContain('and 5 more, in all week')
    expect(lines).toContain('Fewer than half of 20 people are in on Thu 26 Nov.')
  })

  it('is the next one once the working days of this one are over', () => {
    expect(weekOf(2, [], '2026-11-28').lines[0]).toBe('Design · next week, 30 Nov – 4 Dec')
    expect(weekOf(2, [], '2026-11-27').lines[0]).toBe('Design · this week, 23–27 Nov')
  })
})
