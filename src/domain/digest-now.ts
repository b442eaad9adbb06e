import { dayAt } from './day.js'
import { runId, type Digest, type DigestRun, type RunState } from './digest.js'

/** Milliseconds that a run is remembered. */
const keptFor = 90 * 86_400_000

/** A run that may be posted (again) because somebody asks for it: nothing of it can have reached Slack. */
const open: readonly RunState[] = ['pending', 'skipped', 'failed']

/**
 * Today's run of a digest, to be posted as soon as somebody looks, at any hour and on any weekday; or the state that
 * forbids it: sent, on its way, or nobody knows (decisions, "Digest"). Today is the digest's own. `before`: the run as
 * it stands, if there is one.
 */
export const postNowRun = (
  digest: Digest,
  before: DigestRun | undefined,
  now: Date,
): { readonly run: DigestRun } | { readonly refused: RunState } => {
  if (before && !open.includes(before.state)) return { refused: before.state }
  const date = dayAt(now, digest.timezone)
  const at = now.toISOString()
  const run: DigestRun = {
    _id: runId(digest._id, date),
    org: digest.org,
    workspace: digest.workspace,
    channel: digest.channel,
    digest: digest._id,
    date,
    state: 'pending',
    due_at: at,
    wake_at: at,
    // What is still under way for an earlier claim may write nothing.
    fence: before ? before.fence + 1 : 0,
    attempts: before?.attempts ?? 0,
    owner: null,
    marked_at: null,
    ts: null,
    via: null,
    reason: null,
    manual: true,
    shown: null,
    edit_until: null,
    edit_after: null,
    expire_at: new Date(now.getTime() + keptFor).toISOString(),
  }
  return { run }
}
