import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import type { Digest, DigestRun } from '../../../src/domain/digests/digest.js'
import {
  isStale,
  backoffOf,
  decideClaim,
  lookUpWindow,
  reconciled,
  refusalOfManual,
} from '../../../src/domain/digests/run.js'
import { pauseCauseOf } from '../../../src/domain/digests/change.js'
import { pendingRun, dueRuns, recomputed, spreadOf } from '../../../src/domain/digests/schedule.js'
import { timings } from '../../../src/domain/digests/timings.js'
import { digestOf, type DigestSeed } from '../../services/digests/simulation/cluster.js'

const at = (time: string): Date => new Date(`2026-11-18T${time}Z`)
const made = Date.parse('2026-11-17T12:00:00Z')

const digest = (seed: Partial<DigestSeed> = {}): Digest =>
  digestOf({ workspace: 'T1', channel: 'C1', time: '09:00', days: weekdays, ...seed }, made)

const run = (seed: Partial<DigestRun> = {}): DigestRun => ({
  ...pendingRun(digest(), { at: at('09:00:00'), date: '2026-11-18' }, 1, at('09:00:00')),
  ...seed,
})

describe('the timings', () => {
  it('leave no moment at which two processes may send for one run', () => {
    const { lease, editLease, settle, guard, timeout, skew } = timings
    expect(lease).toBeGreaterThan(guard + timeout + skew)
    expect(settle).toBeGreaterThan(guard + timeout + 2 * skew)
    expect(editLease).toBeGreaterThan(guard + timeout + 2 * skew)
  })
})

describe('the spread', () => {
  it('is the same for a channel every day, and within 20 s for a few', () => {
    const some = Array.from({ length: 200 }, (_, number) => spreadOf(`C${number}`, 3))
    expect(some).toEqual(Array.from({ length: 200 }, (_, number) => spreadOf(`C${number}`, 3)))
    expect(Math.max(...some)).toBeLessThan(20_000)
    expect(new Set(some.map((one) => Math.floor(one / 2_000))).size).toBe(10)
  })

  it.each([
    [80, 20_000],
    [1_000, 250_000],
    [5_000, 1_250_000],
    [50_000, 1_800_000],
  ])('of %i runs in one minute takes up to %i ms', (crowd, width) => {
    const all = Array.from({ length: 500 }, (_, number) => spreadOf(`C${number}`, crowd))
    expect(Math.max(...all)).toBeLessThan(width)
    expect(Math.max(...all)).toBeGreaterThan(width * 0.9)
  })
})

describe('planning', () => {
  it('puts a run off to its turn, counted from now when it is planned late', () => {
    const spread = spreadOf('C1', 1)
    const planned = (now: string) => dueRuns(digest(), at('10:00:00'), 1, at(now)).runs[0]
    expect(planned('08:59:59')?.wake_at).toBe(new Date(at('09:00:00').getTime() + spread).toISOString())
    expect(planned('09:40:00')?.wake_at).toBe(new Date(at('09:40:00').getTime() + spread).toISOString())
  })

  it('creates only the newest of many, and records the others as missed', () => {
    const old = { ...digest(), next_at: '2026-11-14T09:00:00.000Z', next_date: '2026-11-14' }
    const { runs, next } = dueRuns(old, at('09:31:00'), 1, at('09:30:00'))
    expect(runs.map(({ date, state, reason }) => [date, state, reason])).toEqual([
      ['2026-11-14', 'skipped', 'missed_window'],
      ['2026-11-15', 'skipped', 'missed_window'],
      ['2026-11-16', 'skipped', 'missed_window'],
      ['2026-11-17', 'skipped', 'missed_window'],
      ['2026-11-18', 'pending', null],
    ])
    expect(next?.date).toBe('2026-11-19')
  })

  it('plans nothing for a digest whose zone now has it later, and says when', () => {
    const early = { ...digest(), next_at: '2026-11-18T08:00:00.000Z', next_date: '2026-11-18' }
    expect(dueRuns(early, at('08:01:00'), 1, at('08:00:30'))).toEqual({
      runs: [],
      next: { at: at('09:00:00'), date: '2026-11-18' },
    })
    expect(recomputed(early)?.at).toEqual(at('09:00:00'))
    expect(recomputed(digest())).toBeUndefined()
  })
})

