import { createHash } from 'node:crypto'
import { dayAt, zoneOrUtc, type Day } from '../../calendar/day.js'
import type { Member, Organization } from '../../domain/organization/organization.js'
import { createRecognizer, type RecognizeErased } from '../../domain/records/traces.js'
import { stopAfter, type Sliced } from '../../calendar/slices.js'
import { readFeed } from '../../domain/sources/feed.js'
import type { FeedReading } from '../../domain/sources/judge.js'
import { leavesOfFeed, type FeedLeaves } from '../../domain/sources/leaves.js'
import { feedWindow, readOccurrences } from '../../domain/sources/occurrences.js'
import { createPeopleMatcher, type MatchableMember } from '../../domain/sources/people.js'
import type { DataSource } from '../../domain/sources/source.js'
import { collect, type Reader } from '../../store/port.js'
import { tombstonesOf } from '../records/change.js'
import { createLine, runInTurns } from '../turns.js'

/** The organization of a source. */
export interface Surroundings {
  readonly organization: Organization
  readonly members: readonly MatchableMember[]
  /** In the organization's zone. */
  readonly today: Day
  readonly isErased?: RecognizeErased | undefined
}

const seenOfMember = [
  'id',
  'name',
  'email',
  'timezone',
  'active',
] as const satisfies readonly (keyof Member)[]

/** Reads in one view; null when the organization is gone. */
export const loadSurroundings = async (
  reader: Reader,
  org: string,
  now: Date,
): Promise<Surroundings | null> => {
  const [organization] = await reader.get('organizations', [org])
  if (!organization) return null
  const all = reader.find('members', { index: 'by_org', equal: { org }, fields: seenOfMember })
  const members = await collect(all)
  const isErased = createRecognizer(await tombstonesOf(reader, org))
  return { organization, members, today: dayAt(now, zoneOrUtc(organization.timezone)), isErased }
}

export type SourceSettings = Pick<DataSource, '_id' | 'member_id' | 'type' | 'ignore' | 'aliases'>

const readingOf = (source: SourceSettings, { organization, isErased }: Surroundings): FeedReading => ({
  source: source._id,
  member_id: source.member_id,
  type: source.type,
  types: organization.import_types ?? {},
  ignore: source.ignore,
  aliases: source.aliases,
  timezone: zoneOrUtc(organization.timezone),
  isErased,
})

/** The content of a feed for an organization. */
export type ReadFeedResult = FeedLeaves | { readonly unreadable: string }

/** From the bytes of a feed to leaves, in slices. */
export function* readLeaves(
  bytes: Uint8Array,
  source: SourceSettings,
  surroundings: Surroundings,
): Sliced<ReadFeedResult> {
  const events = yield* readFeed(bytes)
  if ('unreadable' in events) return events
  const { members, today } = surroundings
  const window = feedWindow(today)
  const occurrences = yield* readOccurrences(events, window)
  if ('unreadable' in occurrences) return occurrences
  const owner = members.find(({ id }) => id === source.member_id) ?? null
  if (source.member_id !== null && owner === null)
    return { unreadable: 'The member whose calendar this is no longer exists.' }
  const people = yield* createPeopleMatcher(members)
  return yield* leavesOfFeed(occurrences, readingOf(source, surroundings), owner, people, window)
}

/** Milliseconds of work for one feed; one of 20,000 events takes a fifth. */
const readingTimeout = 5_000

const tooMuchWork = {
  unreadable: `The calendar takes more than ${readingTimeout / 1_000} seconds to read.`,
}

// Shared by the whole process, like the event loop.
const inLine = createLine()

/** Reads one feed after the other, so that many at once take no more of the process than one. */
export const readInTurn = (
  now: () => Date,
  bytes: Uint8Array,
  source: SourceSettings,
  surroundings: Surroundings,
): Promise<ReadFeedResult> => {
  const work = stopAfter(readingTimeout, () => now().getTime(), readLeaves(bytes, source, surroundings))
  return inLine(async () => (await runInTurns(work)) ?? tooMuchWork)
}

const sliceLength = 1_000

/** All inputs of a reading besides the feed: while they stay the same, an unchanged feed gives the same result. */
export function* readingHash(
  { _id, member_id, type, ignore, aliases }: SourceSettings,
  { organization, members, today }: Surroundings,
): Sliced<string> {
  const hash = createHash('sha256')
  hash.update(
    JSON.stringify([
      _id,
      member_id,
      type,
      ignore,
      aliases,
      organization.timezone,
      organization.import_types ?? {},
      today,
    ]),
  )
  const sorted = members
    .map(({ id, name, email, timezone, active }) => JSON.stringify([id, name, email, timezone, active]))
    .sort()
  yield
  for (const [index, text] of sorted.entries()) {
    hash.update(text)
    if (index % sliceLength === sliceLength - 1) yield
  }
  return hash.digest('base64url')
}
