import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answerInSlices } from '../../src/domain/presence/fast/answer.js'
import { addDays } from '../../src/calendar/day.js'
import type { Leave, Member } from '../../src/domain/organization/organization.js'
import { presenceIn, type Facts } from '../../src/domain/presence/presence.js'
import { approvedLeaves } from '../../src/domain/reply/absences.js'
import { digestInSlices, sortInSlices, type Sliced } from '../../src/domain/slices.js'
import { createSnapshotBuilder } from '../../src/domain/presence/fast/build.js'
import { snapshotOf } from './presence/organizations.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000000'
const today = '2026-11-20'
const members = 50_000
const leavesOfMember = 4

const idOf = (index: number): string => `00000002-0000-4000-8000-${String(index).padStart(12, '0')}`

const memberOf = (index: number): Member => ({
  _id: `${org}:${idOf(index)}`,
  org,
  id: idOf(index),
  email: `m${index}@example.com`,
  name: `Person ${(index * 7_919) % members}`,
  avatar: `https://avatars.example.com/${index}.png`,
  team_id: null,
  timezone: 'Europe/Berlin',
  active: true,
  source: 'import',
})

/** Some of a member's leaves come before others that begin earlier. */
const leaveOf = (index: number): Leave => ({
  _id: `${org}:leave-${index}`,
  org,
  id: `leave-${index}`,
  member_id: idOf(index % members),
  type: 'holiday',
  start_date: addDays(today, ((index * 7_919) % 365) - 182)!,
  end_date: addDays(today, ((index * 7_919) % 365) - 181)!,
  status: 'approved',
  starts_at_noon: false,
  ends_at_noon: false,
  source: 'import',
})

const large: Facts = {
  teams: [],
  members: Array.from({ length: members }, (_, i) => memberOf(i)),
  leaves: Array.from({ length: members * leavesOfMember }, (_, i) => leaveOf(i)),
}

/** What `count` shows of each slice of the work, and what came of it. */
const countSlices = <T>(work: Sliced<T>, count: () => number): { counts: number[]; result: T } => {
  const counts: number[] = []
  for (let before = count(); ; before = count()) {
    const step = work.next()
    counts.push(count() - before)
    if (step.done) return { counts, result: step.value }
  }
}

describe('sorting 50,000 in slices', () => {
  it('compares no more than some ten thousand pairs in one, and keeps the order of equals', () => {
    let compared = 0
    const items = Array.from({ length: 50_000 }, (_, i) => ({ key: (i * 7_919) % 5_000, i }))
    const byKey = (a: { key: number }, b: { key: number }): number => (compared++, a.key - b.key)
    const { counts, result } = countSlices(sortInSlices(items, byKey), () => compared)
    expect(compared).toBeGreaterThan(500_000)
    expect(Math.max(...counts)).toBeLessThan(25_000)
    expect(result).toEqual(items.toSorted((a, b) => a.key - b.key || a.i - b.i))
  })
})

describe('a digest', () => {
  it.each([0, 1, 1 << 19, (1 << 19) + 1, 13_000_000])(
    'of %i bytes is SHA-256, half a megabyte a slice',
    (length) => {
      const bytes = Buffer.alloc(length, 'whosout ')
      const { counts, result } = countSlices(digestInSlices(bytes), () => 0)
      expect(result).toBe(createHash('sha256').update(bytes).digest('base64url'))
      expect(counts.length).toBeGreaterThanOrEqual(length / (1 << 19))
    },
  )
})

it('groups 200,000 leaves by member in eighty slices, and once for all who ask', () => {
  const { counts, result } = countSlices(approvedLeaves(large), () => 0)
  expect(counts).toHaveLength(81)
  expect(result(large.members[7]!)).toEqual(large.leaves.filter((_, i) => i % members === 7))
  expect(countSlices(approvedLeaves(large), () => 0)).toEqual({ counts: [0], result })
})

describe('a snapshot of 50,000 members and 200,000 leaves', () => {
  it('is finished in several hundred slices, when all that came in pages is there', () => {
    const builder = createSnapshotBuilder(large.teams)
    for (let at = 0; at < members; at += 1_000) builder.addMembers(large.members.slice(at, at + 1_000))
    for (let at = 0; at < large.leaves.length; at += 1_000)
      builder.meetLeaves(large.leaves.slice(at, at + 1_000))
    const { counts } = countSlices(builder.finish(), () => 0)
    // Runs and merges of the names, 50 of laying out, 22 of the digest, and 10 for each pass over the leaves.
    expect(counts.length).toBeGreaterThan(300)
  })

  it.each([
    ['nobody is out', { from: '2030-01-01', to: '2030-01-08' }],
    ['some are out', { from: today, to: addDays(today, 7)! }],
    ['most are out', { from: addDays(today, -45)!, to: addDays(today, 45)! }],
  ])('writes an answer in which %s at most a megabyte a slice, and the right one', (_, range) => {
    const question = { ...range, team_id: null }
    const reader = { team_id: null, reasons: 'shown' } as const
    // No reply has a NUL: what is not one is written.
    let body = Buffer.alloc(0)
    let written = 0
    const allocate = (length: number): Buffer => (body = Buffer.alloc(length))
    const look = (): number => {
      const end = body.indexOf(0, written)
      return (written = end < 0 ? body.length : end)
    }
    const { counts, result } = countSlices(answerInSlices(largeSnapshot(), question, reader, allocate), look)
    expect(Math.max(...counts)).toBeLessThan(1.5 * 2 ** 20)
    expect(result.body.length).toBeGreaterThan(10_000_000)
    expect(result.body.toString() === JSON.stringify(presenceIn(large, question, reader))).toBe(true)
  })
})

let made: ReturnType<typeof snapshotOf> | undefined
const largeSnapshot = () => (made ??= snapshotOf(large))
