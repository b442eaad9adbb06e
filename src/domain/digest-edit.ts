import type { DigestRun, Shown } from './digest.js'
import { after, type RunUpdate } from './digest-run.js'
import { timings } from './digest-timings.js'

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
