import { Problem } from '../../domain/problem.js'
import { looksLikeCalendar } from '../../domain/roster/rows.js'
import type { Dependencies } from '../dependencies.js'
import { findAnyMember } from '../organizations/members.js'
import { loadSurroundings, readInTurn } from '../sources/reading.js'
import type { ImportFile, Unreadable } from './import.js'

/** The leaves of a person's own calendar, as the text of a JSON file that an import reads. */
const leavesIn = async (
  { store, now }: Dependencies,
  org: string,
  person: string,
  text: string,
): Promise<string | Unreadable> => {
  const [member, surroundings] = await store.view(org, async (reader) => [
    await findAnyMember(reader, org, person),
    await loadSurroundings(reader, org, now()),
  ])
  if (surroundings === null) throw new Problem('not_found', 'The organization no longer exists.')
  const source = { _id: org, member_id: member.id, type: 'holiday' as const, ignore: [], aliases: [] }
  const read = await readInTurn(now, Buffer.from(text), source, surroundings)
  if ('unreadable' in read) return { unreadable: `cannot be read: ${read.unreadable}` }
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
  person: string,
  { name, read }: ImportFile,
): ImportFile => ({
  name,
  read: async () => {
    const content = await read()
    const text = typeof content === 'string' ? content : 'text' in content ? content.text : ''
    return looksLikeCalendar(text) ? leavesIn(dependencies, org, person, text) : content
  },
})
