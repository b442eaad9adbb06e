import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { callDeadline } from '../../store/port.js'
import type { Change, Json, Reader } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'

/** One commit: fields of the organization, and the other documents of the change. */
export interface OrganizationWrite {
  /** The revisions that the decision is based on; each increases by one with the write. */
  readonly moves: readonly ('revision' | 'keys_revision')[]
  readonly set: Readonly<Record<string, Json | undefined>>
  readonly also: readonly Change[]
}

/** The maximum number of attempts, whatever the clock says. */
const maxTries = 100
/** The longest pause before the second attempt, in milliseconds; it grows with every attempt. */
const minPause = 10

export const unknownOrganization = (): Problem =>
  new Problem('not_found', 'There is no such organization.', { shell: 'To see them: whosout org list' })

export const readOrganization = async (
  { store }: { readonly store: Pick<Reader, 'get'> },
  org: string,
): Promise<Organization> => {
  const [organization] = await store.get('organizations', [org])
  if (!organization) throw unknownOrganization()
  return organization
}

const changesOf = (organization: Organization, { moves, set, also }: OrganizationWrite): Change[] => {
  const seen: Record<string, string | number | undefined> = Object.fromEntries(
    moves.map((name) => [name, organization[name]]),
  )
  // An import that claims the data changes no revision: it plans with what it reads afterwards.
  if (moves.includes('revision')) seen['import.id'] = organization.import?.id
  const moved = Object.fromEntries(moves.map((name) => [name, organization[name] + 1]))
  return [{ patch: 'organizations', id: organization._id, set: { ...set, ...moved }, when: seen }, ...also]
}

/** A pause that spreads colliding writers: up to 10 ms times the number of attempts. */
const pause = async ({ random, wait }: Dependencies, tries: number): Promise<void> => {
  const [byte = 0] = random(1)
  await wait(Math.ceil((minPause * Math.min(tries, 10) * (byte + 1)) / 256))
}

/**
 * Writes what `decide` makes of the organization in one commit, it first, and asks again when somebody was faster, until
 * the deadline of a call. Throws as `decide` and the store do, and `conflict` when others were faster every time.
 */
export const changeOrganization = async <T>(
  dependencies: Dependencies,
  org: string,
  decide: (organization: Organization) => Promise<{ readonly write?: OrganizationWrite; readonly result: T }>,
): Promise<T> => {
  const { store, now } = dependencies
  const deadline = now().getTime() + callDeadline
  const attempt = async () => {
    const organization = await readOrganization(dependencies, org)
    const { write, result } = await decide(organization)
    if (!write) return result
    const { done } = await store.commit(changesOf(organization, write))
    return done ? result : changedMeanwhile
  }
  const result = await retryWhileChanged(attempt, {
    goesOn: (tries) => tries < maxTries && now().getTime() < deadline,
    pause: (tries) => pause(dependencies, tries),
  })
  if (result === changedMeanwhile) throw tooMuchContention('organization', 'Nothing was changed; try again.')
  return result
}
