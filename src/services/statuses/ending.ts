import { decideStatus, statusToSend } from '../../domain/statuses/decide.js'
import type { StatusConsent } from '../../domain/statuses/status.js'
import type { Dependencies } from '../dependencies.js'
import { openStatusToken } from './consents.js'
import type { StatusRefusal, StatusSlack } from './slack.js'

export interface StatusEndingDependencies extends Pick<Dependencies, 'store' | 'now'> {
  readonly slack: StatusSlack
  /** Those that encrypt tokens. */
  readonly keys: readonly Uint8Array[]
}

/**
 * Takes away what is ours, if it still is, revokes the token at Slack, and forgets the consent; null when that is done,
 * else why Slack has to be asked again.
 */
export const createStatusEnding = ({ store, now, slack, keys }: StatusEndingDependencies) => {
  const takeAway = async (consent: StatusConsent, token: string): Promise<StatusRefusal | null> => {
    if (consent.shown === null && consent.claim === null) return null
    const read = await slack.read(consent)
    if ('kind' in read) return read
    const decision = decideStatus(consent, null, read.status, now())
    const written = 'send' in decision ? await slack.write(token, statusToSend(decision.send)) : null
    // What the workspace does not let anybody change ends by itself, with the absence.
    return written && 'kind' in written && written.kind !== 'locked' ? written : null
  }

  return async (consent: StatusConsent): Promise<StatusRefusal | null> => {
    const token = openStatusToken(keys, consent)
    const refusal = token === null ? null : ((await takeAway(consent, token)) ?? (await slack.revoke(token)))
    if (refusal && refusal.kind !== 'revoked') return refusal
    const { _id: id, connected_at } = consent
    // They may have agreed again meanwhile.
    await store.commit([{ remove: 'statuses', id, when: { connected_at } }])
    return null
  }
}
export type EndStatus = ReturnType<typeof createStatusEnding>
