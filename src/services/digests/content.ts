import { hash } from 'node:crypto'
import { addDays, weekdayOf, type Day } from '../../calendar/day.js'
import { firstInstantAt, wallClockOf } from '../../calendar/wall-clock.js'
import { runId, type Digest, type DigestSettings } from '../../domain/digests/digest.js'
import { digestReplyInSlices, silenceOf, type DigestMaterial } from '../../domain/reply/digest.js'
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

/** The occurrence before, which was edited until its local midnight; null where it was not posted. */
const digestBefore = async (
  store: PostedRuns,
  { _id, days, timezone }: DigestChoice,
  date: Day,
): Promise<NonNullable<DigestMaterial['before']> | null> => {
  const earlier = [1, 2, 3, 4, 5, 6, 7].map((back) => addDays(date, -back))
  const day = earlier.find((one) => one !== null && days.includes(weekdayOf(one)))
  if (_id === undefined || !day) return null
  const [run] = await store.get('digest_runs', [runId(_id, day)])
  if (run?.state !== 'sent') return null
  const midnight = firstInstantAt(wallClockOf(addDays(day, 1) ?? day, '00:00'), timezone)
  return { day, until: new Date(midnight).toISOString() }
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
        before: await digestBefore(store, digest, date),
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
