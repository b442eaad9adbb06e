import type { ChannelPauseDeps } from './pauses.js'
import type { SweepShared } from './sweep.js'
import type { Removed } from '../transport/events.js'
import type { Register } from '../listeners.js'
import { describeError } from '../log.js'

/** The pauses that end with a channel event. */
type ChannelEnding = 'archived' | 'not_in_channel' | 'slack_connect'

/**
 * Channel events: a digest is paused while its channel is archived or shared with another company. It resumes when that
 * ends, or when the app comes back.
 */
export const registerDigestEvents: Register = (
  app,
  { log, digestPauses: pauses, pauseDigestsAt: pauseAt },
) => {
  const resume = async (workspace: string, channel: string, reason: ChannelEnding): Promise<void> => {
    const resumed = await pauses.resumeBecause({ workspace, channel }, [reason])
    if (resumed.length > 0) log.info({ workspace, channel, digests: resumed.length }, 'digests resumed')
  }
  for (const event of ['channel_archive', 'group_archive'] as const)
    app.event(
      event,
      ({ event: { channel }, context: { botToken: token = '' }, body: { team_id: workspace } }) =>
        pauseAt({ workspace, channel, token }, 'archived'),
    )
  app.event('channel_shared', ({ event: { channel }, context: { botToken: token = '' }, body }) =>
    pauseAt({ workspace: body.team_id, channel, token }, 'slack_connect'),
  )
  app.event('channel_unshared', async ({ event: { channel, is_ext_shared }, body }) => {
    // One of several companies may have left it.
    if (!is_ext_shared) await resume(body.team_id, channel, 'slack_connect')
  })
  // Slack's envelope says whether the channel is shared; the event of the sharing itself may have been missed.
  for (const event of ['channel_unarchive', 'group_unarchive'] as const)
    app.event(event, ({ event: { channel }, context: { botToken: token = '' }, body }) =>
      body.is_ext_shared_channel === true
        ? pauseAt({ workspace: body.team_id, channel, token }, 'slack_connect')
        : resume(body.team_id, channel, 'archived'),
    )
  app.event(
    'member_joined_channel',
    async ({ event, context: { botUserId, botToken: token = '' }, body }) => {
      const { team_id: workspace } = body
      const { channel } = event
      if (body.is_ext_shared_channel === true) await pauseAt({ workspace, channel, token }, 'slack_connect')
      else if (event.user === botUserId) await resume(workspace, channel, 'not_in_channel')
    },
  )
}

/** What the removal or return of the app in a workspace means for its digests. */
export const createDigestReturns = (
  { digestPauses: pauses, log }: Pick<ChannelPauseDeps, 'digestPauses' | 'log'>,
  sweep: SweepShared,
) => ({
  /** Rejects with the errors of the store, so that the event may be delivered again. */
  async left(workspace: string, how: Removed): Promise<void> {
    const paused = await pauses.pauseBecause({ workspace, channel: null }, how)
    if (paused.length > 0) log.info({ workspace, digests: paused.length }, 'digests paused')
  },
  /** `token`: the current one. Never rejects: the app is back in any case. */
  async returned(workspace: string, token: string | null): Promise<void> {
    // First, so that digests in channels that have been shared do not resume.
    if (token !== null) await sweep(workspace, token)
    try {
      const resumed = await pauses.resumeBecause({ workspace, channel: null }, ['uninstalled', 'token'])
      if (resumed.length > 0) log.info({ workspace, digests: resumed.length }, 'digests resumed')
    } catch (error) {
      log.error(
        { err: describeError(error), workspace },
        'digests were not resumed: use `whosout digest resume`',
      )
    }
  },
})
