import type { Digest, DigestRun, PauseReason } from '../domain/digest.js'
import { pauseCauseOf, pauseNotice } from '../domain/digest-pause.js'
import { collect } from '../store/port.js'
import type { DigestDependencies } from './digest-dependencies.js'

export interface DigestPauses {
  /** What a refusal of Slack means for the digest of a run, or for all of its workspace. Never rejects. */
  afterRefusal(run: DigestRun, refusal: string): Promise<void>
  /** Never rejects. */
  pause(digest: string, reason: PauseReason): Promise<void>
}

type PauseDependencies = Pick<DigestDependencies, 'store' | 'now' | 'poster' | 'log'>

/** Digests that rest by themselves. Who made one hears of it once, from whoever paused it. */
export const createDigestPauses = ({ store, now, poster, log }: PauseDependencies): DigestPauses => {
  const rest = async (digest: Digest, reason: PauseReason): Promise<boolean> => {
    const { _id: id, version } = digest
    const paused = { reason, at: now().toISOString(), who: null }
    const set = { paused, next_at: null, next_date: null, version: version + 1 }
    return (await store.commit([{ patch: 'digests', id, set, when: { version } }])).done
  }

  /** Reads again while somebody else changes it. */
  const pauseOne = async (id: string, reason: PauseReason): Promise<Digest | null> => {
    for (;;) {
      const [digest] = await store.get('digests', [id])
      if (!digest || digest.paused) return null
      if (await rest(digest, reason)) return digest
    }
  }

  const pause = async (id: string, reason: PauseReason): Promise<void> => {
    const digest = await pauseOne(id, reason)
    if (!digest) return
    log.warn({ digest: id, reason }, 'digest paused')
    const { workspace, channel, creator } = digest
    if (creator !== null) await poster.tell(workspace, creator, pauseNotice(reason, channel))
  }

  const pauseAll = async (workspace: string, reason: PauseReason): Promise<void> => {
    const digests = await collect(store.find('digests', { index: 'by_channel', equal: { workspace } }))
    for (const { _id: id, paused } of digests) if (!paused) await pause(id, reason)
  }

  const quietly = (work: Promise<void>, fields: object): Promise<void> =>
    work.catch((fault: unknown) => log.warn({ err: fault, ...fields }, 'a digest is not paused yet'))

  return {
    pause: (id, reason) => quietly(pause(id, reason), { digest: id, reason }),
    async afterRefusal({ digest, workspace }, refusal) {
      const cause = pauseCauseOf(refusal)
      if (!cause) return
      const work = cause.of === 'digest' ? pause(digest, cause.reason) : pauseAll(workspace, cause.reason)
      await quietly(work, { digest, reason: cause.reason })
    },
  }
}
