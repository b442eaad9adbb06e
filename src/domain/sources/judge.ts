import type { LeaveType } from '../presence/leave-types.js'
import type { LeaveDays } from '../presence/absence.js'
import { reasonName } from '../words/absence.js'
import { createWallClocks, leaveSpan } from './days.js'
import type { EventText } from './events.js'
import {
  halvesIn,
  leaveWordsIn,
  saysOneOf,
  typeAmong,
  usualIgnored,
  withHalves,
  wordList,
  type OwnTypes,
  type SaidHalves,
} from './meaning.js'
import type { EventOccurrence } from './occurrences.js'
import { createOwnTitles, isAllLeave } from './own-title.js'
import type { Alias, MatchableMember, PeopleMatcher } from './people.js'
import { createZoneReader } from './points.js'
import { stands } from './standing.js'
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

type Judged =
  | {
      readonly kind: 'leave'
      readonly leave: LeaveDays & { readonly member_id: string; readonly type: LeaveType }
    }
  | { readonly kind: 'unmatched'; readonly span: LeaveDays }
  | { readonly kind: 'ignored' }

const ignored: Judged = { kind: 'ignored' }

/** What the words of an event say. */
interface TextMeaning {
  /** Null: of nobody known. */
  readonly member: MatchableMember | null
  /** `unsure`: in a person's own calendar, a leave or something else. */
  readonly type: LeaveType | 'unsure'
}

/** Null: it is no leave, or none that stands. */
type ReadText = (text: EventText) => TextMeaning | null

/** `Ana Ruiz: out (morning)`; an earlier version said `away`. */
const hidden = new RegExp(`: (?:${reasonName('away')}|away)(?: \\([^()]*\\))?$`)

/** Our own calendars say no reason where it is hidden. */
const hidesReason = ({ isOurs, summary }: EventText): boolean => isOurs && hidden.test(summary)

/** What a member answered to an invitation. */
const answersOf = (
  { attendees }: EventText,
  member: MatchableMember | null,
  people: PeopleMatcher,
): readonly (string | null | undefined)[] =>
  attendees
    .filter((one) => member !== null && people.personOf(one).includes(member))
    .map(({ answer }) => answer)

/** Reads events that each name their person. */
const createTeamReader =
  ({ aliases, types, type: fallback }: FeedReading, people: PeopleMatcher): ReadText =>
  (text) => {
    const match = people.match(text, aliases)
    const { member } = match
    // A name may contain a word for a type: a person called Holiday is not always on one.
    const [from, to] = match.member ? [match.from, match.to] : [0, 0]
    const rest = `${text.summary.slice(0, from)} | ${text.summary.slice(to)}`
    if (!stands(text, leaveWordsIn(rest, types), answersOf(text, member, people))) return null
    if (!member) return { member, type: fallback }
    if (hidesReason(text)) return { member, type: 'personal' }
    const said = leaveWordsIn([rest, ...text.categories].join(' | '), types)
    const type = typeAmong(said.expressions, fallback)
    return type === 'none' ? null : { member, type }
  }

/** Whether an event in a calendar blocks its owner's time, or says that they are out of office. */
const blocksTime = ({ busy, transparent }: EventText): boolean =>
  busy === null ? !transparent : busy === 'BUSY' || busy === 'OOF'

/** Reads the owner's calendar: most events are meetings, and some are about other people's leave. */
const createOwnReader = (
  { aliases, types, type: fallback }: FeedReading,
  member: MatchableMember,
  people: PeopleMatcher,
): ReadText => {
  const titleOf = createOwnTitles(member, people, aliases)
  return (text) => {
    const { rest, others, isMatched } = titleOf(text)
    if (others === 'yes' || !blocksTime(text)) return null
    if (hidesReason(text)) return { member, type: 'personal' }
    const said = leaveWordsIn(rest, types)
    if (!stands(text, said, answersOf(text, member, people))) return null
    const categories = text.categories.map((category) => leaveWordsIn(category, types))
    const expressions = [said, ...categories].flatMap((one) => one.expressions)
    const type = typeAmong(expressions, fallback)
    const isOut = text.busy === 'OOF'
    const isAway = expressions.length > 0 || isOut || (isMatched && isAllLeave(said))
    if (type === 'none' || !isAway) return null
    return { member, type: others === 'no' && (isOut || isAllLeave(said)) ? type : 'unsure' }
  }
}

/** What events mean for an organization; `owner`: it is that person's own calendar. */
export const createJudge = (reading: FeedReading, owner: MatchableMember | null, people: PeopleMatcher) => {
  const wallClocks = createWallClocks()
  const zoneOf = createZoneReader()
  const home = zoneOf(reading.timezone) ?? 'UTC'
  const ignore = [...usualIgnored, ...wordList(reading.ignore)]
  const read = owner ? createOwnReader(reading, owner, people) : createTeamReader(reading, people)

  // The days of a series share one text.
  const known = new Map<EventText, (TextMeaning & { readonly halves: SaidHalves }) | null>()
  const meaningOf = (text: EventText) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const all = [text.summary, ...text.categories].join(' | ')
    const found = saysOneOf(padded(keyOf(all)), ignore) ? null : read(text)
    const meaning = found && { ...found, halves: halvesIn(text.summary) }
    known.set(text, meaning)
    return meaning
  }

  const judge = (occurrence: EventOccurrence): Judged => {
    const meaning = meaningOf(occurrence.text)
    if (!meaning) return ignored
    const { member, type, halves } = meaning
    const days = leaveSpan(occurrence, zoneOf(member?.timezone ?? null) ?? home, wallClocks)
    if (!days) return ignored
    const span = withHalves(days, halves)
    if (!member || type === 'unsure') return { kind: 'unmatched', span }
    return { kind: 'leave', leave: { member_id: member.id, type, ...span } }
  }
  return { judge, meaningOf }
}
