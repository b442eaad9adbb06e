import type { Digest, DigestRun, Shown } from '../../domain/digests/digest.js'
import {
  editClaimed,
  edited,
  editEnded,
  editPostponed,
  editUnsettled,
  isStale,
  unchanged,
} from '../../domain/digests/run.js'
import { timings } from '../../domain/digests/timings.js'
import type { Message } from '../../domain/words/message.js'
import { collect } from '../../store/port.js'
import { within } from '../within.js'
import { createClaimDeadline } from './claim-deadline.js'
import type { EngineParts } from './post.js'
import type { EditOutcome } from './poster.js'
import type { ClaimedRun } from './run-writes.js'

export const createDigestEdits = (parts: EngineParts) => {
  const { store, now, elapsed, wait, poster, owner, writes, holds } = parts
  const deadline = createClaimDeadline(parts)

  const revisionsOf = async (orgs: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const organizations = orgs.length === 0 ? [] : await store.get('organizations', orgs)
    return new Map(organizations.map(({ _id, revision }) => [_id, revision]))
  }

  const isTooLate = (held: ClaimedRun): boolean =>
    deadline.isTooLate(held, held.run.edit_after!, timings.editLease)

  const request = (held: ClaimedRun, { team_id }: Digest, message: Message): Promise<EditOutcome> => {
    const { _id: key, ts, ...run } = held.run
    const late = (): EditOutcome => ({
      kind: 'later',
      after: timings.editEvery,
      reason: 'timeout',
      rate_limited: false,
    })
    return within(
      timings.timeout + timings.guard,
      poster.edit({ ...run, team_id, ts: ts! }, message, key, () => !isTooLate(held)),
      late,
      wait,
    ).catch(late)
  }

  const send = async (held: ClaimedRun, digest: Digest, message: Message, shown: Shown): Promise<void> => {
    const outcome = await request(held, digest, message)
    if (outcome.kind === 'edited') return void (await writes.settle(held, edited(shown, now())))
    if (outcome.kind === 'ended') return void (await writes.settle(held, editEnded))
    if (!outcome.rate_limited) return void (await writes.settle(held, editUnsettled(now())))
    await holds.hold(held.run.workspace, outcome.after)
    await writes.settle(held, editPostponed(outcome.after, now()))
  }

  const editHeld = async (held: ClaimedRun, digest: Digest): Promise<void> => {
    const { marked_at, due_at } = held.run
    const posted = new Date(marked_at ?? due_at)
    const content = await deadline.build(held.run, digest, posted, 'a digest could not be built for an edit')
    if (!content || content.kind === 'suspended')
      return void (await writes.settle(held, editPostponed(timings.backoff, now())))
    if (content.kind === 'team_deleted' || content.kind === 'organization_gone')
      return void (await writes.settle(held, editEnded))
    const { hash, revision, message } = content
    // The data changed back, or changed where this digest does not show it.
    if (hash === held.run.shown?.hash)
      return void (await writes.settle(held, unchanged({ hash, revision }, now())))
    if (!isTooLate(held)) await send(held, digest, message, { hash, revision })
  }

  return {
    /** Runs whose message may be out of date and may be edited by then (not before `edit_after`). */
    async list(until: Date): Promise<DigestRun[]> {
      const range = { edit_until: { gt: until.toISOString() } }
      const runs = await collect(store.find('digest_runs', { index: 'by_edit', range }))
      const revisions = await revisionsOf([...new Set(runs.map(({ org }) => org))])
      return runs.filter((run) => isStale(run, revisions.get(run.org) ?? 0, until))
    },
    /** Updates one message. It is claimed and fenced like a post, so that an older state never overwrites a newer one. */
    async edit(run: DigestRun): Promise<void> {
      const [[digest], hold] = await Promise.all([
        store.get('digests', [run.digest]),
        holds.of(run.workspace),
      ])
      if (hold) return
      // An old message is not updated once another company can read the channel.
      if (!digest || digest.paused?.reason === 'slack_connect')
        return void (await writes.change(run, editEnded))
      const since = elapsed()
      const mine = await writes.claim(run, timings.editLease, (until) => editClaimed(owner, until))
      if (mine) await editHeld({ run: mine, since }, digest)
    },
  }
}
