import type { ChosenContent, Digest, DigestRun, Shown } from './digest.js'
import { endOf, occurrenceOn } from './due.js'
import { spreadOf } from './plan.js'
import { skipReasonOf, type SkipReason } from './skip.js'
import { timings } from './timings.js'

/** The fields of a run that one transition sets. */
export type RunUpdate = Partial<Omit<DigestRun, '_id'>>

export const after = (now: Date, milliseconds: number): string =>
  new Date(now.getTime() + milliseconds).toISOString()

export type ClaimDecision =
  { readonly kind: 'claim' } | { readonly kind: 'instead'; readonly update: RunUpdate }

const instead = (update: RunUpdate): ClaimDecision => ({ kind: 'instead', update })

/** Whether a run that is pending, or whose claim has expired, may be claimed now. */
export const decideClaim = (run: DigestRun, digest: Digest | undefined, now: Date): ClaimDecision => {
  const reason = skipReasonOf(run, digest, now)
  if (reason) return instead(skipped(reason))
  const due = digest && !run.manual ? occurrenceOn(run.date, digest) : null
  return due && due > now ? instead(moved(run, due)) : { kind: 'claim' }
}

const moved = (run: DigestRun, due: Date): RunUpdate => ({
  ...givenBack('moved', new Date(after(due, spreadOf(run.channel, 1)))),
  due_at: due.toISOString(),
})

/** Not sent, and it never will be. */
const over = (state: 'skipped' | 'failed', reason: string): RunUpdate => ({
  state,
  wake_at: null,
  owner: null,
  marked_at: null,
  shown: null,
  reason,
})

export const skipped = (reason: SkipReason): RunUpdate => over('skipped', reason)

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

/** `reason`: a word of Slack's or of the network. */
export const failed = (reason: string): RunUpdate => over('failed', reason)

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
