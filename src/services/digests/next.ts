import { runId, type Digest } from '../../domain/digests/digest.js'
import { nextOccurrence } from '../../domain/digests/due.js'
import type { Reader } from '../../store/port.js'

/** A day whose run already exists, because someone requested it before its time, is not posted again. */
const after = (digest: Digest): Digest => {
  const next = nextOccurrence(digest, new Date(digest.next_at!))
  return { ...digest, next_at: next?.at.toISOString() ?? null, next_date: next?.date ?? null }
}

/** Digests with the next occurrence that will really be posted, for display. */
export const withNext = async (reader: Reader, digests: readonly Digest[]): Promise<readonly Digest[]> => {
  const next = ({ _id, next_date }: Digest): string => (next_date === null ? '' : runId(_id, next_date))
  const runs = await reader.get(
    'digest_runs',
    digests.map(next).filter((id) => id !== ''),
  )
  const taken = new Set(runs.map(({ _id }) => _id))
  return digests.map((digest) => (taken.has(next(digest)) ? after(digest) : digest))
}
