import { dayAt } from '../calendar/day.js'
import type { ChosenContent, Digest, DigestRun, Shown } from './digest.js'
import { deadlineOf, endOf, occurrenceOn, longestDelay } from './due.js'
import { spreadOf } from './plan.js'
import { timings } from './timings.js'

/** The fields of a run that one transition sets. */
export type RunUpdate = Partial<Omit<DigestRun, '_id'>>

export const after = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() + milliseconds).toISOString()

export type ClaimDecision =
  { readonly kind: 'claim' } | { readonly kind: 'instead'; readonly update: RunUpdate }

const instead = (update: RunUpdate): ClaimDecision => ({ kind: 'instead', update })

/**
 * Whether a run that is pending, or whose claim has expired, may be claimed now. The digest may have changed since it
 * was planned, and so may the rules of its zone: both are checked again.
 */
export const decideClaim = (run: DigestRun, digest: Digest | undefined, now: Date): ClaimDecision => {
  if (!digest) return instead(skipped('removed'))
  if (run.manual ? isSharedSince(run, digest) : digest.paused !== null) return instead(skipped('paused'))
  if (!run.manual) {
    const due = occurrenceOn(run.date, digest)
    if (!due) return instead(skipped('rescheduled'))
    if (due > now) return instead(moved(run, due))
  }
  return isPast(run, digest, now) ? instead(skipped('missed_window')) : { kind: 'claim' }
}

/** Somebody asked for it before another company came to read the channel. */
const isSharedSince = ({ due_at }: DigestRun, { paused }: Digest): boolean =>
  paused?.reason === 'slack_connect' && paused.at >= due_at

/** Never yesterday's: the date is asked of the zone once more. */
const isPast = (run: DigestRun, { timezone }: Digest, now: Date): boolean => {
  const due = new Date(run.due_at)
  const deadline = run.manual ? new Date(due.getTime() + longestDelay) : deadlineOf(run.date, timezone, due)
  return now >= deadline || dayAt(now, timezone) !== run.date
}

const moved = (run: DigestRun, due: Date): RunUpdate => ({
  ...givenBack('moved', new Date(after(due, spreadOf(run.channel, 1)))),
  due_at: due.toISOString(),
})

export const skipped = (reason: string): RunUpdate => ({
  state: 'skipped',
  wake_at: null,
  owner: null,
  marked_at: null,
  shown: null,
  reason,
})

export const claimed = (run: DigestRun, owner: string, now: Date): RunUpdate => ({
  state: 'claimed',
  fence: run.fence + 1,
  attempts: run.attempts + 1,
  owner,
  wake_at: after(now, timings.lease),
})

/** Written before the request leaves: who dies from here on leaves an outcome that nobody knows. */
export const marked = (shown: Shown, now: Date): RunUpdate => ({
  state: 'sending',
  marked_at: now.toISOString(),
  shown,
})

/** Surely not sent: somebody may claim it from `wakeAt` on. */
export const givenBack = (reason: string, wakeAt: Date): RunUpdate => ({
  state: 'pending',
  wake_at: wakeAt.toISOString(),
  owner: null,
  marked_at: null,
  shown: null,
  reason,
})

/** Milliseconds until a run whose content could not be built is tried again. */
export const backoffOf = ({ attempts }: Pick<DigestRun, 'attempts'>): number =>
  Math.min(timings.backoff * 2 ** Math.max(0, attempts - 1), timings.longestBackoff)

export const sent = (
  run: DigestRun,
  ts: string,
  via: 'post' | 'history',
  timezone: string,
  now: Date,
): RunUpdate => ({
  state: 'sent',
  wake_at: null,
  ts,
  via,
  reason: null,
  edit_until: endOf(run.date, timezone).toISOString(),
  edit_after: after(now, timings.editEvery),
})

/** Surely not sent, and never will be. */
export const failed = (reason: string): RunUpdate => ({ ...skipped(reason), state: 'failed' })

