import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'

/** How long to try to find out whether a secret was stored, in milliseconds. */
const longestCheck = 10_000
const betweenTries = 500

type WriteOutcome = 'written' | 'not written' | 'not known'

/**
 * Whether the commit that was to write the secret took place. The directory of hashes is written by that commit and by
 * nothing else. When the hash is not there, the commit may still be on its way: moving `keys_revision`, on which it
 * rests, makes sure that it fails when it arrives.
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

const isStoreAway = (fault: unknown): boolean =>
  fault instanceof Problem && (fault.code === 'unavailable' || fault.code === 'outcome_unknown')

/** Whether a commit of unknown outcome was written, as far as can be found out in ten seconds. */
export const learnOutcome = async (
  dependencies: Dependencies,
  org: string,
  hash: string,
  seen: number,
): Promise<WriteOutcome> => {
  const { now, wait } = dependencies
  const end = now().getTime() + longestCheck
  for (let waited = 0; waited < longestCheck && now().getTime() < end; waited += betweenTries) {
    try {
      const outcome = await lookOnce(dependencies, org, hash, seen)
      if (outcome !== 'not known') return outcome
    } catch (fault) {
      if (!isStoreAway(fault)) throw fault
    }
    await wait(betweenTries)
  }
  return 'not known'
}
