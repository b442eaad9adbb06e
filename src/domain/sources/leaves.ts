import { v5 } from 'uuid'
import { overlaps, type Day, type DayRange } from '../../calendar/day.js'
import type { LeaveType } from '../presence/leave-types.js'
import type { Sliced } from '../../calendar/slices.js'
import type { LeaveDays } from '../presence/absence.js'
import { createWallClocks, leaveSpan } from './days.js'
import { isAway, saysOneOf, typeOf, usualIgnored, withHalves, wordList, type OwnTypes } from './meaning.js'
import type { EventText } from './events.js'
import type { EventOccurrence, Occurrences } from './occurrences.js'
import type { Alias, MatchableMember, PeopleMatcher } from './people.js'
import { createZoneReader } from './points.js'
import { keyOf, padded } from './tokens.js'

/** How a source interprets its events. */
export interface FeedReading {
  /** The source's id (a UUID): the same leave from two sources is two leaves. */
  readonly source: string
  /** The owner of the calendar; null: each event names its person. */
  readonly member_id: string | null
  /** For events that do not state a type. */
  readonly type: LeaveType
  /** The organization's own words for types. */
  readonly types: OwnTypes
  /** Additional words that mark an event as not being a leave. */
  readonly ignore: readonly string[]
  readonly aliases: readonly Alias[]
  /** For members without a time zone of their own. */
  readonly timezone: string
  /** Whether an event names somebody who was erased; absent: nobody was. */
  readonly isErased?: ((text: EventText) => boolean) | undefined
}

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

/** A leave event that matches no member. */
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

type Judged =
  | { readonly kind: 'leave'; readonly leave: Omit<FeedLeave, 'id'> }
  | { readonly kind: 'unmatched'; readonly span: LeaveDays }
  | { readonly kind: 'ignored' }

const ignored: Judged = { kind: 'ignored' }

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
    const nearest = people.nearest(occurrence.text).map(({ id }) => id)
    unmatched.push({ summary: oneLine(occurrence.text.summary), start_date, end_date, nearest })
    yield
  }
  const unread: FeedLeaves['unread'][number][] = []
  for (const { text, event, unreadable: reason } of broken) {
    yield
    const meaning = text && meaningOf(text)
    if (text && (!meaning || meaning.type === 'none' || reading.isErased?.(text))) count += 1
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

/** What the words of an event say: of nobody known when `member` is null. */
interface TextMeaning {
  readonly member: MatchableMember | null
  readonly type: LeaveType | 'none'
}

/** Our own calendars say `Ana Ruiz: away` where the reason is hidden. */
const hidesReason = ({ isOurs, summary }: EventText): boolean =>
  isOurs && /: away(?: \([^)]*\))?$/.test(summary)

const createJudge = (reading: FeedReading, owner: MatchableMember | null, people: PeopleMatcher) => {
  const wallClocks = createWallClocks()
  const zoneOf = createZoneReader()
  const home = zoneOf(reading.timezone) ?? 'UTC'
  const ignore = [...usualIgnored, ...wordList(reading.ignore)]

  const read = (text: EventText): TextMeaning | null => {
    const all = [text.summary, ...text.categories].join(' | ')
    if (saysOneOf(padded(keyOf(all)), ignore)) return null
    if (owner && !isAway(text.busy, text.transparent, all, reading.types)) return null
    const match = owner ? { member: owner, from: 0, to: 0 } : people.match(text, reading.aliases)
    if (!match.member) return { member: null, type: reading.type }
    // A name may contain a word for a type: a person called Holiday is not always on one.
    const rest = `${text.summary.slice(0, match.from)} | ${text.summary.slice(match.to)}`
    if (hidesReason(text)) return { member: match.member, type: 'personal' }
    const type = typeOf([rest, ...text.categories].join(' | '), reading.types, reading.type)
    return { member: match.member, type }
  }
  // The days of a series share one text.
  const known = new Map<EventText, TextMeaning | null>()
  const meaningOf = (text: EventText): TextMeaning | null => {
    const before = known.get(text)
    if (before !== undefined) return before
    const meaning = read(text)
    known.set(text, meaning)
    return meaning
  }

  const judge = (occurrence: EventOccurrence): Judged => {
    const meaning = meaningOf(occurrence.text)
    if (!meaning) return ignored
    const { member, type } = meaning
    const days = leaveSpan(occurrence, zoneOf(member?.timezone ?? null) ?? home, wallClocks)
    if (!days) return ignored
    const span = withHalves(days, occurrence.text.summary)
    if (!member) return { kind: 'unmatched', span }
    if (type === 'none') return ignored
    return { kind: 'leave', leave: { member_id: member.id, type, ...span } }
  }
  return { judge, meaningOf }
}
