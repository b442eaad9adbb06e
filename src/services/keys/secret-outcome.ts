import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'

/** Milliseconds to spend on finding out whether a secret was stored. */
const checkTimeout = 10_000
const betweenTries = 500

type WriteOutcome = 'written' | 'not written' | 'not known'

/**
 * Only that commit writes the hash to the directory. If it is absent, the commit may still be on its way: a change of
 * `keys_revision`, one of its preconditions, makes it fail when it arrives.
 */
const lookOnce = async (
  { store }: Dependencies,
  org: string,
  hash: string,
  seen: number,
): Promise<WriteOutcome> => {
  const organization = await readOrganization({ store }, org)
  const [entry] = await store.get('key_hashes', [hash])
  if (entry) return 'written'
  const halfWritten = Object.values(organization.keys).some((key) => key.secrets[0]?.hash === hash)
  if (halfWritten) return 'not known'
  if (organization.keys_revision !== seen) return 'not written'
  const stopped = await store.commit([
    { patch: 'organizations', id: org, set: { keys_revision: seen + 1 }, when: { keys_revision: seen } },
  ])
  return stopped.done ? 'not written' : 'not known'
}

const isStoreAway = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'unavailable' || error.code === 'outcome_unknown')

/** Whether a commit of unknown outcome was made, as far as ten seconds allow to tell. */
export const findOutcome = async (
  dependencies: Dependencies,
  org: string,
  hash: string,
  seen: number,
): Promise<WriteOutcome> => {
  const { now, wait } = dependencies
  const end = now().getTime() + checkTimeout
  for (let waited = 0; waited < checkTimeout && now().getTime() < end; waited += betweenTries) {
    try {
      const outcome = await lookOnce(dependencies, org, hash, seen)
      if (outcome !== 'not known') return outcome
    } catch (error) {
      if (!isStoreAway(error)) throw error
    }
    await wait(betweenTries)
  }
  return 'not known'
}
