import type { Digest, DigestRun } from '../domain/digest.js'
import { backoffOf, claimed, decideClaim, givenBack, marked, skipped } from '../domain/digest-run.js'
import { timings } from '../domain/digest-timings.js'
import { bounded } from './digest-bounded.js'
import { createClaimWork } from './digest-claim.js'
import type { Brakes } from './digest-brakes.js'
import type { DigestContent } from './digest-content.js'
import type { DigestDependencies } from './digest-dependencies.js'
import { createOutcomeRecord } from './digest-outcome.js'
import type { DigestPauses } from './digest-pauses.js'
import type { PostOutcome } from './digest-poster.js'
import type { Held, RunRecords } from './digest-records.js'

export interface PostDependencies extends Pick<
  DigestDependencies,
  'store' | 'now' | 'elapsed' | 'wait' | 'random' | 'poster' | 'build' | 'log' | 'owner'
> {
  readonly records: RunRecords
  readonly brakes: Brakes
  readonly pauses: DigestPauses
}

type Content = Extract<DigestContent, { readonly kind: 'message' }>

/** The run as it stands afterwards; null when somebody else has it, or nothing could be written. */
export type Step = (run: DigestRun) => Promise<DigestRun | null>

/**
 * Brings a run that is pending, or whose claim has expired, to Slack: claim, build, mark, guard, post, record
 * (decisions, "Digest"). At most one request leaves for a run whose outcome is not known to be nothing.
 */
export const createPostStep = (dependencies: PostDependencies): Step => {
  const { store, now, elapsed, wait, poster, owner } = dependencies
  const { records, brakes, pauses } = dependencies
  const record = createOutcomeRecord(dependencies)
  const work = createClaimWork(dependencies)

  const giveBack = (held: Held, reason: string, milliseconds: number) =>
    records.settle(held, givenBack(reason, new Date(now().getTime() + milliseconds)))

  const isTooLate = (held: Held): boolean => work.isTooLate(held, held.run.wake_at!, timings.lease)

  /** Null: it is settled already. */
  const contentOf = async (held: Held, digest: Digest): Promise<Content | null> => {
    const content = await work.build(held.run, digest, now(), 'a digest could not be built')
    if (content?.kind === 'message') return content
    if (!content) await giveBack(held, 'build_failed', backoffOf(held.run))
    else await records.settle(held, skipped(content.kind === 'silent' ? content.reason : content.kind))
    if (content?.kind === 'team_deleted') await pauses.pause(digest._id, 'team_deleted')
    return null
  }

  /** True once the mark stands: whoever dies from here on leaves an unknown outcome. */
  const mark = async (held: Held, { hash, revision }: Content): Promise<boolean> => {
    try {
      return (await records.change(held.run, marked({ hash, revision }, now()))) !== null
    } catch {
      // It may stand or not: this process knows that nothing was sent, and says so.
      await giveBack(held, 'mark_failed', timings.backoff)
      return false
    }
  }

  const request = ({ run }: Held, { message }: Content, inTime: () => boolean): Promise<PostOutcome> =>
    bounded<PostOutcome>(
      poster.post(run, message, run._id, inTime),
      timings.timeout + timings.guard,
      wait,
      () => ({ kind: 'unknown', reason: 'timeout' }),
    ).catch((): PostOutcome => ({ kind: 'unknown', reason: 'fault' }))

  const send = async (held: Held, digest: Digest): Promise<DigestRun | null> => {
    const content = await contentOf(held, digest)
    if (!content || !(await mark(held, content))) return null
    if (isTooLate(held)) return giveBack(held, 'too_slow', 0)
    return record(held, await request(held, content, () => !isTooLate(held)), digest)
  }

  return async (run) => {
    const [[digest], brake] = await Promise.all([
      store.get('digests', [run.digest]),
      brakes.of(run.workspace),
    ])
    if (brake) return records.change(run, givenBack('brake', brake))
    const decision = decideClaim(run, digest, now())
    if (decision.kind === 'instead') return records.change(run, decision.update)
    const since = elapsed()
    const mine = await records.change(run, claimed(run, owner, now()))
    return mine && digest ? send({ run: mine, since }, digest) : null
  }
}
