import { answerInSlices, type Allocate, type Answer } from '../domain/answer.js'
import type { Day } from '../domain/day.js'
import type { Organization } from '../domain/organization.js'
import type { PresenceQuestion, PresenceReader } from '../domain/presence.js'
import type { Store } from '../store/port.js'
import { createBodies, type Bodies } from './bodies.js'
import { createLoads, serves } from './snapshot-loads.js'
import { createSnapshotMemory, isAskedFirst, rememberAnswer, type Kept } from './snapshot-memory.js'
import { runPolitely } from './turns.js'

/** Bytes of all snapshots and answers together. */
const defaultLimit = 256 * 2 ** 20

/** An answer that was put together for one question only has to be released when its body has been sent. */
export interface GivenAnswer extends Answer {
  readonly release?: () => void
}

export interface Snapshots {
  /** The answer at the organization's revision, or at one read after the question came; null when it is gone meanwhile. */
  answer(
    organization: Organization,
    question: PresenceQuestion,
    reader: PresenceReader,
    today: Day,
  ): Promise<GivenAnswer | null>
}

export const createSnapshots = (store: Store, limit: number = defaultLimit): Snapshots => {
  const bodies = createBodies()
  const memory = createSnapshotMemory(limit)
  const loadFor = createLoads(store, memory.keep)

  return {
    async answer(organization, question, reader, today) {
      const { _id: org } = organization
      const kept = memory.use(org)
      const entry =
        kept && serves(kept, organization, question) ? kept : await loadFor(organization, question, today)
      if (!entry) return null
      const name = nameOf(question, reader)
      const known = entry.answers.get(name)
      if (known) return known
      const answer = await (entry.underWay.get(name)?.() ?? begin(bodies, entry, question, reader))
      // A snapshot that was replaced meanwhile is not put back.
      if (memory.use(org) === entry) memory.keep(org, entry)
      return answer
    },
  }
}

const nameOf = ({ from, to, team_id }: PresenceQuestion, reader: PresenceReader): string =>
  `${from}${to}${team_id ?? ''}|${reader.team_id ?? ''}|${reader.reasons}`

/** Whoever asks the same before the answer is there waits for it too. */
const begin = async (
  bodies: Bodies,
  entry: Kept,
  question: PresenceQuestion,
  reader: PresenceReader,
): Promise<GivenAnswer> => {
  const name = nameOf(question, reader)
  const isFirst = isAskedFirst(entry, name)
  let whole: Buffer | undefined
  const allocate: Allocate | undefined = isFirst ? (length) => (whole = bodies.take(length)) : undefined
  const making = runPolitely(answerInSlices(entry.snapshot, question, reader, allocate))
  let isShared = false
  entry.underWay.set(name, () => {
    isShared = true
    return making
  })
  const answer = await making.finally(() => entry.underWay.delete(name))
  if (isFirst) return { ...answer, release: () => whole && !isShared && bodies.giveBack(whole) }
  rememberAnswer(entry, name, answer)
  return answer
}
