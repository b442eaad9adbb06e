import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/day.js'
import type { Leave, Member } from '../../src/domain/organization.js'
import { createSnapshotBuilder } from '../../src/domain/snapshot-builder.js'

const org = 'aaaaaaaa-0000-4000-8000-000000000000'
const members = 50_000
const leavesOfMember = 4

/** An object that counts how often its field is looked at. */
const counted = <T extends object>(document: T, field: keyof T, look: () => void): T => {
  const value = document[field]
  return Object.defineProperty(document, field, { get: () => (look(), value) })
}

const idOf = (index: number): string => `00000002-0000-4000-8000-${String(index).padStart(12, '0')}`

const memberOf = (index: number): Member => ({
  _id: `${org}:${idOf(index)}`,
  org,
  id: idOf(index),
  email: `m${index}@example.com`,
  name: `Person ${(index * 7_919) % members}`,
  avatar: null,
  team_id: null,
  timezone: null,
  active: true,
  source: 'import',
})

const leaveOf = (index: number): Leave => ({
  _id: `${org}:leave-${index}`,
  org,
  id: `leave-${index}`,
  member_id: idOf(index % members),
  type: 'holiday',
  start_date: addDays('2026-11-20', index % 300)!,
  end_date: addDays('2026-11-20', index % 300)!,
  status: 'approved',
  starts_at_noon: false,
  ends_at_noon: false,
  source: 'import',
})

describe('a snapshot of 50,000 members and 200,000 leaves', () => {
  it('is built in more than 150 slices, none of which looks at more than a hundredth of it', () => {
    let looks = 0
    const look = () => void looks++
    const facts = {
      teams: [],
      masked: [],
      members: Array.from({ length: members }, (_, i) => counted(memberOf(i), 'name', look)),
      leaves: Array.from({ length: members * leavesOfMember }, (_, i) =>
        counted(leaveOf(i), 'start_date', look),
      ),
    }
    const looksOfSlices: number[] = []
    const builder = createSnapshotBuilder(facts.teams, facts.masked)
    builder.meetMembers(facts.members)
    builder.meetLeaves(facts.leaves)
    const work = builder.finish()
    for (let done = false; !done;) {
      const before = looks
      done = work.next().done === true
      looksOfSlices.push(looks - before)
    }
    expect(looksOfSlices.length).toBeGreaterThan(150)
    // Sorting a thousand names looks at about ten thousand pairs of them.
    expect(Math.max(...looksOfSlices)).toBeLessThan(25_000)
    expect(looks).toBeGreaterThan(2_000_000)
  })
})
