import { noStatus, type AbsenceStatus, type SlackStatus, type StatusConsent } from './status.js'

type StatusState = Pick<StatusConsent, 'shown' | 'claim' | 'ended' | 'not_before'>

const isSame = (a: SlackStatus, b: SlackStatus): boolean =>
  a.text === b.text && a.emoji === b.emoji && a.until === b.until

const isOver = ({ until }: SlackStatus, now: Date): boolean => until !== 0 && until * 1_000 <= now.getTime()

/** Whether Slack has to be asked what the status is now, because it may have to change. */
export const isDue = (
  { shown, claim, ended, not_before }: StatusState,
  wanted: AbsenceStatus | null,
  now: Date,
): boolean => {
  const at = now.toISOString()
  if (claim !== null) return claim.until <= at
  if (wanted === null) return shown !== null && (not_before === null || not_before <= at)
  if (ended?.absence === wanted.absence || (not_before !== null && at < not_before)) return false
  return shown === null || !isSame(shown.status, wanted.status)
}

/** What is done about a status: it is set, taken away, or only noted. */
export type StatusDecision = { readonly send: AbsenceStatus | null } | { readonly note: Partial<StatusState> }

const settled = { claim: null, not_before: null } as const

/**
 * Only an empty status, or exactly what Slack returned for ours, is changed. One that the person wrote stands: with an
 * end, ours waits for it; without one, or where they took ours away, this absence is left alone.
 */
export const decideStatus = (
  { shown, claim }: StatusState,
  wanted: AbsenceStatus | null,
  current: SlackStatus,
  now: Date,
): StatusDecision => {
  const isEmpty = (current.text === '' && current.emoji === '') || isOver(current, now)
  if (isEmpty) {
    if (wanted === null) return { note: { ...settled, shown: null } }
    const wasThere = shown?.absence === wanted.absence && !isOver(shown.returned, now)
    return wasThere
      ? { note: { ...settled, shown: null, ended: { absence: wanted.absence, why: 'removed' } } }
      : { send: wanted }
  }
  // A process that died while it set a status left its claim: the status is there although nobody heard so.
  const sent = claim?.send && isSame(current, claim.send.status) ? claim.send : null
  const ours = sent ?? (shown && isSame(current, shown.returned) ? shown : null)
  if (!ours) {
    if (wanted === null) return { note: { ...settled, shown: null } }
    return current.until === 0
      ? { note: { ...settled, shown: null, ended: { absence: wanted.absence, why: 'own_status' } } }
      : { note: { claim: null, shown: null, not_before: new Date(current.until * 1_000).toISOString() } }
  }
  if (wanted === null) return { send: null }
  if (ours.absence !== wanted.absence || !isSame(ours.status, wanted.status)) return { send: wanted }
  return { note: { ...settled, shown: { ...wanted, returned: current } } }
}

/** What is sent: nothing at all takes a status away. */
export const statusToSend = (send: AbsenceStatus | null): SlackStatus => send?.status ?? noStatus
