import { v5 } from 'uuid'
import { overlaps, type Day, type DayRange } from '../../calendar/day.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { Sliced } from '../../calendar/slices.js'
import type { LeaveDays } from '../presence/absence.js'
import { createJudge, type FeedReading } from './judge.js'
import type { EventOccurrence, Occurrences } from './occurrences.js'
import type { MatchableMember, PeopleMatcher } from './people.js'

/** A leave from the feed. */
export interface FeedLeave extends LeaveDays {
  readonly id: string
  readonly member_id: string
  readonly type: LeaveType
  /** The event that it was read from, by a hash of its UID; absent: it has none. */
  readonly event?: string
  /** As of its occurrence. */
  readonly doubtful?: true
}

/** An event that cannot be read. */
export interface UnreadableNote {
  readonly summary: string
  /** A phrase. */
  readonly reason: string
}

/** An event that cannot be read, and the leaves that it may have been: null is any. */
export interface UnreadLeaves {
  readonly event: string | null
  readonly member_id: string | null
}

/** An event that matches no member or, in somebody's own calendar, may be a leave of theirs. */
export interface Unmatched {
  readonly summary: string
  readonly start_date: Day
  readonly end_date: Day
  /** Ids of members with similar names. */
  readonly nearest: readonly string[]
}

export interface FeedLeaves {
  /** By id. */
  readonly leaves: ReadonlyMap<string, FeedLeave>
  /** The first ones, each text and period once. */
  readonly unmatched: readonly Unmatched[]
  readonly unmatchedCount: number
  /** Events that are not leaves: too short, birthdays, meetings. */
  readonly ignored: number
  /** Events that may be leaves, but cannot be read. */
  readonly unread: readonly (UnreadableNote & UnreadLeaves)[]
}

/** Similar members are looked up for this many events; nobody reads a longer list to its end. */
const maxUnmatched = 200

/** A summary is one line in a list. */
const maxSummaryLength = 200

/** Without bidirectional and control characters, with single spaces. */
const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, maxSummaryLength).join('')

const hashIn = (source: string, text: string): string =>
  v5(text, Buffer.from(source.replaceAll('-', ''), 'hex'))

/** The identity of a leave within a source (decisions, "Sources"): never a UID. */
const leaveId = (
  source: string,
  member: string,
  type: LeaveType,
  { start_date, end_date }: LeaveDays,
): string => hashIn(source, `${member}:${type}:${start_date}:${end_date}`)

/** The hash of the words by which a feed identifies an event. */
const eventHash = (source: string, event: string): string => hashIn(source, `event:${event}`)

/** Characters of one slice; an occurrence costs more than its own. */
const sliceLength = 2_000
const occurrenceCost = 100

/** The leaves in a feed within a window, and the events that need a person's attention; in slices. */
export function* leavesOfFeed(
  { list, unread: broken }: Occurrences,
  reading: FeedReading,
  owner: MatchableMember | null,
  people: PeopleMatcher,
  window: DayRange,
): Sliced<FeedLeaves> {
  const { judge, meaningOf } = createJudge(reading, owner, people)
  const leaves = new Map<string, FeedLeave>()
  const strangers = new Map<string, { readonly occurrence: EventOccurrence; readonly span: LeaveDays }>()
  let count = 0
  let cost = 0
  for (const occurrence of list) {
    cost += occurrenceCost + occurrence.text.summary.length
    if (cost > sliceLength) {
      yield
      cost = 0
    }
    const judged = judge(occurrence)
    if (judged.kind === 'ignored') {
      count += 1
      continue
    }
    const { start_date: from, end_date: to } = judged.kind === 'leave' ? judged.leave : judged.span
    if (!overlaps({ from, to }, window)) continue
    if (judged.kind === 'unmatched')
      strangers.set(`${from} ${to} ${occurrence.text.summary}`, { occurrence, span: judged.span })
    else {
      const { member_id, type } = judged.leave
      const { event, doubtful } = occurrence
      const id = leaveId(reading.source, member_id, type, judged.leave)
      const leave = {
        id,
        ...judged.leave,
        ...(event !== null && { event: eventHash(reading.source, event) }),
        ...(doubtful && { doubtful }),
      }
      // A morning and an afternoon of one day, as in feeds with half days, make a whole day.
      const twin = leaves.get(id)
      leaves.set(id, twin ? bothOf(twin, leave) : leave)
    }
  }
  const unmatched: Unmatched[] = []
  for (const [key, { occurrence, span }] of strangers) {
    if (unmatched.length >= maxUnmatched) break
    if (reading.isErased?.(occurrence.text)) {
      strangers.delete(key)
      count += 1
      yield
      continue
    }
    const { start_date, end_date } = span
    const nearest = owner ? [owner.id] : people.nearest(occurrence.text).map(({ id }) => id)
    unmatched.push({ summary: oneLine(occurrence.text.summary), start_date, end_date, nearest })
    yield
  }
  const unread: FeedLeaves['unread'][number][] = []
  for (const { text, event, unreadable: reason } of broken) {
    yield
    const meaning = text && meaningOf(text)
    if (text && (!meaning || reading.isErased?.(text))) count += 1
    else
      unread.push({
        summary: oneLine(text?.summary ?? ''),
        reason,
        event: event === null ? null : eventHash(reading.source, event),
        member_id: meaning?.member?.id ?? null,
      })
  }
  return { leaves, unmatched, unmatchedCount: strangers.size, ignored: count, unread }
}

const bothOf = (a: FeedLeave, b: FeedLeave): FeedLeave => ({
  ...(a.doubtful ? b : a),
  starts_at_noon: a.starts_at_noon && b.starts_at_noon,
  ends_at_noon: a.ends_at_noon && b.ends_at_noon,
})
