import type { Digest, DigestRun } from '../domain/digest.js'
import { failed, givenBack, sent, unknown } from '../domain/digest-run.js'
import type { PostDependencies } from './digest-post.js'
import type { PostOutcome } from './digest-poster.js'
import type { Held } from './digest-records.js'

type OutcomeDependencies = Pick<PostDependencies, 'now' | 'random' | 'records' | 'brakes' | 'pauses'>

/** Writes what came of one request, and what follows from it for others: a brake, a pause. */
export const createOutcomeRecord = ({ now, random, records, brakes, pauses }: OutcomeDependencies) => {
  return async (held: Held, outcome: PostOutcome, { timezone }: Digest): Promise<DigestRun | null> => {
    const { run } = held
    if (outcome.kind === 'sent') return records.settle(held, sent(run, outcome.ts, 'post', timezone, now()))
    if (outcome.kind === 'unknown') return records.settle(held, unknown(outcome.reason, now()))
    if (outcome.kind === 'refused') {
      const settled = await records.settle(held, failed(outcome.reason))
      await pauses.afterRefusal(run, outcome.reason)
      return settled
    }
    const share = 1 + (random(1)[0]! / 255) * 0.3
    const wakeAt = outcome.rate_limited
      ? await brakes.pull(run.workspace, outcome.after)
      : new Date(now().getTime() + outcome.after * share)
    return records.settle(held, givenBack(outcome.reason, wakeAt))
  }
}
