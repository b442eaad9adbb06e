import { describe, expect, it } from 'vitest'
import { resolveRange } from '../../../src/domain/presence/range.js'
import { visibleTeam } from '../../../src/domain/presence/visible-team.js'

const today = '2026-11-20'

describe('the range of a question', () => {
  it.each([
    ['nothing', {}, { from: '2026-11-20', to: '2026-11-27' }],
    ['from', { from: '2026-01-01' }, { from: '2026-01-01', to: '2026-01-08' }],
    ['to', { to: '2026-11-20' }, { from: '2026-11-20', to: '2026-11-20' }],
    ['both', { from: '2026-12-30', to: '2027-01-02' }, { from: '2026-12-30', to: '2027-01-02' }],
    ['90 days', { from: '2026-01-01', to: '2026-04-01' }, { from: '2026-01-01', to: '2026-04-01' }],
    ['the last week there is', { from: '9999-12-24' }, { from: '9999-12-24', to: '9999-12-31' }],
  ])('given %s is settled', (_, asked, range) => expect(resolveRange(asked, today)).toEqual(range))

  it.each([
    ['91 days', { from: '2026-01-01', to: '2026-04-02' }, 'to', 'range must not exceed 90 days'],
    ['an end before the start', { from: '2026-11-20', to: '2026-11-19' }, 'to', 'must be on or after from'],
    ['an end before today', { to: '2026-11-19' }, 'to', 'must be on or after from'],
    [
      'a default end after the calendar',
      { from: '9999-12-25' },
      'from',
      'must be at least 7 days before 9999-12-31',
    ],
  ])('of %s is refused', (_, asked, path, message) =>
    expect(resolveRange(asked, today)).toEqual({ issues: [{ path: [path], message }] }),
  )
})

describe('the team in sight', () => {
  const exists = (id: string) => id === 'design' || id === 'sales'
  it.each([
    [null, null, null],
    [null, 'design', 'design'],
    [null, 'unknown', 'nobody'],
    ['design', null, 'design'],
    ['design', 'design', 'design'],
    ['design', 'sales', 'nobody'],
    ['deleted', null, 'nobody'],
    ['deleted', 'deleted', 'nobody'],
  ])('of a key limited to %s that asks for %s is %s', (team_id, asked, seen) =>
    expect(visibleTeam({ team_id, reasons: 'shown' }, asked, exists)).toBe(seen),
  )
})