/** Nobody can tell whether it was sent: it is looked up when what may be on its way has arrived. */
export const unknown = (reason: string, now: Date): RunUpdate => ({
  state: 'unknown',
  wake_at: after(now, timings.settle),
  reason,
})

/** The lease ended before the sender recorded the outcome. */
export const recovered = (now: Date): RunUpdate => unknown('process_lost', now)

/** `not_granted`: the workspace does not allow whosout to look. */
export type LookUpResult =
  | { readonly kind: 'found'; readonly ts: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not_granted' }
  | { readonly kind: 'later'; readonly after: number; readonly reason: string }

/** What a look-up makes of an unknown outcome. Not allowed to look: it stays unknown for good. */
export const reconciled = (run: DigestRun, result: LookUpResult, timezone: string, now: Date): RunUpdate => {
  if (result.kind === 'found') return sent(run, result.ts, 'history', timezone, now)
  if (result.kind === 'absent') return givenBack('absent', now)
  const isOver = now.getTime() - Date.parse(run.due_at) > timings.lookUpFor
  if (result.kind === 'not_granted' || isOver) return { wake_at: null }
  return { wake_at: after(now, Math.max(result.after, timings.settle)) }
}

/**
 * Between which instants a message may have been posted. Slack's clock and that of who marked it may differ by the
 * tolerated skew. Up to now: a process that stood still after its last look at the clock has sent later than it should
 * have, and what it sent is found all the same.
 */
export const lookUpWindow = ({ marked_at, due_at }: DigestRun, now: Date): { from: Date; to: Date } => {
  const at = Date.parse(marked_at ?? due_at)
  const settled = at + timings.guard + timings.timeout + timings.settle
  return {
    from: new Date(at - timings.early - timings.skew),
    to: new Date(Math.max(settled, now.getTime()) + timings.skew),
  }
}

/** Why a run that exists cannot be posted now; null: it can. Failed and skipped ones surely were not posted. */
export const refusalOfManual = ({ state }: Pick<DigestRun, 'state'>): DigestRun['state'] | null =>
  state === 'pending' || state === 'skipped' || state === 'failed' ? null : state

/**
 * The fence moves: what is still under way for an earlier claim may write nothing. `chosen`: null for the digest's own
 * settings; undefined leaves what was chosen before.
 */
export const requested = (run: DigestRun, now: Date, chosen?: ChosenContent | null): RunUpdate => ({
  ...givenBack('requested', now),
  due_at: now.toISOString(),
  fence: run.fence + 1,
  manual: true,
  ...(chosen === undefined || chosen === (run.chosen ?? null) ? {} : { chosen }),
})

/** Whether a message may show what is no longer so, and may be edited by `until`. `revision`: the organization's. */
export const isStale = (run: DigestRun, revision: number, until: Date): boolean => {
  const { state, shown, ts, edit_until, edit_after } = run
  if (state !== 'sent' || !shown || ts === null || edit_until === null) return false
  const instant = until.toISOString()
  return shown.revision < revision && instant < edit_until && (edit_after === null || instant >= edit_after)
}

/** The fence moves: an older state, still on its way, is not recorded; it had to leave long before this lease ends. */
export const editClaimed = (run: DigestRun, owner: string, now: Date): RunUpdate => ({
  fence: run.fence + 1,
  owner,
  edit_after: after(now, timings.editLease),
})

export const edited = (shown: Shown, now: Date): RunUpdate => ({
  shown,
  edit_after: after(now, timings.editEvery),
})

/** The same facts, or others that are not shown. */
export const unchanged = (shown: Shown, now: Date): RunUpdate => ({ shown, edit_after: now.toISOString() })

/** Nothing was sent: it is tried again. */
export const editPostponed = (milliseconds: number, now: Date): RunUpdate => ({
  edit_after: after(now, Math.max(milliseconds, timings.editEvery)),
})

/** What was sent may still arrive: nothing newer leaves before. */
export const editUnsettled = (now: Date): RunUpdate => ({ edit_after: after(now, timings.settle) })

/** It follows the facts no more. */
export const editEnded: RunUpdate = { edit_until: null, edit_after: null }
