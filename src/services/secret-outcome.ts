import { Problem } from '../domain/problem.js'
import type { Dependencies } from './dependencies.js'
import { readOrganization } from './organization-write.js'

/** So long it is tried to learn what became of a secret, in milliseconds. */
const patience = 10_000
const betweenTries = 500

type Outcome = 'written' | 'not written' | 'not known'

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
): Promise<Outcome> => {
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

/** What became of a commit of unknown outcome, as far as can be learned in ten seconds. */
export const learnOutcome = async (
  dependencies: Dependencies,
  org: string,
  hash: string,
  seen: number,
): Promise<Outcome> => {
  const { now, wait } = dependencies
  const end = now().getTime() + patience
  for (let waited = 0; waited < patience && now().getTime() < end; waited += betweenTries) {
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
