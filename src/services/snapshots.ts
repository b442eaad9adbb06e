import { answerInSlices, type Allocate, type Answer } from '../domain/answer.js'
import type { Day } from '../domain/day.js'
import type { Organization } from '../domain/organization.js'
import type { PresenceQuestion, PresenceReader } from '../domain/presence.js'
import type { Store } from '../store/port.js'
import { createBodies, type Bodies } from './bodies.js'
import { createLoads, serves } from './snapshot-loads.js'
import { createSnapshotMemory, isAskedFirst, rememberAnswer } from './snapshot-memory.js'
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
      const once = isAskedFirst(entry, name)
      const make = (allocate?: Allocate) =>
        runPolitely(answerInSlices(entry.snapshot, question, reader, allocate))
      const answer = once ? await answerOnce(bodies, make) : await make()
      if (!once) rememberAnswer(entry, name, answer)
      // A snapshot that was replaced meanwhile is not put back.
      if (memory.use(org) === entry) memory.keep(org, entry)
      return answer
    },
  }
}

const nameOf = ({ from, to, team_id }: PresenceQuestion, reader: PresenceReader): string =>
  `${from}${to}${team_id ?? ''}|${reader.team_id ?? ''}|${reader.reasons}`

const answerOnce = async (
  bodies: Bodies,
  make: (allocate: Allocate) => Promise<Answer>,
): Promise<GivenAnswer> => {
  let whole: Buffer | undefined
  const answer = await make((length) => (whole = bodies.take(length)))
  return { ...answer, release: () => whole && bodies.giveBack(whole) }
}
