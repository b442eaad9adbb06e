import type { Digest, DigestRun, PauseReason } from '../../domain/digests/digest.js'
import { pauseCauseOf, pauseDigest, resumeDigest } from '../../domain/digests/change.js'
import { pauseNotice } from '../../domain/words/digest-status.js'
import { collect } from '../../store/port.js'
import { changeDigest, momentOf, type ChangeDependencies } from './change.js'
import type { DigestDependencies } from './dependencies.js'

/** A channel or a whole workspace. */
export interface DigestPlace {
  readonly workspace: string
  readonly channel: string | null
}

const digestsAt = (
  { store }: Pick<ChangeDependencies, 'store'>,
  { workspace, channel }: DigestPlace,
): Promise<Digest[]> =>
  collect(
    store.find('digests', {
      index: 'by_channel',
      equal: channel === null ? { workspace } : { workspace, channel },
    }),
  )

/** Changes each digest, and resolves with those that this call changed, in their new state. */
const changeEach = async (
  needed: ChangeDependencies,
  place: DigestPlace,
  change: (digest: Digest) => Digest | null,
): Promise<readonly Digest[]> => {
  const changed: Digest[] = []
  for (const { _id } of await digestsAt(needed, place)) {
    const { after } = await changeDigest(needed, _id, (before) => (before ? change(before) : null))
    if (after) changed.push(after)
  }
  return changed
}

/** Automatic pauses and resumes. Safe to repeat: what is already done is left alone. */
export const createDigestPauses = (needed: ChangeDependencies) => ({
  /** Digests already paused keep their reason. Resolves with those that this call paused. */
  pauseBecause: (place: DigestPlace, reason: PauseReason): Promise<readonly Digest[]> =>
    changeEach(needed, place, (digest) =>
      pauseDigest(digest, { reason, at: needed.now().toISOString(), who: null }),
    ),
  /** Whether one of these digests is paused for that reason. */
  async isPausedBecause(place: DigestPlace, reason: PauseReason): Promise<boolean> {
    return (await digestsAt(needed, place)).some(({ paused }) => paused?.reason === reason)
  },
  /** Resumes only digests paused for one of these reasons; each starts again on its next day. Resolves with them. */
  resumeBecause: (place: DigestPlace, reasons: readonly PauseReason[]): Promise<readonly Digest[]> =>
    changeEach(needed, place, (digest) => resumeDigest(digest, reasons, momentOf(needed))),
})
/** Pauses digests after Slack refused a post. Whichever process pauses a digest tells its creator, once. */
export const createRefusalPauses = ({ store, now, poster, log }: DigestDependencies) => {
  const pause = async (id: string, reason: PauseReason): Promise<void> => {
    const { before, after } = await changeDigest({ store }, id, (digest) =>
      digest && !digest.paused ? pauseDigest(digest, { reason, at: now().toISOString(), who: null }) : null,
    )
    if (!before || !after) return
    log.warn({ digest: id, reason }, 'digest paused')
    const { workspace, channel, creator } = before
    if (creator !== null) await poster.tell(workspace, creator, pauseNotice(reason, channel))
  }

  const pauseAll = async (workspace: string, reason: PauseReason): Promise<void> => {
    const digests = await digestsAt({ store }, { workspace, channel: null })
    for (const { _id: id, paused } of digests) if (!paused) await pause(id, reason)
  }

  const quietly = (work: Promise<void>, fields: object): Promise<void> =>
    work.catch((error: unknown) => log.warn({ err: error, ...fields }, 'a digest could not be paused yet'))

  return {
    /** Pauses one digest. Never rejects. */
    pause: (id: string, reason: PauseReason): Promise<void> =>
      quietly(pause(id, reason), { digest: id, reason }),
    /** Pauses the digest of a run, or its whole workspace, depending on Slack's refusal. Never rejects. */
    async afterRefusal({ digest, workspace }: DigestRun, refusal: string): Promise<void> {
      const cause = pauseCauseOf(refusal)
      if (!cause) return
      const work = cause.of === 'digest' ? pause(digest, cause.reason) : pauseAll(workspace, cause.reason)
      await quietly(work, { digest, reason: cause.reason })
    },
  }
}
export type RefusalPauses = ReturnType<typeof createRefusalPauses>
