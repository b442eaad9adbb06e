import { describe, expect, it } from 'vitest'
import type { Leave } from '../../../src/domain/organization/organization.js'
import {
  aboutSome,
  addToImport,
  eventBody,
  leaveData,
  leaveKind,
  type LeaveStep,
  type WebhookReader,
} from '../../../src/domain/webhooks/events.js'
import { leave as leaveOf } from '../../stores/samples.js'

const design = 'deadbeef-0000-4000-9000-00000000000e'
const ana = { id: 'aaaaaaaa-0000-4000-8000-000000000001', team_id: design }
const leave = (set: Partial<Leave> = {}): Leave => ({
  ...leaveOf('org', 'l1', '2026-12-01', '2026-12-04', { member_id: ana.id }),
  ...set,
})
const step = (before: Leave | null, after: Leave | null, isErased = false): LeaveStep => ({
  before,
  after,
  member: ana,
  isErased,
})
const hidden: WebhookReader = { event_key: 'abcd', team_id: null, reasons: 'hidden' }
const shown: WebhookReader = { ...hidden, reasons: 'shown' }

const longer = { end_date: '2026-12-07' }
const pending = { status: 'pending' } as const

describe('a change to a leave', () => {
  it.each<readonly [what: string, LeaveStep, hidden: string | null, shown: string | null]>([
    ['a new one', step(null, leave()), 'leave.created', 'leave.created'],
    ['one that waits for approval', step(null, leave(pending)), null, null],
    ['one that is approved', step(leave(pending), leave()), 'leave.created', 'leave.created'],
    ['other days', step(leave(), leave(longer)), 'leave.changed', 'leave.changed'],
    ['half a day', step(leave(), leave({ ends_at_noon: true })), 'leave.changed', 'leave.changed'],
    ['another reason', step(leave(), leave({ type: 'sick' })), null, 'leave.changed'],
    ['the same written again', step(leave(), leave({ changed_at: 'now', source: 'manual' })), null, null],
    ['a cancelled one', step(leave(), leave({ status: 'cancelled' })), 'leave.cancelled', 'leave.cancelled'],
    ['a removed one', step(leave(), null), 'leave.cancelled', 'leave.cancelled'],
    ['a removed one that never counted', step(leave(pending), null), null, null],
  ])('is told as what it means for presence: %s', (_, change, whenHidden, whenShown) =>
    expect([leaveKind(change, hidden), leaveKind(change, shown)]).toEqual([whenHidden, whenShown]),
  )

  it('is told to webhooks of the team, and of everybody', () =>
    expect(
      [null, design, 'another'].map((team_id) => leaveKind(step(null, leave()), { ...hidden, team_id })),
    ).toEqual(['leave.created', 'leave.created', null]))

  it('says ids and days; the reason only where it may be read, and an id that does not give it away', () => {
    const before = leave({ type: 'sick' })
    const dataFor = (reader: WebhookReader) =>
      leaveData(step(before, leave({ ...longer, type: 'sick' })), 'leave.changed', 7, reader)
    const days = { start_date: '2026-12-01', starts_at_noon: false, ends_at_noon: false }
    expect(dataFor(hidden)).toEqual({
      sequence: 7,
      member: ana,
      leave: {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        type: 'personal',
        end_date: '2026-12-07',
        ...days,
      },
      before: { type: 'personal', end_date: '2026-12-04', ...days },
    })
    expect(dataFor(shown)).toMatchObject({ leave: { type: 'sick' }, before: { type: 'sick' } })
    const idOf = (reader: WebhookReader) => (dataFor(reader) as { leave: { id: string } }).leave.id
    expect(idOf(hidden)).toBe(idOf(shown))
    expect(idOf({ ...hidden, event_key: 'ef01' })).not.toBe(idOf(hidden))
  })

  it('of somebody who was erased says the ids alone', () =>
    expect(leaveData(step(leave(), null, true), 'leave.cancelled', 1, shown)).toMatchObject({
      leave: { id: expect.any(String) as string },
    }))

  it('names people only where that is wanted, and as they are called now', () => {
    const event = {
      type: 'leave.created',
      at: '2026-11-20T10:00:00.000Z',
      data: leaveData(step(null, leave()), 'leave.created', 1, hidden),
    } as const
    const bodyOf = (nameOf: ((id: string) => string | null) | null) =>
      JSON.parse(eventBody(event, 'acme', nameOf)) as { data: { member: object } }
    expect(bodyOf(null)).toMatchObject({
      type: 'leave.created',
      timestamp: event.at,
      data: { organization: 'acme', sequence: 1 },
    })
    expect(bodyOf(null).data.member).toEqual(ana)
    expect(bodyOf(() => 'Ana').data.member).toEqual({ ...ana, name: 'Ana' })
    expect(bodyOf(() => null).data.member).toEqual({ ...ana, name: null })
  })
})

it('many changes are told as numbers, and as the days that they touch', () => {
  const created = addToImport(null, step(null, leave()), 'leave.created')
  const changed = addToImport(
    created,
    step(leave({ start_date: '2026-11-02' }), leave(longer)),
    'leave.changed',
  )
  expect(addToImport(changed, step(leave(), null), 'leave.cancelled')).toEqual({
    created: 1,
    changed: 1,
    cancelled: 1,
    from: '2026-11-02',
    to: '2026-12-07',
  })
})

it('a person who is erased is left out of what is still to be sent', () => {
  const other = { member: { id: 'other', team_id: null }, leaves: [] }
  const day = {
    sequence: 1,
    date: '2026-11-20',
    team_id: null,
    counts: { leave: 2, bank_holiday: 0, not_working: 0 },
    out: [{ member: ana, leaves: [] }, other],
  }
  const others = (id: string) => id !== ana.id
  expect(aboutSome(day, others)).toEqual({ ...day, out: [other] })
  const data = leaveData(step(null, leave()), 'leave.created', 1, hidden)
  expect([aboutSome(data, others), aboutSome(data, (id) => !others(id))]).toEqual([null, data])
})
