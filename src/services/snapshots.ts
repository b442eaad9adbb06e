import { answerFrom, type Answer } from '../domain/answer.js'
import type { Day } from '../domain/day.js'
import type { Organization } from '../domain/organization.js'
import type { PresenceQuestion, PresenceReader } from '../domain/presence.js'
import { buildSnapshot, snapshotBytes, type Snapshot } from '../domain/snapshot.js'
import type { Store } from '../store/port.js'
import { createBodies, type Bodies } from './bodies.js'
import { loadFacts, snapshotSince } from './facts.js'
import { runPolitely } from './turns.js'

/** One revision of an organization in memory, with the answers already given from it. */
interface Kept {
  readonly revision: number
  /** Leaves that ended before this day are not in it. */
  readonly since: Day
  readonly snapshot: Snapshot
  readonly answers: Map<string, Answer>
  /** Questions asked once: the answer to a question is kept when it is asked again. */
  readonly askedOnce: Set<string>
  answerBytes: number
  bytes: number
}

/** Bytes of all snapshots and answers together; the least recently used organization goes first. */
const defaultLimit = 256 * 2 ** 20
/** Answers kept for one organization: a few bodies, whatever their size. */
const answerLimit = ({ everybody }: Snapshot): number => 2 ** 20 + 2 * everybody.bytes.length
/** Questions asked once that are remembered for one organization. */
const mostAskedOnce = 256

/** An answer that was put together for one question only has to be released when its body has been sent. */
export interface GivenAnswer extends Answer {
  readonly release?: () => void
}

export interface Snapshots {
  /** The answer at the organization's revision or a later one, never an earlier; null when it is gone meanwhile. */
  answer(
    organization: Organization,
    question: PresenceQuestion,
    reader: PresenceReader,
    today: Day,
  ): Promise<GivenAnswer | null>
}

export const createSnapshots = (store: Store, limit: number = defaultLimit): Snapshots => {
  const bodies = createBodies()
  const kept = new Map<string, Kept>()
  const loading = new Map<string, Promise<Kept | null>>()
  let total = 0

  const forget = (org: string): void => {
    total -= kept.get(org)?.bytes ?? 0
    kept.delete(org)
  }

  const keep = (org: string, entry: Kept): void => {
    forget(org)
    entry.bytes = snapshotBytes(entry.snapshot) + entry.answerBytes
    kept.set(org, entry)
    total += entry.bytes
    for (const oldest of kept.keys()) {
      if (total <= limit || oldest === org) break
      forget(oldest)
    }
  }

  const load = async (org: string, since: Day): Promise<Kept | null> => {
    const loaded = await store.view(org, (reader) => loadFacts(reader, org, { from: since }))
    if (!loaded) return null
    const snapshot = await runPolitely(buildSnapshot(loaded.facts))
    const { revision } = loaded.organization
    return { revision, since, snapshot, answers: new Map(), askedOnce: new Set(), answerBytes: 0, bytes: 0 }
  }

  /** One load of an organization at a time; whoever finds the one under way too old loads after it. */
  const loadOnce = async (org: string, since: Day): Promise<Kept | null> => {
    const underWay = loading.get(org)
    if (underWay) return underWay
    const own = load(org, since).finally(() => loading.delete(org))
    loading.set(org, own)
    const entry = await own
    if (entry) keep(org, entry)
    return entry
  }

  const loadFor = async (organization: Organization, question: PresenceQuestion, today: Day) => {
    let entry: Kept | null
    do entry = await loadOnce(organization._id, snapshotSince(question, today))
    while (entry && !serves(entry, organization, question))
    return entry
  }

  return {
    async answer(organization, question, reader, today) {
      const { _id: org } = organization
      let entry = kept.get(org) ?? null
      if (!entry || !serves(entry, organization, question))
        entry = await loadFor(organization, question, today)
      if (!entry) return null
      if (kept.delete(org)) kept.set(org, entry) // the most recently used stands last
      const name = `${question.from}${question.to}${question.team_id ?? ''}|${reader.team_id ?? ''}|${reader.reasons}`
      const known = entry.answers.get(name)
      if (known) return known
      const once = isAskedFirst(entry, name)
      const answer = once
        ? answerOnce(bodies, entry.snapshot, question, reader)
        : answerFrom(entry.snapshot, question, reader)
      if (!once) rememberAnswer(entry, name, answer)
      keep(org, entry)
      return answer
    },
  }
}

const serves = ({ revision, since }: Kept, organization: Organization, question: PresenceQuestion): boolean =>
  revision >= organization.revision && since <= question.from

const isAskedFirst = ({ askedOnce }: Kept, name: string): boolean => {
  if (askedOnce.delete(name)) return false
  if (askedOnce.size >= mostAskedOnce) askedOnce.clear()
  askedOnce.add(name)
  return true
}

const answerOnce = (
  bodies: Bodies,
  snapshot: Snapshot,
  question: PresenceQuestion,
  reader: PresenceReader,
): GivenAnswer => {
  let whole: Buffer
  const answer = answerFrom(snapshot, question, reader, (length) => (whole = bodies.take(length)))
  return { ...answer, release: () => bodies.giveBack(whole) }
}

const rememberAnswer = (entry: Kept, name: string, answer: Answer): void => {
  const limit = answerLimit(entry.snapshot)
  entry.answers.set(name, answer)
  entry.answerBytes += answer.body.length
  for (const [oldest, { body }] of entry.answers) {
    if (entry.answerBytes <= limit || entry.answers.size === 1) break
    entry.answers.delete(oldest)
    entry.answerBytes -= body.length
  }
}
