import type { Digest, PauseReason } from '../domain/digest.js'
import { pauseDigest, resumeDigest } from '../domain/digest-change.js'
import { collect } from '../store/port.js'
import { changeDigest, momentOf, type DigestDecision, type Needed } from './digest-write.js'

/** A channel, or all of a workspace. */
export interface DigestPlace {
  readonly workspace: string
  readonly channel: string | null
}

const digestsAt = (
  { store }: Pick<Needed, 'store'>,
  { workspace, channel }: DigestPlace,
): Promise<Digest[]> =>
  collect(
    store.find('digests', {
      index: 'by_channel',
      equal: channel === null ? { workspace } : { workspace, channel },
    }),
  )

/** Changes each of them, and resolves with those that this call changed, as they are now. */
const changeEach = async (
  needed: Needed,
  place: DigestPlace,
  change: (digest: Digest) => Digest | null,
): Promise<readonly Digest[]> => {
  const changed: Digest[] = []
  const decide = (before: Digest | undefined): DigestDecision => {
    const after = before ? change(before) : null
    return after ? { put: after } : 'none'
  }
  for (const { _id } of await digestsAt(needed, place)) {
    const { decision } = await changeDigest(needed, _id, decide)
    if (decision !== 'none' && 'put' in decision) changed.push(decision.put)
  }
  return changed
}

/** What happens to digests without anybody asking for it. Safe to repeat: what is done already is left alone. */
export const createDigestCauses = (needed: Needed) => ({
  /** Those that rest already keep their reason. Resolves with those that rest from now on. */
  pauseBecause: (place: DigestPlace, reason: PauseReason): Promise<readonly Digest[]> =>
    changeEach(needed, place, (digest) =>
      pauseDigest(digest, { reason, at: needed.now().toISOString(), who: null }),
    ),
  /** Whether one of them rests for that reason. */
  async restsBecause(place: DigestPlace, reason: PauseReason): Promise<boolean> {
    return (await digestsAt(needed, place)).some(({ paused }) => paused?.reason === reason)
  },
  /** Only those that rest for one of these reasons; each begins with its next day. Resolves with them. */
  resumeBecause: (place: DigestPlace, reasons: readonly PauseReason[]): Promise<readonly Digest[]> =>
    changeEach(needed, place, (digest) => resumeDigest(digest, reasons, momentOf(needed))),
})
export type DigestCauses = ReturnType<typeof createDigestCauses>