describe('a claim', () => {
  const person = { reason: 'person', at: 'then', who: 'U1' } as const
  const sharedAt = (time: string) => ({
    ...digest(),
    paused: { reason: 'slack_connect', at: at(time).toISOString(), who: null } as const,
  })
  const manual = run({ manual: true })
  const other = { ...digest({ days: ['monday'] }), paused: person }
  const inNewYork = digest({ timezone: 'America/New_York' })
  const lateAtNight = run({ manual: true, date: '2026-11-17', due_at: '2026-11-18T03:30:00.000Z' })
  it.each([
    ['in time', run(), digest(), '09:00:20', 'claim'],
    ['until noon', run(), digest(), '11:59:59', 'claim'],
    ['not at noon', run(), digest(), '12:00:00', 'skipped missed_window'],
    ['of a digest that was removed', run(), undefined, '09:00:20', 'skipped removed'],
    ['of one that was paused', run(), { ...digest(), paused: person }, '09:00:20', 'skipped paused'],
    ['of one whose weekday is gone', run(), digest({ days: ['monday'] }), '09:00:20', 'skipped rescheduled'],
    ['of one that was moved to a later hour', run(), digest({ time: '10:30' }), '09:00:20', 'pending moved'],
    ['of one that was moved to an earlier hour', run(), digest({ time: '08:00' }), '09:00:20', 'claim'],
    [
      'of one whose zone is now behind',
      run(),
      digest({ timezone: 'America/New_York' }),
      '09:00:20',
      'pending moved',
    ],
    [
      'on the next date of its zone',
      run(),
      digest({ timezone: 'Pacific/Auckland' }),
      '11:30:00',
      'skipped missed_window',
    ],
    ['that was asked for, paused and on another weekday', manual, other, '09:00:20', 'claim'],
    [
      'that was asked for before others came into the channel',
      manual,
      sharedAt('09:00:10'),
      '09:00:20',
      'skipped paused',
    ],
    ['that was asked for after the channel was looked at', manual, sharedAt('08:00:00'), '09:00:20', 'claim'],
    ['that was asked for before its hour', manual, digest({ time: '10:30' }), '09:00:20', 'claim'],
    ['that was asked for hours ago', manual, digest(), '12:00:00', 'skipped missed_window'],
    ['that was asked for at 22:30, until midnight', lateAtNight, inNewYork, '04:59:59', 'claim'],
    ['that was asked for at 22:30, not after', lateAtNight, inNewYork, '05:00:00', 'skipped missed_window'],
  ])('%s', (_, one, of, now, wanted) => {
    const decision = decideClaim(one, of, at(now))
    const { state, reason } = decision.kind === 'claim' ? { state: 'claim', reason: '' } : decision.update
    expect(`${state} ${reason}`.trim()).toBe(wanted)
  })
})

describe('an unknown outcome', () => {
  const unknown = run({ state: 'unknown', reason: 'timeout', marked_at: '2026-11-18T09:00:20.000Z' })
  const later = { kind: 'later', after: 1, reason: 'x' } as const
  it.each([
    ['found', { kind: 'found', ts: '1' }, { state: 'sent', via: 'history', wake_at: null }],
    ['absent', { kind: 'absent' }, { state: 'pending', reason: 'absent' }],
    ['not to be looked up', { kind: 'not_granted' }, { wake_at: null }],
    ['not to be seen now', later, { wake_at: '2026-11-18T09:08:00.000Z' }],
  ] as const)('is %s', (_, result, update) => {
    expect(reconciled(unknown, result, 'UTC', at('09:05:00'))).toMatchObject(update)
  })

  it('is looked up for a day and no longer', () => {
    expect(reconciled(unknown, later, 'UTC', new Date('2026-11-19T09:00:01Z'))).toEqual({ wake_at: null })
  })

  it('is looked for from before the mark until everything has settled, whatever the clocks showed', () => {
    const { from, to } = lookUpWindow(unknown, at('09:01:30'))
    expect(from.getTime()).toBeLessThanOrEqual(at('09:00:20').getTime() - 5_000 - timings.skew)
    expect(to.getTime()).toBeGreaterThanOrEqual(
      at('09:00:20').getTime() + timings.timeout + timings.settle + timings.skew,
    )
  })

  it('is looked for up to now, when it is looked for late', () => {
    expect(lookUpWindow(unknown, at('10:30:00')).to).toEqual(at('10:31:00'))
  })
})

describe('a message that is edited', () => {
  const sent = run({
    state: 'sent',
    ts: '1',
    shown: { hash: 'a', revision: 4 },
    edit_until: '2026-11-19T00:00:00.000Z',
    edit_after: '2026-11-18T09:01:00.000Z',
  })
  it.each([
    ['when the facts are newer', sent, 5, '09:01:00', true],
    ['not when they are the same', sent, 4, '09:01:00', false],
    ['not within a minute', sent, 5, '09:00:59', false],
    ['not after its day', { ...sent, edit_until: '2026-11-18T09:01:00.000Z' }, 5, '09:01:00', false],
    ['not when it has ended', { ...sent, edit_until: null }, 5, '09:01:00', false],
    [
      'never when nobody knows whether it is there',
      { ...sent, state: 'unknown' as const },
      5,
      '09:01:00',
      false,
    ],
  ])('%s', (_, one, revision, now, stale) => {
    expect(isStale(one, revision, at(now))).toBe(stale)
  })

  it('is held long enough for an older state to have arrived', () => {
    const { lease, editLease, settle, guard, timeout, skew } = timings
    expect(lease).toBeGreaterThan(guard + timeout + skew)
    for (const one of [editLease, settle]) expect(one).toBeGreaterThan(guard + timeout + 2 * skew)
  })
})

it.each([
  ['is_archived', { reason: 'archived', of: 'digest' }],
  ['channel_not_found', { reason: 'not_in_channel', of: 'digest' }],
  ['restricted_action_thread_locked', { reason: 'not_allowed', of: 'digest' }],
  ['token_revoked', { reason: 'token', of: 'workspace' }],
  ['account_inactive', { reason: 'uninstalled', of: 'workspace' }],
  ['msg_too_long', null],
  ['constructor', null],
])('Slack says %s: %o pauses', (refusal, cause) => {
  expect(pauseCauseOf(refusal)).toEqual(cause)
})

it.each([
  ['pending', null],
  ['skipped', null],
  ['failed', null],
  ['claimed', 'claimed'],
  ['sending', 'sending'],
  ['sent', 'sent'],
  ['unknown', 'unknown'],
] as const)('a run that is %s, asked for by hand, is refused as %s', (state, refusal) => {
  expect(refusalOfManual({ state })).toBe(refusal)
})

it('waits longer after each failure to build, and never more than five minutes', () => {
  expect([1, 2, 3, 10].map((attempts) => backoffOf({ attempts }))).toEqual([5_000, 10_000, 20_000, 300_000])
})
