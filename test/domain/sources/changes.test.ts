import { describe, expect, it } from 'vitest'
import type { Leave } from '../../../src/domain/organization/organization.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { createFeedComparer, isDoubtful } from '../../../src/domain/sources/changes.js'
import { calendar, leavesIn, reading, today } from './feed.js'

const org = '0b5a7c9e-1111-4111-8111-111111111111'
const source = `calendar:${reading.source}` as const

const event = (name: string, from: string, to: string, ...more: readonly string[]) => [
  `DTSTART;VALUE=DATE:${from}`,
  `DTEND;VALUE=DATE:${to}`,
  `SUMMARY:${name}`,
  ...more,
]

const wantedOf = (...events: readonly (readonly string[])[]) => {
  const found = leavesIn(calendar(...events))
  if (typeof found === 'string') throw new Error(found)
  return found
}

const changesOf = (stored: readonly Leave[], ...events: readonly (readonly string[])[]) => {
  const comparer = createFeedComparer(org, source, today, wantedOf(...events))
  comparer.meet(stored)
  return runAtOnce(comparer.finish())
}

const next = event('Ana Ruiz', '20261130', '20261205')
const running = event('John Doe', '20261120', '20261126')
const past = event('Max Mustermann', '20261102', '20261104')
const stored = changesOf([], next, running, past).puts
const numbers = ({ added, changed, removed, kept }: ReturnType<typeof changesOf>) => ({
  added,
  changed,
  removed,
  kept,
})

describe('what a fetch makes of the leaves of a source', () => {
  it('adds what is new, the last days included', () => {
    expect(numbers(changesOf([], next, running, past))).toEqual({ added: 3, changed: 0, removed: 0, kept: 0 })
  })

  it('writes nothing when the feed says the same', () => {
    const again = changesOf(stored, past, running, next)
    expect(numbers(again)).toEqual({ added: 0, changed: 0, removed: 0, kept: 3 })
    expect([again.puts, again.removes]).toEqual([[], []])
  })

  it('keeps earlier leaves that the window of the feed has left behind', () => {
    expect(numbers(changesOf(stored, next, running))).toEqual({ added: 0, changed: 0, removed: 0, kept: 2 })
  })

  it('takes away what was taken back', () => {
    const less = changesOf(stored, next)
    expect(less.removes).toEqual([stored.find(({ member_id }) => member_id === 'John Doe')!._id])
    expect([less.gone, less.coming, less.leaves]).toEqual([1, 2, 2])
  })

  it('changes half days in place', () => {
    const half = event('Ana Ruiz ½ first day', '20261130', '20261205')
    expect(numbers(changesOf(stored, half, running))).toEqual({ added: 0, changed: 1, removed: 0, kept: 1 })
  })

  it('leaves other sources alone, and what an admin has edited by hand', () => {
    const imported = stored.map((leave): Leave => ({
      ...leave,
      _id: `${org}:x`,
      id: `x${leave.id}`,
      source: 'import',
    }))
    expect(numbers(changesOf(imported, next))).toEqual({ added: 1, changed: 0, removed: 0, kept: 0 })
    const edited = stored.map((leave): Leave => ({ ...leave, type: 'personal', source: 'manual' }))
    const result = changesOf(edited, next)
    expect([numbers(result), result.puts]).toEqual([{ added: 0, changed: 0, removed: 0, kept: 1 }, []])
  })

  it.each([
    ['half of them gone is a quiet month', [next], false],
    ['all of them gone is a broken feed', [], true],
    [
      'all of them moved is a new plan',
      [event('Ana Ruiz', '20261207', '20261212'), event('John Doe', '20261124', '20261126')],
      false,
    ],
  ])('%s', (_, events, doubtful) => {
    expect(isDoubtful(changesOf(stored, ...events))).toBe(doubtful)
  })
})
