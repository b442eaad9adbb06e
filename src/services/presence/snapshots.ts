import { teamsOf, type TeamSize } from '../../domain/presence/fast/snapshot.js'
import { answerInSlices, type Allocate, type Answer } from '../../domain/presence/fast/answer.js'
import type { Day } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { PresenceQuestion } from '../../domain/presence/presence.js'
import type { PresenceReader } from '../../domain/presence/visible-team.js'
import type { Store } from '../../store/port.js'
import { createBuildQueue, createBuilds, type BuildState } from '../builds.js'
import type { Meter } from '../dependencies.js'
import { createBodies, type Bodies } from './buffers.js'
import { snapshotSince } from './facts.js'
import { loadRevision, serves } from './loads.js'
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

/**
 * Bytes of all members up to which an answer from memory takes one short slice and little memory, so that it is made at
 * once.
 */
const maxAtOnce = 2 ** 20

/** An answer built for a single request must be released once its body has been sent. */
export interface GivenAnswer extends Answer {
  readonly release?: () => void
}

export interface Snapshots {
  /**
   * The answer at the organization's revision, or at one read after the request arrived; null when the organization is
   * gone. `waiting` is asked for a signal when the answer takes longer, and aborts it when the caller is gone. Throws
   * `busy` and the reason of the signal.
   */
  answer(
    organization: Organization,
    question: PresenceQuestion,
    reader: PresenceReader,
    today: Day,
    waiting?: () => AbortSignal,
  ): Promise<GivenAnswer | null>
  /** The compressor for an answer that is kept; undefined for one built for a single request. */
  compressorOf(answer: Answer): Compressor | undefined
  size: SnapshotMemory['size']
  /** The teams that a reader can see; null when the organization is gone. */
  teams(
    organization: Organization,
    reader: PresenceReader,
    today: Day,
    waiting?: () => AbortSignal,
  ): Promise<readonly TeamSize[] | null>
}

const forever = (): AbortSignal => new AbortController().signal

export const createSnapshots = (
  store: Store,
  limit: number = defaultLimit,
  meter?: Pick<Meter, 'answered' | 'snapshotLoaded'>,
  queue = createBuildQueue(),
): Snapshots => {
  const bodies = createBodies()
  const memory = createSnapshotMemory(limit)
  const buildAnswer = createBuilds<GivenAnswer | null>(queue)
  const buildEntry = createBuilds<KeptRevision | null>(queue)
  const compressors = new WeakMap<Answer, Compressor>()

  const keptFor = (organization: Organization, question: PresenceQuestion): KeptRevision | undefined => {
    const kept = memory.use(organization._id)
    return kept && serves(kept, organization, question) ? kept : undefined
  }

  /** The entry in memory, or one that is loaded: only within a build, since an organization has one at a time. */
  const entryFor = async (
    organization: Organization,
    question: PresenceQuestion,
    today: Day,
    signal: AbortSignal,
  ): Promise<KeptRevision | null> => {
    const kept = keptFor(organization, question)
    if (kept) return kept
    const { _id: org } = organization
    const entry = await loadRevision(store, org, snapshotSince(question, today), signal)
    if (!entry) return null
    meter?.snapshotLoaded()
    memory.keep(org, entry)
    return entry
  }

  const answerFrom = async (
    org: string,
    entry: KeptRevision,
    question: PresenceQuestion,
    reader: PresenceReader,
    build?: BuildState,
  ): Promise<GivenAnswer> => {
    const name = nameOf(question, reader)
    const known = entry.answers.get(name)
    if (known) return known.answer
    // A snapshot replaced in the meantime is not put back.
    const grown = (): void => void (memory.use(org) === entry && memory.keep(org, entry))
    const remember = (answer: Answer): void =>
      void compressors.set(answer, rememberAnswer(entry, name, answer, grown))
    const answer = await ((!build && entry.underWay.get(name)?.()) ||
      begin(bodies, entry, question, reader, remember, build))
    grown()
    return answer
  }

  return {
    size: memory.size,

    compressorOf: (answer) => compressors.get(answer),

    async teams(organization, reader, today, waiting = forever) {
      const question = { from: today, to: today, team_id: null }
      const kept = keptFor(organization, question)
      if (kept) return teamsOf(kept.snapshot, reader)
      const { _id: org, revision } = organization
      const entry = await buildEntry(org, `${revision} ${today}`, waiting(), ({ signal }) =>
        entryFor(organization, question, today, signal),
      )
      return entry && teamsOf(entry.snapshot, reader)
    },

    async answer(organization, question, reader, today, waiting = forever) {
      const { _id: org, revision } = organization
      const kept = keptFor(organization, question)
      const name = nameOf(question, reader)
      const known = kept?.answers.get(name)
      meter?.answered(known ? 'kept' : 'built')
      if (known) return known.answer
      if (kept && kept.snapshot.everybody.bytes.length <= maxAtOnce)
        return answerFrom(org, kept, question, reader)
      return buildAnswer(org, `${revision} ${today} ${name}`, waiting(), async (build) => {
        const entry = await entryFor(organization, question, today, build.signal)
        return entry && answerFrom(org, entry, question, reader, build)
      })
    },
  }
}

const nameOf = ({ from, to, team_id }: PresenceQuestion, reader: PresenceReader): string =>
  `${from}${to}${team_id ?? ''}|${reader.team_id ?? ''}|${reader.reasons}`

/** Anyone who asks the same question before the answer is ready gets the same answer. */
const begin = async (
  bodies: Bodies,
  entry: KeptRevision,
  question: PresenceQuestion,
  reader: PresenceReader,
  remember: (answer: Answer) => void,
  build?: BuildState,
): Promise<GivenAnswer> => {
  const name = nameOf(question, reader)
  const isFirst = isAskedFirst(entry, name)
  let whole: Buffer | undefined
  const allocate: Allocate | undefined = isFirst ? (length) => (whole = bodies.take(length)) : undefined
  const signal = build?.signal
  const making = runInTurns(answerInSlices(entry.snapshot, question, reader, allocate), { signal })
  let isShared = false
  // A build may be aborted by those who wait for it.
  if (!build)
    entry.underWay.set(name, () => {
      isShared = true
      return making
    })
  const answer = await making.finally(() => entry.underWay.delete(name))
  const release = (): void => void (whole && !isShared && !build?.isShared() && bodies.giveBack(whole))
  if (isFirst) return { ...answer, release }
  remember(answer)
  return answer
}
