/**
 * In milliseconds. `lease > guard + timeout + skew`: who still holds a run by its own clock can no longer send when it
 * is taken over. `settle` and `editLease > guard + timeout + 2 * skew`: one clock may be fast, and the other slow.
 */
export const timings = {
  /** How long a claim, a post or a look-up belongs to one process. */
  lease: 120_000,
  /** Time after the claim beyond which nothing is sent, however long the process was suspended. */
  guard: 15_000,
  /** For one request to Slack. */
  timeout: 10_000,
  /** Difference between a process's clock and the database's beyond which it neither schedules nor claims. */
  skew: 60_000,
  /** Time from an unknown outcome until it is looked up, or until the message is edited again. */
  settle: 180_000,
  /** How long an edit belongs to one process. */
  editLease: 180_000,
  /** How long before the mark the search for a message starts. */
  early: 5_000,
  /** Between two edits of one message. */
  editEvery: 60_000,
  /** Delay after a failed build; it doubles with each further failure, up to `maxBackoff`. */
  backoff: 5_000,
  maxBackoff: 300_000,
  /** How long an unknown outcome is looked up repeatedly while Slack does not answer. */
  lookUpFor: 86_400_000,
  /** How long a run is kept after it was due. */
  keep: 90 * 86_400_000,
  /** The period over which a workspace's runs of one minute are spread: at least, per run, and at most. */
  spread: 20_000,
  spreadOfOne: 250,
  maxSpread: 1_800_000,
} as const
