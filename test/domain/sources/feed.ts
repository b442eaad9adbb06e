import type { DayRange } from '../../../src/calendar/day.js'
import { readFeed } from '../../../src/domain/sources/feed.js'
import type { FeedReading } from '../../../src/domain/sources/judge.js'
import { leavesOfFeed, type FeedLeaves } from '../../../src/domain/sources/leaves.js'
import { feedWindow, readOccurrences } from '../../../src/domain/sources/occurrences.js'
import { createPeopleMatcher, type MatchableMember } from '../../../src/domain/sources/people.js'
import { runAtOnce } from '../../../src/calendar/slices.js'

export const today = '2026-11-23'

export const member = (name: string, timezone: string | null = 'Europe/Berlin'): MatchableMember => ({
  id: name,
  name,
  email: `${name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '.')}@acme.example`,
  timezone,
  active: true,
})

/** Names chosen to be mistaken for each other. */
const people: readonly MatchableMember[] = [
  'Ana Ruiz',
  'Ana Ruiz Gómez',
  'Petr Ivanoff',
  'John Doe',
  'Max Mustermann',
  'Marlene Muster',
  'Nathan Jones',
  'Aleksandr Bugrov',
  'Łukasz Müller',
  'Anne-Marie O’Brien',
  'Peter Parrott',
  'Sam',
  'Jo Holiday',
].map((name) => member(name))

export const reading: FeedReading = {
  source: '6e9d2f6e-2c1f-4c1f-9a6e-0f6d8a1b2c3d',
  member_id: null,
  type: 'holiday',
  types: {},
  ignore: [],
  aliases: [],
  timezone: 'Europe/Berlin',
}

/** A whole calendar around the lines of its events; each event is its lines. */
export const calendar = (...events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

export interface FeedOptions {
  readonly reading?: Partial<FeedReading>
  readonly members?: readonly MatchableMember[]
  readonly window?: DayRange
}

/** What a feed says, or why it is not read. */
export const leavesIn = (
  feed: string | Uint8Array,
  { reading: more, members = people, window = feedWindow(today) }: FeedOptions = {},
): FeedLeaves | string => {
  const events = runAtOnce(readFeed(typeof feed === 'string' ? Buffer.from(feed) : feed))
  if ('unreadable' in events) return events.unreadable
  const occurrences = runAtOnce(readOccurrences(events, window))
  if ('unreadable' in occurrences) return occurrences.unreadable
  const own = { ...reading, ...more }
  const owner = members.find(({ id }) => id === own.member_id) ?? null
  const matcher = runAtOnce(createPeopleMatcher(members))
  return runAtOnce(leavesOfFeed(occurrences, own, owner, matcher, window))
}

/** A line a leave: `Ana Ruiz holiday 2026-11-23..2026-11-25`, with `am` or `pm` for a half first or last day. */
export const shown = (feed: string | Uint8Array, options: FeedOptions = {}): readonly string[] | string => {
  const found = leavesIn(feed, options)
  if (typeof found === 'string') return found
  const leaves = [...found.leaves.values()].map(
    ({ member_id, type, start_date, end_date, starts_at_noon, ends_at_noon }) =>
      `${member_id} ${type} ${start_date}..${end_date}${starts_at_noon ? ' from noon' : ''}${ends_at_noon ? ' until noon' : ''}`,
  )
  const strangers = found.unmatched.map(({ summary }) => `? ${summary}`)
  return [
    ...leaves,
    ...strangers,
    ...(found.unread.length > 0 ? [`refused ${found.unread.length}`] : []),
  ].sort()
}
