import { Problem } from '../../domain/problem.js'
import type { TypeMeanings } from '../../domain/organization/organization.js'
import type { FeedLeaves } from '../../domain/sources/leaves.js'
import { looksLikeCalendar } from '../../domain/roster/rows.js'
import type { Dependencies } from '../dependencies.js'
import { findAnyMember } from '../organizations/members.js'
import { loadSurroundings, readInTurn } from '../sources/reading.js'
import type { ImportFile, Unreadable } from './import.js'

/** Whose the calendar is, and what words mean in this import besides those that are known. */
export interface CalendarOwner {
  readonly person: string
  readonly types?: TypeMeanings | undefined
}

/** Events that a refusal names. */
const maxNamed = 5

const namesOf = (events: readonly { readonly summary: string }[], why: (index: number) => string): string =>
  events
    .slice(0, maxNamed)
    .map(({ summary }, index) => `${JSON.stringify(summary)} (${why(index)})`)
    .join(', ')

/** An import says nothing of what it leaves out, so it does not begin with a calendar that is read in part. */
const doubtOf = ({ unread, unmatched, unmatchedCount }: FeedLeaves): string | null => {
  if (unread.length > 0) {
    const named = namesOf(unread, (index) => unread[index]!.reason)
    return `has ${unread.length === 1 ? 'an event' : `${unread.length} events`} that cannot be read: ${named}`
  }
  if (unmatchedCount === 0) return null
  const named = namesOf(unmatched, (index) => unmatched[index]!.start_date)
  return `has ${unmatchedCount === 1 ? 'an event that may be' : `${unmatchedCount} events that may be`} a leave: ${named}. Say what each means with --types ${JSON.stringify(`${unmatched[0]!.summary}=skip`)}, or =holiday`
}

/** The leaves of a person's own calendar, as the text of a JSON file that an import reads. */
const leavesIn = async (
  { store, now }: Dependencies,
  org: string,
  { person, types }: CalendarOwner,
  text: string,
): Promise<string | Unreadable> => {
  const [member, surroundings] = await store.view(org, async (reader) => [
    await findAnyMember(reader, org, person),
    await loadSurroundings(reader, org, now()),
  ])
  if (surroundings === null) throw new Problem('not_found', 'The organization no longer exists.')
  const source = { _id: org, member_id: member.id, type: 'holiday' as const, ignore: [], aliases: [] }
  const { organization } = surroundings
  const import_types = { ...organization.import_types, ...types }
  const known = { ...surroundings, organization: { ...organization, import_types } }
  const read = await readInTurn(now, Buffer.from(text), source, known)
  if ('unreadable' in read) return { unreadable: `cannot be read: ${read.unreadable}` }
  const doubt = doubtOf(read)
  if (doubt !== null) return { unreadable: doubt }
  const leaves = [...read.leaves.values()].map(
    ({ type, start_date, end_date, starts_at_noon, ends_at_noon }) => ({
      email: member.email,
      ...{ type, start_date, end_date, starts_at_noon, ends_at_noon },
    }),
  )
  return JSON.stringify({ leaves })
}

/** A file of an import; if it is a calendar, the leaves of the one person whose it is. */
export const asCalendarOf = (
  dependencies: Dependencies,
  org: string,
  owner: CalendarOwner,
  { name, read }: ImportFile,
): ImportFile => ({
  name,
  read: async () => {
    const content = await read()
    const text = typeof content === 'string' ? content : 'text' in content ? content.text : ''
    return looksLikeCalendar(text) ? leavesIn(dependencies, org, owner, text) : content
  },
})
