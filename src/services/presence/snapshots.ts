import { teamsOf, type TeamSize } from '../../domain/presence/fast/snapshot.js'
import { answerInSlices, type Allocate, type Answer } from '../../domain/presence/fast/answer.js'
import type { Day } from '../../domain/calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { PresenceQuestion } from '../../domain/presence/presence.js'
import type { PresenceReader } from '../../domain/presence/visible-team.js'
import type { Store } from '../../store/port.js'
import { createBodies, type Bodies } from './buffers.js'
import type { Meter } from '../dependencies.js'
import { createLoads, serves } from './loads.js'
import {
  createSnapshotMemory,
  isAskedFirst,
  rememberAnswer,
  type Compressor,
  type KeptRevision,
  type SnapshotMemory,
} from './memory.js'
import { runInTurns } from '../turns.js'

/** Bytes of all snapshots and answers together. */
const defaultLimit = 256 * 2 ** 20

/** An answer built for a single request must be released once its body has been sent. */
export interface GivenAnswer extends Answer {
  readonly release?: () => void
}

export interface Snapshots {
  /**
   * The answer at the organization's revision, or at one read after the request arrived; null when the organization is
   * gone.
   */
  answer(
    organization: Organization,
    question: PresenceQuestion,
    reader: PresenceReader,
    today: Day,
  ): Promise<GivenAnswer | null>
  /** The compressor for an answer that is kept; undefined for one built for a single request. */
  compressorOf(answer: Answer): Compressor | undefined
  size: SnapshotMemory['size']
  /** The teams that a reader can see; null when the organization is gone. */
  teams(organization: Organization, reader: PresenceReader, today: Day): Promise<readonly TeamSize[] | null>
}

export const createSnapshots = (
  store: Store,
  limit: number = defaultLimit,
  meter?: Pick<Meter, 'answered' | 'snapshotLoaded'>,
): Snapshots => {
  const bodies = createBodies()
  const memory = createSnapshotMemory(limit)
  const loadFor = createLoads(store, (org, entry) => {
    meter?.snapshotLoaded()
    memory.keep(org, entry)
  })
  const compressors = new WeakMap<Answer, Compressor>()

  const entryFor = (
    organization: Organization,
    question: PresenceQuestion,
    today: Day,
  ): KeptRevision | Promise<KeptRevision | null> => {
    const kept = memory.use(organization._id)
    return kept && serves(kept, organization, question) ? kept : loadFor(organization, question, today)
  }

  return {
    size: memory.size,

    compressorOf: (answer) => compressors.get(answer),

    async teams(organization, reader, today) {
      const entry = await entryFor(organization, { from: today, to: today, team_id: null }, today)
      return entry && teamsOf(entry.snapshot, reader)
    },

    async answer(organization, question, reader, today) {
      const { _id: org } = organization
      const ready = entryFor(organization, question, today)
      const entry = 'then' in ready ? await ready : ready
      if (!entry) return null
      const name = nameOf(question, reader)
      const known = entry.answers.get(name)
      meter?.answered(known ? 'kept' : 'built')
      if (known) return known.answer
      // A snapshot replaced in the meantime is not put back.
      const grown = (): void => void (memory.use(org) === entry && memory.keep(org, entry))
      const remember = (answer: Answer): void =>
        void compressors.set(answer, rememberAnswer(entry, name, answer, grown))
      const answer = await (entry.underWay.get(name)?.() ?? begin(bodies, entry, question, reader, remember))
      grown()
      return answer
    },
  }
}

const nameOf = ({ from, to, team_id }: PresenceQuestion, reader: PresenceReader): string =>
  `${from}${to}${team_id ?? ''}|${reader.team_id ?? ''}|${reader.reasons}`

/** Anyone who asks the same question before the answer is ready waits for the same answer. */
const begin = async (
  bodies: Bodies,
  entry: KeptRevision,
  question: PresenceQuestion,
  reader: PresenceReader,
  remember: (answer: Answer) => void,
): Promise<GivenAnswer> => {
  const name = nameOf(question, reader)
  const isFirst = isAskedFirst(entry, name)
  let whole: Buffer | undefined
  const allocate: Allocate | undefined = isFirst ? (length) => (whole = bodies.take(length)) : undefined
  const making = runInTurns(answerInSlices(entry.snapshot, question, reader, allocate))
  let isShared = false
  entry.underWay.set(name, () => {
    isShared = true
    return making
  })
  const answer = await making.finally(() => entry.underWay.delete(name))
  if (isFirst) return { ...answer, release: () => whole && !isShared && bodies.giveBack(whole) }
  remember(answer)
  return answer
}
