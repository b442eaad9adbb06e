import { describe, expect, it } from 'vitest'
import { absencesOf, eventOf } from '../../../src/domain/ask/events.js'
import { leave, member } from '../../stores/samples.js'
import { rollOf } from '../presence/plain.js'

/** Friday 27 November is a bank holiday. */
const calendar = { _id: 'o:IN', org: 'o', code: 'IN', days: [{ date: '2026-11-27', name: 'A day off' }] }
const ana = member('o', 'ana', {})

const rollWith = (from: string, to: string) =>
  rollOf({
    teams: [],
    members: [ana],
    leaves: [leave('o', 'l', from, to, { member_id: 'ana' })],
    holidays: { calendars: [calendar], assigned: 'IN', workingDays: [] },
  })

describe('a leave', () => {
  it.each([
    ['after a weekend', '2026-12-07', '2026-12-08', ['2026-12-04']],
    ['after a bank holiday and a weekend', '2026-11-30', '2026-12-01', ['2026-11-26']],
    ['from the weekend behind a bank holiday', '2026-11-28', '2026-12-01', ['2026-11-26']],
    ['of a weekend alone', '2026-11-28', '2026-11-29', []],
  ])('%s has the last working day before it', (_, from, to, last) => {
    const roll = rollWith(from, to)
    const events = absencesOf(ana, { kind: null }, roll).map((one) => eventOf(ana, one, 'leaving', roll))
    expect(events).toEqual(last)
  })

  it('of a weekend alone does not take the bank holiday beside it', () => {
    const [one, ...others] = rollWith('2026-11-28', '2026-11-29').absencesOf(ana)
    expect([one?.from, one?.to, one?.leaves.map(({ type }) => type)]).toEqual([
      '2026-11-27',
      '2026-11-27',
      ['bank_holiday'],
    ])
    expect(others).toEqual([])
  })
})
