import { describe, expect, it } from 'vitest'
import { readInTurn } from '../../../src/services/sources/reading.js'
import { calendar, member, reading, today } from '../../domain/sources/feed.js'

const organization = { timezone: 'Europe/Berlin' } as Parameters<typeof readInTurn>[3]['organization']
const surroundings = { organization, members: [member('Ana Ruiz')], today }
const settings = { ...reading, _id: reading.source }

const feed = Buffer.from(
  calendar(
    ...Array.from({ length: 2_000 }, (_, index) => [`UID:${index}`, 'DTSTART:20261123', 'SUMMARY:Ana Ruiz']),
  ),
)
const read = (now: () => Date) => readInTurn(now, feed, settings, surroundings)

/** A clock that goes on by so many milliseconds whenever it is looked at. */
const tickingBy = (milliseconds: number) => {
  let at = Date.UTC(2026, 10, 23)
  return () => new Date((at += milliseconds))
}

describe('reading a feed', () => {
  it('ends with a reason when it has taken five seconds', async () => {
    expect(await read(tickingBy(1_000))).toEqual({
      unreadable: 'The calendar takes more than 5 seconds to read.',
    })
  })

  it('is not ended by a clock that is put back, nor by five seconds in which others had their turn', async () => {
    expect(await read(tickingBy(-1_000))).toMatchObject({ unread: [] })
    let slice = false
    let at = 0
    const others = () => {
      at += slice ? 1 : 60_000
      slice = !slice
      return new Date(at)
    }
    expect(await read(others)).toMatchObject({ unread: [] })
  })

  it('begins when the feed before it is read, and when that cannot be read', async () => {
    let order = ''
    const reader = (name: string, milliseconds = 1) => {
      const now = tickingBy(milliseconds)
      return () => {
        order += name
        return now()
      }
    }
    await Promise.all([read(reader('a')), read(reader('b', 1_000)), read(reader('c'))])
    expect(order).toMatch(/^a{20,}b{10,}c{20,}$/)
  })
})
