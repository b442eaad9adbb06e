import { hash } from 'node:crypto'
import { addDays, weekdayOf, type Day } from '../../calendar/day.js'
import { firstInstantAt, wallClockOf } from '../../calendar/wall-clock.js'
import { runId, type Digest, type DigestSettings } from '../../domain/digests/digest.js'
import {
  digestReplyInSlices,
  silenceOf,
  type DigestMaterial,
  type PostedDigest,
} from '../../domain/reply/digest.js'
import { digestMessage, type Posting } from '../../domain/words/digest.js'
import type { Message } from '../../domain/words/message.js'
import type { Store } from '../../store/port.js'
import type { FindCalendar } from '../links/in-slack.js'
import type { Rolls } from '../roll/rolls.js'
import { runInTurns } from '../turns.js'

/** What a digest shows, and what an edit compares. */
interface Built {
  readonly message: Message
  /** Hash of the content except for the note that it is late: equal content has equal hashes. */
  readonly hash: string
  /** The organization's revision at which it was built. */
  readonly revision: number
}

/** `silent`: nothing is posted today; the message is what an edit or preview would show. */
export type DigestContent =
  | (Built & { readonly kind: 'message'; readonly empty: boolean })
  | (Built & { readonly kind: 'silent'; readonly reason: 'bank_holiday' | 'nobody_out' })
  | { readonly kind: 'team_deleted' }
  | { readonly kind: 'organization_gone' }
  | { readonly kind: 'suspended' }

/** The part of a digest that its content depends on; without an id, nothing was posted before. */
export type DigestChoice = Pick<Digest, 'org' | 'team_id' | keyof DigestSettings> &
  Partial<Pick<Digest, '_id'>>

/** Builds what a digest shows on a local day. Throws `unavailable`. */
export type BuildDigest = (digest: DigestChoice, date: Day, posting: Posting) => Promise<DigestContent>

type ContentRefusal = Extract<DigestContent, { kind: 'team_deleted' | 'organization_gone' | 'suspended' }>

/** The roll that a digest is built from, and its team; null: everybody. */
const load = async (
  rolls: Rolls,
  { org, team_id }: DigestChoice,
  date: Day,
): Promise<Pick<DigestMaterial, 'roll' | 'team'> | ContentRefusal> => {
  const organization = await rolls.readFresh(org)
  if (!organization) return { kind: 'organization_gone' }
  if (organization.suspended) return { kind: 'suspended' }
  const roll = await rolls.of(organization, { today: date })
  const team = team_id === null ? null : roll.teamsById.get(team_id)
  return team === undefined ? { kind: 'team_deleted' } : { roll, team }
}

type PostedRuns = Pick<Store, 'get'>

/** The last day that a digest has is at most nine away: on a Friday, the end of the next week. */
const daysBack = [1, 2, 3, 4, 5, 6, 7, 8]

/** The occurrences before, each edited until its local midnight, back to the first that was not posted. */
const postedBefore = async (
  store: PostedRuns,
  { _id, days, timezone }: DigestChoice,
  date: Day,
): Promise<readonly PostedDigest[]> => {
  if (_id === undefined) return []
  const earlier = daysBack
    .flatMap((back) => addDays(date, -back) ?? [])
    .filter((day) => days.includes(weekdayOf(day)))
  const runs = await store.get(
    'digest_runs',
    earlier.map((day) => runId(_id, day)),
  )
  const sent = new Set(runs.flatMap(({ _id: id, state }) => (state === 'sent' ? id : [])))
  const gap = earlier.findIndex((day) => !sent.has(runId(_id, day)))
  return earlier.slice(0, gap === -1 ? earlier.length : gap).map((day) => {
    const midnight = firstInstantAt(wallClockOf(addDays(day, 1) ?? day, '00:00'), timezone)
    return { day, until: new Date(midnight).toISOString() }
  })
}

/** Digests of one revision share its roll. `findCalendar`: what they lead to, which an edit does not compare. */
export const createDigestContent =
  (rolls: Rolls, store: PostedRuns, findCalendar: FindCalendar = async () => null): BuildDigest =>
  async (digest, date, posting) => {
    const loaded = await load(rolls, digest, date)
    if ('kind' in loaded) return loaded
    const reply = await runInTurns(
      digestReplyInSlices({
        ...loaded,
        day: date,
        look_ahead: digest.look_ahead,
        before: await postedBefore(store, digest, date),
      }),
    )
    const onTime = digestMessage(reply, { ...posting, late: false })
    const calendar = await findCalendar(digest.org, digest.team_id)
    const built = {
      message: {
        ...(posting.late ? digestMessage(reply, posting) : onTime),
        ...(calendar !== null && { calendar }),
      },
      hash: hash('sha256', JSON.stringify(onTime), 'base64url'),
      revision: loaded.roll.organization.revision,
    }
    const reason = silenceOf(reply, digest)
    return reason
      ? { kind: 'silent', reason, ...built }
      : { kind: 'message', empty: reply.today.out.length + reply.today.away.bank_holiday === 0, ...built }
  }
