import type { Organization } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import { callDeadline } from '../store/port.js'
import type { Change, Json } from '../store/port.js'
import type { Dependencies } from './dependencies.js'
import { neverQuiet } from './never-quiet.js'

/** One commit: fields of the organization, and whatever else belongs to the change. */
export interface OrganizationWrite {
  /** Which revisions the decision rests on; each moves by one with the write. */
  readonly moves: readonly ('revision' | 'keys_revision')[]
  readonly set: Readonly<Record<string, Json | undefined>>
  readonly also: readonly Change[]
}

/** So many tries at most, whatever the clock says. */
const mostTries = 100
/** The longest pause before the second try, in milliseconds; it grows with every try. */
const shortestPause = 10

export const unknownOrganization = (): Problem =>
  new Problem('not_found', 'There is no such organization. «whosout org list» shows those there are.')

export const readOrganization = async (
  { store }: Pick<Dependencies, 'store'>,
  org: string,
): Promise<Organization> => {
  const [organization] = await store.get('organizations', [org])
  if (!organization) throw unknownOrganization()
  return organization
}

const changesOf = (organization: Organization, { moves, set, also }: OrganizationWrite): Change[] => {
  const seen = Object.fromEntries(moves.map((name) => [name, organization[name]]))
  const moved = Object.fromEntries(moves.map((name) => [name, organization[name] + 1]))
  return [{ patch: 'organizations', id: organization._id, set: { ...set, ...moved }, when: seen }, ...also]
}

/** A pause that spreads those who met: up to 10 ms times the number of tries. */
export const pause = async ({ random, wait }: Dependencies, tries: number): Promise<void> => {
  const [byte = 0] = random(1)
  await wait(Math.ceil((shortestPause * Math.min(tries, 10) * (byte + 1)) / 256))
}

/**
 * Reads the organization, asks `decide`, and writes what it says in one commit, the organization first. When somebody
 * else changed what the decision rests on, it reads and asks again, until the deadline of a call; `decide` refuses by
 * throwing a Problem, and wants nothing written by returning no write. Throws `unavailable` and `outcome_unknown` as the
 * store does, and `conflict` when others were always faster.
 */
export const changeOrganization = async <T>(
  dependencies: Dependencies,
  org: string,
  decide: (organization: Organization) => Promise<{ readonly write?: OrganizationWrite; readonly result: T }>,
): Promise<T> => {
  const { store, now } = dependencies
  const deadline = now().getTime() + callDeadline
  for (let tries = 1; tries <= mostTries && now().getTime() < deadline; tries++) {
    const organization = await readOrganization(dependencies, org)
    const { write, result } = await decide(organization)
    if (!write) return result
    const committed = await store.commit(changesOf(organization, write))
    if (committed.done) return result
    await pause(dependencies, tries)
  }
  throw neverQuiet('organization', 'Nothing was changed; try again.')
}
