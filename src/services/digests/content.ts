import { hash } from 'node:crypto'
import { addDays, type Day } from '../../calendar/day.js'
import type { Digest, DigestSettings } from '../../domain/digests/digest.js'
import type { Organization, Team } from '../../domain/organization/organization.js'
import type { Facts } from '../../domain/presence/presence.js'
import { digestReplyInSlices, maxReturnDays, silenceOf } from '../../domain/reply/digest.js'
import { digestMessage, type Posting } from '../../domain/words/digest.js'
import type { Message } from '../../domain/words/message.js'
import type { Store } from '../../store/port.js'
import type { FindCalendar } from '../links/in-slack.js'
import { holidayFacts } from '../presence/facts.js'
import { createRecentFacts, type RecentFacts } from '../presence/recent-facts.js'
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

/** The part of a digest that its content depends on, which is all that a preview has. */
export type DigestChoice = Pick<Digest, 'org' | 'team_id' | keyof DigestSettings>

/** Builds what a digest shows on a local day. Throws `unavailable`. */
export type BuildDigest = (digest: DigestChoice, date: Day, posting: Posting) => Promise<DigestContent>

interface LoadedDigest {
  readonly organization: Organization
  readonly facts: Facts
  readonly team: Pick<Team, 'id' | 'name'> | null
}

type ContentRefusal = Extract<DigestContent, { kind: 'team_deleted' | 'organization_gone' | 'suspended' }>

/**
 * Reads all future leaves, not only those of the next days, because a "back on" date may depend on the last of them.
 */
const load = (
  store: Pick<Store, 'view'>,
  recent: RecentFacts,
  { org, team_id }: DigestChoice,
  date: Day,
): Promise<LoadedDigest | ContentRefusal> =>
  store.view(org, async (view) => {
    const [organization] = await view.get('organizations', [org])
    if (!organization) return { kind: 'organization_gone' }
    if (organization.suspended) return { kind: 'suspended' }
    const { teams, members, calendars } = await recent.people(view, organization)
    const found = teams.find(({ id }) => id === team_id)
    if (team_id !== null && !found) return { kind: 'team_deleted' }
    const team = found ? { id: found.id, name: found.name } : null
    const from = addDays(date, -maxReturnDays) ?? '0001-01-01'
    const leaves = await recent.leaves(view, organization, from, date)
    const holidays = holidayFacts(organization, calendars)
    return { organization, team, facts: { teams, members, leaves, holidays } }
  })

/**
 * Digests built at the same revision of an organization share their reads through `recent`: a tick that builds many of
 * them reads the organization once. `findCalendar`: what they lead to, which an edit does not compare.
 */
export const createDigestContent =
  (
    store: Pick<Store, 'view'>,
    recent: RecentFacts = createRecentFacts(),
    findCalendar: FindCalendar = async () => null,
  ): BuildDigest =>
  async (digest, date, posting) => {
    const loaded = await load(store, recent, digest, date)
    if ('kind' in loaded) return loaded
    const { organization, facts, team } = loaded
    const reply = await runInTurns(
      digestReplyInSlices({ organization, facts, team, day: date, look_ahead: digest.look_ahead }),
    )
    const onTime = digestMessage(reply, { ...posting, late: false })
    const calendar = await findCalendar(digest.org, digest.team_id)
    const built = {
      message: {
        ...(posting.late ? digestMessage(reply, posting) : onTime),
        ...(calendar !== null && { calendar }),
      },
      hash: hash('sha256', JSON.stringify(onTime), 'base64url'),
      revision: organization.revision,
    }
    const reason = silenceOf(reply, digest)
    return reason
      ? { kind: 'silent', reason, ...built }
      : { kind: 'message', empty: reply.today.out.length + reply.today.holiday_only === 0, ...built }
  }
