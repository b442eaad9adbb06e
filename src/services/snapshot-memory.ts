import type { Answer } from '../domain/answer.js'
import type { Day } from '../domain/day.js'
import { snapshotBytes, type Snapshot } from '../domain/snapshot.js'

/** One revision of an organization in memory, with the answers already given from it. */
export interface Kept {
  readonly revision: number
  /** Leaves that ended before this day are not in it. */
  readonly since: Day
  readonly snapshot: Snapshot
  readonly answers: Map<string, Answer>
  /** Questions asked once: the answer to a question is kept when it is asked again. */
  readonly askedOnce: Set<string>
  /** Answers that are being put together: called by those who ask the same meanwhile. */
  readonly underWay: Map<string, () => Promise<Answer>>
  answerBytes: number
  bytes: number
}

export interface SnapshotMemory {
  /** What is kept of an organization; it is then the most recently used. */
  use(org: string): Kept | undefined
  /** Keeps it, or counts anew what it has grown to. */
  keep(org: string, entry: Kept): void
}

/** Snapshots and their answers by bytes, at most `limit`: the least recently used organization goes first. */
export const createSnapshotMemory = (limit: number): SnapshotMemory => {
  const kept = new Map<string, Kept>()
  let total = 0
  let latest = ''

  const forget = (org: string): void => {
    total -= kept.get(org)?.bytes ?? 0
    kept.delete(org)
  }

  return {
    use(org) {
      const entry = kept.get(org)
      if (!entry || latest === org) return entry
      kept.delete(org)
      kept.set(org, entry)
      latest = org
      return entry
    },

    keep(org, entry) {
      forget(org)
      entry.bytes = snapshotBytes(entry.snapshot) + entry.answerBytes
      kept.set(org, entry)
      latest = org
      total += entry.bytes
      for (const oldest of kept.keys()) {
        if (total <= limit || oldest === org) break
        forget(oldest)
      }
    },
  }
}

/** Answers kept for one organization: a few bodies, whatever their size. */
const answerLimit = ({ everybody }: Snapshot): number => 2 ** 20 + 2 * everybody.bytes.length
/** Questions asked once that are remembered for one organization. */
const mostAskedOnce = 256

/** Whether the question is new; if so, it is remembered. */
export const isAskedFirst = ({ askedOnce }: Kept, name: string): boolean => {
  if (askedOnce.delete(name)) return false
  if (askedOnce.size >= mostAskedOnce) askedOnce.clear()
  askedOnce.add(name)
  return true
}

export const rememberAnswer = (entry: Kept, name: string, answer: Answer): void => {
  const limit = answerLimit(entry.snapshot)
  entry.answerBytes += answer.body.length - (entry.answers.get(name)?.body.length ?? 0)
  entry.answers.set(name, answer)
  for (const [oldest, { body }] of entry.answers) {
    if (entry.answerBytes <= limit || entry.answers.size === 1) break
    entry.answers.delete(oldest)
    entry.answerBytes -= body.length
  }
}
