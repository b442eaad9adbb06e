import { describe, expect, it } from 'vitest'
import { afterAttempt, type Attempted } from '../../../src/domain/webhooks/attempts.js'

const now = new Date('2026-11-20T10:00:00.000Z')
const day = 86_400_000

const answer = (status: number | null, retryAfter: number | null = null): Attempted => ({
  kind: 'failed',
  status,
  error: 'no',
  retryAfter,
})
const after = (attempted: Attempted, attempts = 0, since: number | null = null, chance = 0) =>
  afterAttempt(
    { failing_since: since === null ? null : new Date(now.getTime() - since).toISOString() },
    { attempts },
    attempted,
    now,
    chance,
  )
const inSeconds = (instant: string | null | undefined): number | null =>
  instant ? (Date.parse(instant) - now.getTime()) / 1_000 : null

describe('a delivery that failed', () => {
  it('is tried ten times in all, ever more rarely', () => {
    const pauses = Array.from({ length: 10 }, (_, attempts) => {
      const { delivery } = after(answer(500), attempts)
      return delivery.state === 'failed' ? 'failed' : inSeconds(delivery.next_at)
    })
    const [minute, hour] = [60, 3_600]
    expect(pauses).toEqual([
      5,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      'failed',
    ])
  })

  it('waits up to a tenth longer, so that many do not come back at once', () =>
    expect(inSeconds(after(answer(500), 1, null, 1).delivery.next_at)).toBe(330))

  it.each<readonly [asked: number, attempts: number, wait: number]>([
    [60, 0, 60],
    [1, 0, 5],
    [3_600, 0, 3_600],
    [999_999, 0, 24 * 3_600],
    [60, 2, 1_800],
  ])('waits as long as the receiver asked: %i seconds after attempt %i are %i', (asked, attempts, wait) =>
    expect(inSeconds(after(answer(503, asked), attempts).delivery.next_at)).toBe(wait),
  )

  it.each<readonly [what: string, attempted: Attempted, attempts: number, hold: number | null]>([
    ['an error of its own', answer(500), 0, null],
    ['a refusal', answer(400), 0, null],
    ['a redirect', answer(302), 0, null],
    ['too many requests', answer(429), 0, 5],
    ['a gateway that times out', answer(504), 3, 300],
    ['no answer', answer(null), 1, 300],
    ['a wish for time', answer(500, 3_600), 0, 3_600],
  ])('holds up the others after %s', (_, attempted, attempts, hold) =>
    expect(inSeconds(after(attempted, attempts).webhook.not_before)).toBe(hold),
  )

  it.each<readonly [what: string, attempted: Attempted, since: number | null, why: string | null]>([
    ['goes on', answer(500), null, null],
    ['goes on for less than five days', answer(500), 5 * day - 1, null],
    ['ends after five days', answer(500), 5 * day, 'failing'],
    ['ends when the receiver is gone', answer(410), null, 'gone'],
  ])('leaves a webhook that %s', (_, attempted, since, why) => {
    const { webhook, delivery } = after(attempted, 0, since)
    expect([webhook.ended?.why ?? null, delivery.next_at === null]).toEqual([why, why !== null])
  })
})

it('a delivery that was received makes a webhook that failed good again', () =>
  expect(after({ kind: 'received', status: 204 }, 3, day)).toEqual({
    delivery: {
      state: 'delivered',
      attempts: 4,
      status: 204,
      error: null,
      next_at: null,
      expire_at: '2026-11-27T10:00:00.000Z',
    },
    webhook: { failing_since: null, last_success_at: now.toISOString(), last_error: null, not_before: null },
  }))

it('counts five days from the first failure since a success', () =>
  expect(after(answer(500)).webhook.failing_since).toBe(now.toISOString()))
