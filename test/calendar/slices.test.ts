import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import type { Leave, Member } from '../../src/domain/organization/organization.js'
import { answerInSlices, memberJsons, type MemberJsons } from '../../src/domain/presence/presence.js'
import { rollInSlices, type Roll } from '../../src/domain/presence/roll.js'
import { digestInSlices, sortInSlices, type Sliced } from '../../src/calendar/slices.js'
import { leave, member } from '../stores/samples.js'
import { factsOfRoll, presenceIn, rollOf, type Facts } from '../domain/presence/plain.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000000'
const today = '2026-11-20'
const members = 50_000
const leavesOfMember = 4

const idOf = (index: number): string => `00000002-0000-4000-8000-${String(index).padStart(12, '0')}`

const memberOf = (index: number): Member =>
  member(org, idOf(index), {
    name: `Person ${(index * 7_919) % members}`,
    avatar: `https://avatars.example.com/${index}.png`,
    timezone: 'Europe/Berlin',
  })

/** Some of a member's leaves come before others that begin earlier. */
const leaveOf = (index: number): Leave => {
  const start = addDays(today, ((index * 7_919) % 365) - 182)!
  return leave(org, `leave-${index}`, start, addDays(start, 1)!, { member_id: idOf(index % members) })
}

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
  it.each([0, 1, 1 << 20, (1 << 20) + 1, 13_000_000])(
    'of %i bytes is SHA-256, a megabyte a slice',
    (length) => {
      const bytes = Buffer.alloc(length, 'whosout ')
      const { counts, result } = countSlices(digestInSlices(bytes), () => 0)
      expect(result).toBe(createHash('sha256').update(bytes).digest('base64url'))
      expect(counts.length).toBeGreaterThanOrEqual(length / (1 << 20))
    },
  )
})

describe('a roll of 50,000 members and 200,000 leaves', () => {
  it('is made in a hundred slices and more', () => {
    const { counts } = countSlices(rollInSlices(factsOfRoll(large)), () => 0)
    expect(counts.length).toBeGreaterThan(150)
  })

  it.each([
    ['nobody is out', { from: '2030-01-01', to: '2030-01-08' }],
    ['some are out', { from: today, to: addDays(today, 7)! }],
    ['most are out', { from: addDays(today, -45)!, to: addDays(today, 45)! }],
  ])('gives an answer in which %s in several dozen slices, and the right one', (_, range) => {
    const question = { ...range, team_id: null }
    const reader = { team_id: null, reasons: 'shown' } as const
    const { roll, jsons } = largeRoll()
    const { counts, result } = countSlices(answerInSlices(roll, jsons, question, reader), () => 0)
    expect(counts.length).toBeGreaterThan(45)
    expect(result.body.length).toBeGreaterThan(10_000_000)
    expect(result.body.toString() === JSON.stringify(presenceIn(large, question, reader))).toBe(true)
  })
})

let made: { readonly roll: Roll; readonly jsons: MemberJsons } | undefined
const largeRoll = () => {
  if (made) return made
  const roll = rollOf(large)
  return (made = { roll, jsons: countSlices(memberJsons(roll), () => 0).result })
}
