import type { WebClient } from '@slack/web-api'
import type { Digest, PauseReason } from '../domain/digest.js'
import { pauseNotice } from '../domain/digest-pause.js'
import { createDigestCauses } from '../services/digest-causes.js'
import type { ListenerContext } from './listeners.js'
import { describeFault } from './log.js'

type Deps = Pick<ListenerContext, 'store' | 'now' | 'log' | 'once'>

/** Each of those who made these digests hears of it once; tried once. */
const tellCreators = async (
  { log }: Pick<Deps, 'log'>,
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
      .catch((fault: unknown) => log.warn({ err: describeFault(fault) }, 'a creator is not told of a pause'))
  }
}

/** A channel, with the token of its workspace. */
export interface TokenPlace {
  readonly workspace: string
  readonly channel: string
  readonly token: string
}

/** Pauses the digests of a channel for what has become of it, and tells who made them. Rejects with what the store throws. */
export type RestDigests = (place: TokenPlace, reason: PauseReason) => Promise<void>

export const createRestDigests = (deps: Deps): RestDigests => {
  const causes = createDigestCauses(deps)
  return async ({ workspace, channel, token }, reason) => {
    const paused = await causes.pauseBecause({ workspace, channel }, reason)
    if (paused.length === 0) return
    deps.log.info({ workspace, channel, digests: paused.length, reason }, 'digests paused')
    await tellCreators(deps, deps.once(token), paused)
  }
}
