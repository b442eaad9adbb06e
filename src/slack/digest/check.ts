import { WebClient } from '@slack/web-api'
import type { Digest } from '../../domain/digests/digest.js'
import type { createDigestPauses } from '../../services/digests/pauses.js'
import { channelRefusal, type ChannelRefusal } from '../channel.js'
import { clientOptions } from '../client.js'
import { createPauseDigestsAt } from './pauses.js'
import { digestRefusals, inviteThere, noAnswer } from './texts.js'
import { createBoltLogger, silentLog } from '../log.js'

/** Slack's answer, or that there was none. */
const ask = (client: WebClient, channel: string): Promise<ChannelRefusal | 'no_answer' | null> =>
  channelRefusal(client, channel).catch(() => 'no_answer')

/**
 * Why a channel cannot have a digest, in the words of the form; null: it can. Without a token, only what is already
 * known counts. Rejects with the errors of the store.
 */
export const checkChannel = async (
  digestPauses: ReturnType<typeof createDigestPauses>,
  access: { readonly token: string; readonly apiUrl: string } | null,
  { workspace, channel }: Pick<Digest, 'workspace' | 'channel'>,
): Promise<string | null> => {
  if (!access) {
    const isKnown = await digestPauses.isPausedBecause({ workspace, channel }, 'slack_connect')
    return isKnown ? digestRefusals.connect : null
  }
  const { token, apiUrl } = access
  const options = clientOptions(apiUrl, createBoltLogger(silentLog))
  const refusal = await ask(new WebClient(token, options), channel)
  if (refusal === 'connect') {
    const once = () => new WebClient(token, { ...options, retryConfig: { retries: 0 } })
    await createPauseDigestsAt({ digestPauses, log: silentLog, once })(
      { workspace, channel, token },
      'slack_connect',
    )
  }
  if (refusal === 'no_answer') return noAnswer
  if (refusal === 'unknown') return inviteThere(channel)
  return refusal && digestRefusals[refusal]
}
