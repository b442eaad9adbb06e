import type { Organization } from '../../domain/organization/organization.js'
import { tombstonesById } from '../../domain/records/tombstone.js'
import { createRosterComparer, type Compared, type Subject } from '../../domain/roster/changes.js'
import type { Rows } from '../../domain/roster/rows.js'
import type { Store } from '../../store/port.js'
import { readOrganization } from '../organizations/change.js'
import { calendarsOf, membersOf, teamsOf, tombstonesOf } from '../records/change.js'
import { runInTurns } from '../turns.js'

/** Compares the rows with the stored data in one state, page by page; `tell` hears of leaves. Throws `not_found`. */
export const compareRoster = async (
  store: Store,
  rows: Rows,
  {
    people = {},
    ...subject
  }: Omit<Subject, 'teams' | 'members' | 'tombstones' | 'calendars' | 'names'> & {
    /** E-mail addresses of members, or `skip`, by what the files call them. */
    readonly people?: Readonly<Record<string, string>>
  },
  tell: (leaves: number) => void,
): Promise<{ readonly organization: Organization; readonly compared: Compared }> => {
  const { org } = subject
  const { organization, comparer } = await store.view(org, async (reader) => {
    const organization = await readOrganization({ store: reader }, org)
    const [teams, members] = [await teamsOf(reader, org), await membersOf(reader, org)]
    const tombstones = tombstonesById(await tombstonesOf(reader, org))
    const calendars = {
      codes: new Set((await calendarsOf(reader, org)).map(({ code }) => code)),
      places: organization.places ?? {},
    }
    const names = { given: people, kept: organization.import_people ?? {} }
    const comparer = await runInTurns(
      createRosterComparer(rows, { ...subject, teams, members, tombstones, calendars, names }),
    )
    let leaves = 0
    for await (const page of reader.find('leaves', { index: 'by_end', equal: { org } })) {
      comparer.meet(page)
      leaves += page.length
      tell(leaves)
    }
    return { organization, comparer }
  })
  return { organization, compared: await runInTurns(comparer.finish()) }
}
