import type { WebClient } from '@slack/web-api'
import type { Digest } from '../domain/digest.js'
import { pauseNotice } from '../domain/digest-pause.js'
import { createDigestCauses } from '../services/digest-causes.js'
import type { Removed } from './events.js'
import type { ListenerContext, Register } from './listeners.js'
import { describeFault } from './log.js'

/** Each of those who made these digests hears of it once; tried once. */
const tellCreators = async (
  { log }: Pick<ListenerContext, 'log'>,
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

/** What happens to channels: a digest rests while its channel is archived, and begins again when the app comes back. */
export const registerDigestEvents: Register = (app, context) => {
  const { log, once } = context
  const causes = createDigestCauses(context)

  const archived = async (workspace: string, channel: string, token: string): Promise<void> => {
    const paused = await causes.pauseBecause({ workspace, channel }, 'archived')
    if (paused.length > 0) log.info({ workspace, channel, digests: paused.length }, 'digests paused')
    await tellCreators(context, once(token), paused)
  }
  const resume = async (workspace: string, channel: string, reason: 'archived' | 'not_in_channel') => {
    const resumed = await causes.resumeBecause({ workspace, channel }, [reason])
    if (resumed.length > 0) log.info({ workspace, channel, digests: resumed.length }, 'digests resumed')
  }
  for (const event of ['channel_archive', 'group_archive'] as const)
    app.event(event, ({ event: { channel }, context: { botToken }, body }) =>
      archived(body.team_id, channel, botToken ?? ''),
    )
  for (const event of ['channel_unarchive', 'group_unarchive'] as const)
    app.event(event, ({ event: { channel }, body }) => resume(body.team_id, channel, 'archived'))
  app.event('member_joined_channel', async ({ event, context: { botUserId }, body }) => {
    if (event.user === botUserId) await resume(body.team_id, event.channel, 'not_in_channel')
  })
}

/** What a workspace that takes the app away, or takes it back, means for its digests. */
export interface DigestReturns {
  /** Rejects with what the store throws: the event may come again. */
  left(workspace: string, how: Removed): Promise<void>
  /** Never rejects: the app is back all the same. */
  returned(workspace: string): Promise<void>
}

export const createDigestReturns = (deps: Pick<ListenerContext, 'store' | 'now' | 'log'>): DigestReturns => {
  const { log } = deps
  const causes = createDigestCauses(deps)
  return {
    async left(workspace, how) {
      const paused = await causes.pauseBecause({ workspace, channel: null }, how)
      if (paused.length > 0) log.info({ workspace, digests: paused.length }, 'digests paused')
    },
    async returned(workspace) {
      try {
        const resumed = await causes.resumeBecause({ workspace, channel: null }, ['uninstalled', 'token'])
        if (resumed.length > 0) log.info({ workspace, digests: resumed.length }, 'digests resumed')
      } catch (fault) {
        log.error(
          { err: describeFault(fault), workspace },
          'digests are not resumed: `whosout digest resume` does',
        )
      }
    },
  }
}
