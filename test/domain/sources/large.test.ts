import { expect, it } from 'vitest'
import { readLeaves } from '../../../src/services/sources/reading.js'
import { calendar, member, reading, today } from './feed.js'

const members = Array.from({ length: 1_000 }, (_, index) =>
  member(`Given${'abcdefghij'[index % 10]} Family${index}`),
)
const settings = { ...reading, _id: reading.source }

/** Slices that a feed of so many events is read in; each holds at most a hundred events or a thousand lines. */
const slicesOf = (events: number): { readonly slices: number; readonly leaves: number } => {
  const feed = calendar(
    ...Array.from({ length: events }, (_, index) => [
      `UID:${index}@hr.example`,
      'DTSTART;VALUE=DATE:20261130',
      `DTEND;VALUE=DATE:202612${String(1 + (index % 28)).padStart(2, '0')}`,
      `SUMMARY:${members[index % members.length]!.name} (Vacation)`,
      'DESCRIPTION:nothing that is read',
    ]),
  )
  const organization = { timezone: 'Europe/Berlin' } as Parameters<typeof readLeaves>[2]['organization']
  const work = readLeaves(Buffer.from(feed), settings, { organization, members, today })
  for (let slices = 1; ; slices += 1) {
    const step = work.next()
    if (!step.done) continue
    if ('unreadable' in step.value) throw new Error(step.value.unreadable)
    return { slices, leaves: step.value.leaves.size }
  }
}

it('reads 20,000 events in hundreds of slices, between which others are answered', () => {
  const { slices, leaves } = slicesOf(20_000)
  expect(leaves).toBe(7_000)
  expect(slices).toBeGreaterThanOrEqual(20_000 / 100 + 20_000 / 100 + 140_000 / 1_000)
})
