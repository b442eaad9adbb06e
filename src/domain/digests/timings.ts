/**
 * Milliseconds. They must satisfy `lease > guard + timeout + skew` (who still holds a run by its own clock cannot send
 * any more when another one takes it) and `settle` and `editLease > guard + timeout + 2 * skew`: whoever waits for what
 * may be on its way may have a clock that is fast by the tolerated skew, and whoever sent it one that is slow by it.
 */
export const timings = {
  /** How long a claim, a post and a look-up belong to one process. */
  lease: 120_000,
  /** Since the claim: nothing is sent later, however long the process stood still. */
  guard: 15_000,
  /** Of one request to Slack. */
  timeout: 10_000,
  /** Between a process's clock and the database's: with more it neither plans nor claims. */
  skew: 60_000,
  /** From an unknown outcome until it is looked up, or until a message is edited again. */
  settle: 180_000,
  /** How long an edit belongs to one process. */
  editLease: 180_000,
  /** How much before the mark a message is looked for. */
  early: 5_000,
  /** Between two edits of one message. */
  editEvery: 60_000,
  /** After a build that failed; twice as long after each further one, at most `longestBackoff`. */
  backoff: 5_000,
  longestBackoff: 300_000,
  /** How long an unknown outcome is looked up again and again while Slack does not answer. */
  lookUpFor: 86_400_000,
  /** A run is kept after it was due. */
  keep: 90 * 86_400_000,
  /** The runs of a workspace in one minute: over so much time, growing with their number, to so much. */
  spread: 20_000,
  spreadOfOne: 250,
  longestSpread: 1_800_000,
} as const
