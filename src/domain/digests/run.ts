import type { ChosenContent, Digest, DigestRun, Shown } from './digest.js'
import { endOf, occurrenceOn } from './due.js'
import { spreadOf } from './schedule.js'
import { skipReasonOf, type SkipReason } from './skip.js'
import { timings } from './timings.js'

/** The fields of a run that a transition sets. */
export type RunUpdate = Partial<Omit<DigestRun, '_id'>>

export const after = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() + milliseconds).toISOString()

export type ClaimDecision =
  | { readonly kind: 'claim' }
  | { readonly kind: 'instead'; readonly update: RunUpdate }

const instead = (update: RunUpdate): ClaimDecision => ({ kind: 'instead', update })

/** Decides whether a run that is pending, or whose claim has expired, may be claimed now. */
export const decideClaim = (run: DigestRun, digest: Digest | undefined, now: Date): ClaimDecision => {
  const reason = skipReasonOf(run, digest, now)
  if (reason) return instead(skipped(reason))
  const due = digest && !run.manual ? occurrenceOn(run.date, digest) : null
  return due && due > now ? instead(moved(run, due)) : { kind: 'claim' }
}

const moved = (run: DigestRun, due: Date): RunUpdate => ({
  ...postponed('moved', new Date(after(due, spreadOf(run.channel, 1)))),
  due_at: due.toISOString(),
})

/** Not sent, and never will be. */
const over = (state: 'skipped' | 'failed', reason: string): RunUpdate => ({
  state,
  wake_at: null,
  owner: null,
  marked_at: null,
  shown: null,
  reason,
})

export const skipped = (reason: SkipReason): RunUpdate => over('skipped', reason)

export const claimed = (run: DigestRun, owner: string, until: string): RunUpdate => ({
  state: 'claimed',
  attempts: run.attempts + 1,
  owner,
  wake_at: until,
})

/** Written before the request is sent: a process that dies after this leaves an unknown outcome. */
export const marked = (shown: Shown, now: Date): RunUpdate => ({
  state: 'sending',
  marked_at: now.toISOString(),
  shown,
})

/** Certainly not sent: may be claimed again from `wakeAt` on. */
export const postponed = (reason: string, wakeAt: Date): RunUpdate => ({
  state: 'pending',
  wake_at: wakeAt.toISOString(),
  owner: null,
  marked_at: null,
  shown: null,
  reason,
})

/** Milliseconds until a run whose content could not be built is retried. */
export const backoffOf = ({ attempts }: Pick<DigestRun, 'attempts'>): number =>
  Math.min(timings.backoff * 2 ** Math.max(0, attempts - 1), timings.maxBackoff)

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

/** `reason`: an error code from Slack or the network. */
export const failed = (reason: string): RunUpdate => over('failed', reason)

/** It cannot be told whether it was sent, so it is looked up once any request still on its way must have arrived. */
export const unknown = (reason: string, now: Date): RunUpdate => ({
  state: 'unknown',
  wake_at: after(now, timings.settle),
  reason,
})

/** The lease ended before the sender recorded an outcome. */
export const recovered = (now: Date): RunUpdate => unknown('process_lost', now)

/** `not_granted`: the workspace does not permit whosout to look. */
export type LookUpResult =
  | { readonly kind: 'found'; readonly ts: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not_granted' }
  | { readonly kind: 'later'; readonly after: number; readonly reason: string }

/** The state after looking up an unknown outcome. Without permission to look, it stays unknown for good. */
export const reconciled = (run: DigestRun, result: LookUpResult, timezone: string, now: Date): RunUpdate => {
  if (result.kind === 'found') return sent(run, result.ts, 'history', timezone, now)
  if (result.kind === 'absent') return postponed('absent', now)
  const isOver = now.getTime() - Date.parse(run.due_at) > timings.lookUpFor
  if (result.kind === 'not_granted' || isOver) return { wake_at: null }
  return { wake_at: after(now, Math.max(result.after, timings.settle)) }
}

/**
 * When a message may have been posted. Two clocks may differ by the tolerated skew; up to now, for one sent late by a
 * process that was suspended after its last check of the clock.
 */
export const lookUpWindow = ({ marked_at, due_at }: DigestRun, now: Date): { from: Date; to: Date } => {
  const at = Date.parse(marked_at ?? due_at)
  const settled = at + timings.guard + timings.timeout + timings.settle
  return {
    from: new Date(at - timings.early - timings.skew),
    to: new Date(Math.max(settled, now.getTime()) + timings.skew),
  }
}

/** Why an existing run cannot be posted now; null when it can. Failed and skipped runs were certainly not posted. */
export const refusalOfManual = ({ state }: Pick<DigestRun, 'state'>): DigestRun['state'] | null =>
  state === 'pending' || state === 'skipped' || state === 'failed' ? null : state

/** `chosen`: null for the digest's own settings; undefined keeps earlier ones. */
export const requested = (run: DigestRun, now: Date, chosen?: ChosenContent | null): RunUpdate => ({
  ...postponed('requested', now),
  due_at: now.toISOString(),
  manual: true,
  ...(chosen === undefined || chosen === (run.chosen ?? null) ? {} : { chosen }),
})

/** Whether a message may be out of date and may be edited by `until`. `revision` is the organization's. */
export const isStale = (run: DigestRun, revision: number, until: Date): boolean => {
  const { state, shown, ts, edit_until, edit_after } = run
  if (state !== 'sent' || !shown || ts === null || edit_until === null) return false
  const instant = until.toISOString()
  return shown.revision < revision && instant < edit_until && (edit_after === null || instant >= edit_after)
}

/** An older edit still on its way is not recorded, and was sent long before this lease ends. */
export const editClaimed = (owner: string, until: string): RunUpdate => ({ owner, edit_after: until })

export const edited = (shown: Shown, now: Date): RunUpdate => ({
  shown,
  edit_after: after(now, timings.editEvery),
})

/** The data is the same, or differs only where it is not shown. */
export const unchanged = (shown: Shown, now: Date): RunUpdate => ({ shown, edit_after: now.toISOString() })

/** Nothing was sent; it is tried again later. */
export const editPostponed = (milliseconds: number, now: Date): RunUpdate => ({
  edit_after: after(now, Math.max(milliseconds, timings.editEvery)),
})

/** The edit sent may still arrive, so no newer one is sent before that. */
export const editUnsettled = (now: Date): RunUpdate => ({ edit_after: after(now, timings.settle) })

/** The message is no longer kept up to date. */
export const editEnded: RunUpdate = { edit_until: null, edit_after: null }
