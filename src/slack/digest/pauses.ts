import type { WebClient } from '@slack/web-api'
import type { Digest, PauseReason } from '../../domain/digests/digest.js'
import { pauseNotice } from '../../domain/words/digest-status.js'
import type { createDigestPauses } from '../../services/digests/pauses.js'
import { describeError, type Log } from '../log.js'

export interface ChannelPauseDeps {
  readonly digestPauses: ReturnType<typeof createDigestPauses>
  readonly log: Log
  once(token: string): WebClient
}

/** Notifies each creator of these digests once, with one try. */
const tellCreators = async (
  { log }: Pick<ChannelPauseDeps, 'log'>,
  poster: WebClient,
  paused: readonly Digest[],
): Promise<void> => {
  const told = new Map(
    paused.flatMap((digest) => (digest.creator === null ? [] : [[digest.creator, digest] as const])),
  )
  for (const [user, { channel, paused }] of told) {
    if (!paused) continue
    const message = { channel: user, text: pauseNotice(paused.reason, channel) }
    await poster.chat
      .postMessage(message)
      .catch((error: unknown) =>
        log.warn({ err: describeError(error) }, 'the creator of a digest could not be told about its pause'),
      )
  }
}

/** A channel, with the token of its workspace. */
interface TokenPlace {
  readonly workspace: string
  readonly channel: string
  readonly token: string
}

/**
 * Pauses the digests of a channel for a reason found in Slack, and notifies their creators. Rejects with the errors of
 * the store.
 */
export type PauseDigestsAt = (place: TokenPlace, reason: PauseReason) => Promise<void>

export const createPauseDigestsAt =
  (deps: ChannelPauseDeps): PauseDigestsAt =>
  async ({ workspace, channel, token }, reason) => {
    const paused = await deps.digestPauses.pauseBecause({ workspace, channel }, reason)
    if (paused.length === 0) return
    deps.log.info({ workspace, channel, digests: paused.length, reason }, 'digests paused')
    await tellCreators(deps, deps.once(token), paused)
  }
