import type { Answer } from '../../domain/presence/fast/answer.js'
import type { Day } from '../../calendar/day.js'
import { compress, type Coding } from '../compress.js'
import { snapshotBytes, type Snapshot } from '../../domain/presence/fast/snapshot.js'

/** Returns a compressed form of a body, made when first requested and then kept beside it. */
export type Compressor = (coding: Coding) => Buffer | Promise<Buffer>

/** An answer that was requested more than once, with the compressed forms requested so far. */
interface KeptAnswer {
  readonly answer: Answer
  readonly forms: ReadonlyMap<Coding, Buffer>
  readonly compressor: Compressor
}

/** One revision of an organization in memory, with the answers already given from it. */
export interface KeptRevision {
  readonly revision: number
  /** Leaves that ended before this day are not included. */
  readonly since: Day
  readonly snapshot: Snapshot
  readonly answers: Map<string, KeptAnswer>
  /** Questions asked once; an answer is kept when its question is asked again. */
  readonly askedOnce: Set<string>
  /** Answers being built, shared by everyone who asks the same question. */
  readonly underWay: Map<string, () => Promise<Answer>>
  answerBytes: number
  bytes: number
}

export interface SnapshotMemory {
  /** The kept revision of an organization, which becomes the most recently used. */
  use(org: string): KeptRevision | undefined
  /** Keeps an entry, or updates its size. */
  keep(org: string, entry: KeptRevision): void
  /** The number of organizations, and their total bytes. */
  size(): { readonly organizations: number; readonly bytes: number }
}

/** Snapshots and their answers, limited to `limit` bytes: the least recently used organization is dropped first. */
export const createSnapshotMemory = (limit: number): SnapshotMemory => {
  const kept = new Map<string, KeptRevision>()
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

    size: () => ({ organizations: kept.size, bytes: total }),
  }
}

/** Bytes of answers kept per organization: a few bodies, whatever their size. */
const answerLimit = ({ everybody }: Snapshot): number => 2 ** 20 + 2 * everybody.bytes.length
/** Questions asked once that are remembered per organization. */
const maxAskedOnce = 256

/** Whether the question is asked for the first time; if so, it is remembered. */
export const isAskedFirst = ({ askedOnce }: KeptRevision, name: string): boolean => {
  if (askedOnce.delete(name)) return false
  if (askedOnce.size >= maxAskedOnce) askedOnce.clear()
  askedOnce.add(name)
  return true
}

/** Bytes of an answer including its compressed forms. */
const bytesOf = ({ answer: { body }, forms }: KeptAnswer): number =>
  [...forms.values()].reduce((sum, { length }) => sum + length, body.length)

const forget = (entry: KeptRevision, name: string): void => {
  const known = entry.answers.get(name)
  if (!known) return
  entry.answers.delete(name)
  entry.answerBytes -= bytesOf(known)
}

/** Drops the oldest answers while those of the organization take too many bytes. */
const trim = (entry: KeptRevision): void => {
  const limit = answerLimit(entry.snapshot)
  for (const oldest of entry.answers.keys()) {
    if (entry.answerBytes <= limit || entry.answers.size === 1) break
    forget(entry, oldest)
  }
}

/** Keeps an answer. `grown` is called when a compressed form was added to it. */
export const rememberAnswer = (
  entry: KeptRevision,
  name: string,
  answer: Answer,
  grown: () => void,
): Compressor => {
  const forms = new Map<Coding, Buffer>()
  const underWay = new Map<Coding, Promise<Buffer>>()
  const make = async (coding: Coding): Promise<Buffer> => {
    const form = await compress(answer.body, coding).finally(() => underWay.delete(coding))
    if (entry.answers.get(name) !== remembered) return form
    forms.set(coding, form)
    entry.answerBytes += form.length
    trim(entry)
    grown()
    return form
  }
  const compressor: Compressor = (coding) => {
    const ready = forms.get(coding) ?? underWay.get(coding)
    if (ready) return ready
    const making = make(coding)
    underWay.set(coding, making)
    return making
  }
  const remembered: KeptAnswer = { answer, forms, compressor }
  forget(entry, name)
  entry.answers.set(name, remembered)
  entry.answerBytes += answer.body.length
  trim(entry)
  return compressor
}
