import {
  digestId,
  pauseReasons,
  type ChosenContent,
  type Digest,
  type DigestRun,
} from '../../domain/digests/digest.js'
import { pauseDigest, resumeDigest, setDigest, type RequestedDigest } from '../../domain/digests/change.js'
import { accept } from '../../domain/input.js'
import { seenDigest } from '../../domain/digests/seen.js'
import { digestSettings, type DigestSettingsInput } from '../../domain/digests/settings.js'
import type { Organization, Team } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { collect } from '../../store/port.js'
import { differences, type AuditKind, type AuditNote } from '../../domain/records/audit.js'
import type { Actor } from '../dependencies.js'
import { auditLines, teamNamesOf } from '../records/change.js'
import { withNext } from './next.js'
import { createDigestRequest } from './post-now.js'
import { changeDigest, momentOf, type ChangeDependencies, type VerbDependencies } from './change.js'

/** A digest and its team's name: null when it is for everybody or the team no longer exists. */
export interface ListedDigest {
  readonly digest: Digest
  readonly team: string | null
}

export interface NewDigest extends Omit<RequestedDigest, 'org' | 'team_id' | 'settings' | 'who'> {
  readonly team: Pick<Team, 'id' | 'name'> | null
  readonly settings: DigestSettingsInput
  /** `seenDigest` of the digest that was shown to the person deciding: if it differs now, nothing is changed. */
  readonly seen?: string | undefined
}

export interface SetDigest {
  readonly digest: Digest
  /** The digest that it replaced. */
  readonly replaced: Digest | null
}

const unknownDigest = (): Problem =>
  new Problem(
    'not_found',
    'There is no such digest. It may have been removed; list the digests to see the current ones.',
  )

const changedSince = (): Problem =>
  new Problem('conflict', 'Nothing was changed: someone else changed this digest in the meantime.')

/** Refuses a change that was decided on an outdated view of the digest. */
const expectSeen = (found: Digest | undefined, seen: string | undefined): void => {
  if (seen !== undefined && seen !== seenDigest(found)) throw changedSince()
}

const invalid = 'These digest settings are invalid.'

/** Digests keep Slack's id alone. */
const authorOf = ({ who }: Actor): string => who.replace(/^slack:/u, '')

/** Settings as an entry shows them. */
const auditedFields = ({ channel, days, ...digest }: Digest) => ({
  channel,
  days: days.join(', '),
  time: digest.time,
  timezone: digest.timezone,
  look_ahead: digest.look_ahead,
  on_bank_holidays: digest.on_bank_holidays,
  when_empty: digest.when_empty,
})
const fieldNames = [
  'channel',
  'days',
  'time',
  'timezone',
  'look_ahead',
  'on_bank_holidays',
  'when_empty',
] as const

/** The entry about a change of a digest, for its organization alone. */
const noteOf = (
  what: AuditKind & `digest_${string}`,
  org: string,
  before: Digest | undefined,
  after: Digest | 'remove',
): AuditNote => {
  const digest = after === 'remove' ? before! : after
  const known = before?.org === org && after !== 'remove' ? before : undefined
  const detail =
    what !== 'digest_set'
      ? { channel: digest.channel }
      : known
        ? differences(auditedFields(known), auditedFields(digest), fieldNames)
        : auditedFields(digest)
  return { what, subject: digest._id, member: null, detail }
}

const set = async (
  needed: VerbDependencies,
  { _id: org }: Organization,
  wanted: NewDigest,
  actor: Actor,
): Promise<SetDigest> => {
  const { workspace, channel, team, creator } = wanted
  const team_id = team?.id ?? null
  const wish = {
    org,
    workspace,
    channel,
    team_id,
    settings: accept(digestSettings, wanted.settings, invalid),
    who: authorOf(actor),
    creator,
  }
  const { before, after } = await changeDigest(
    needed,
    digestId(workspace, channel, team_id),
    (found) => {
      expectSeen(found?.org === org ? found : undefined, wanted.seen)
      return setDigest(found, wish, momentOf(needed))
    },
    (...states) => auditLines(needed, org, [noteOf('digest_set', org, ...states)], actor),
  )
  const [digest = after] = await withNext(needed.store, [after])
  // A digest that belonged to another organization must not be shown to this one.
  return { digest, replaced: before?.org === org ? before : null }
}

/** Returns the digest if it belongs to the organization. Throws `not_found`. */
const owned = (digest: Digest | undefined, org: string): Digest => {
  if (digest?.org !== org) throw unknownDigest()
  return digest
}

/** `changed`: false when it was already in that state. */
const change = async (
  needed: VerbDependencies,
  { _id: org }: Organization,
  {
    id,
    seen,
    what,
    actor,
  }: {
    readonly id: string
    readonly seen: string | undefined
    readonly what: 'digest_paused' | 'digest_resumed'
    readonly actor: Actor
  },
  decide: (digest: Digest) => Digest | null,
) => {
  const { before, after } = await changeDigest(
    needed,
    id,
    (found) => {
      const digest = owned(found, org)
      expectSeen(digest, seen)
      return decide(digest)
    },
    (...states) => auditLines(needed, org, [noteOf(what, org, ...states)], actor),
  )
  const current = after ?? owned(before, org)
  const [digest = current] = await withNext(needed.store, [current])
  return { digest, changed: after !== null }
}

const remove = async (
  needed: VerbDependencies,
  { _id: org }: Organization,
  id: string,
  actor: Actor,
  seen?: string,
): Promise<Digest> => {
  const { before } = await changeDigest(
    needed,
    id,
    (found) => {
      expectSeen(owned(found, org), seen)
      return 'remove'
    },
    (...states) => auditLines(needed, org, [noteOf('digest_removed', org, ...states)], actor),
  )
  return owned(before, org)
}

/** The digests of an organization or of one of its channels: the one for everybody first, then by team. */
const list = async (
  { store }: Pick<ChangeDependencies, 'store'>,
  { _id: org }: Pick<Organization, '_id'>,
  place?: { readonly workspace: string; readonly channel: string },
): Promise<readonly ListedDigest[]> => {
  const found = place
    ? store.find('digests', { index: 'by_channel', equal: { ...place } })
    : store.find('digests', { index: 'by_org', equal: { org } })
  const digests = await withNext(
    store,
    (await collect(found)).filter((digest) => digest.org === org),
  )
  const names = await teamNamesOf(store, org)
  const listed = digests.map((digest) => ({ digest, team: names.get(digest.team_id ?? '') ?? null }))
  const key = ({ digest, team }: ListedDigest): string =>
    `${digest.workspace}:${digest.channel}:${digest.team_id === null ? '' : `1${team ?? ''}`}`
  return listed.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** The number of most recent runs listed. */
const maxRuns = 7

const runsOf = ({ store }: Pick<ChangeDependencies, 'store'>, digest: string): Promise<DigestRun[]> =>
  collect(
    store.find('digest_runs', {
      index: 'by_digest',
      equal: { digest },
      order: 'descending',
      limit: maxRuns,
    }),
  )

/** Why today's run cannot be posted now. */
const notPostable: Readonly<Record<Exclude<DigestRun['state'], 'pending' | 'skipped' | 'failed'>, string>> = {
  sent: 'Today’s digest has already been posted.',
  claimed: 'Today’s digest is being posted right now.',
  sending: 'Today’s digest is being posted right now.',
  unknown:
    'Slack did not say whether today’s digest arrived, so it will not be posted again. Please check the channel.',
}

const busy = 'Someone else is changing this digest. Try again.'

const postNow = async (
  needed: ChangeDependencies,
  { _id: org }: Organization,
  id: string,
  chosen: ChosenContent | null = null,
): Promise<DigestRun> => {
  owned((await needed.store.get('digests', [id]))[0], org)
  const answer = await createDigestRequest(needed)(id, chosen)
  if (answer.kind === 'requested') return answer.run
  if (answer.kind === 'no_digest') throw unknownDigest()
  throw new Problem(
    'conflict',
    answer.kind === 'busy' ? busy : notPostable[answer.state as keyof typeof notPostable],
  )
}

/** Refused changes throw a Problem: `conflict` when `seen` (`seenDigest` of what was shown) is out of date. */
export const createDigests = (needed: VerbDependencies) => ({
  /** Created after today's time, it starts on its next day. Throws `invalid` with an issue for each setting. */
  set: set.bind(null, needed),
  list: list.bind(null, needed),
  /** Throws `not_found`, as do all the following. */
  find: async ({ _id: org }: Organization, id: string): Promise<Digest> =>
    owned((await needed.store.get('digests', [id]))[0], org),
  pause: (organization: Organization, id: string, actor: Actor, seen?: string) =>
    change(needed, organization, { id, seen, what: 'digest_paused', actor }, (digest) =>
      pauseDigest(digest, { reason: 'person', at: needed.now().toISOString(), who: authorOf(actor) }),
    ),
  /** Resumes whatever the reason for the pause. If that reason still applies in Slack, the digest pauses again. */
  resume: (organization: Organization, id: string, actor: Actor, seen?: string) =>
    change(needed, organization, { id, seen, what: 'digest_resumed', actor }, (digest) =>
      resumeDigest(digest, pauseReasons, momentOf(needed)),
    ),
  /** Its runs are kept, so that a digest set again on the same day is not posted twice. */
  remove: remove.bind(null, needed),
  /** The last seven runs, newest first. */
  status: (digest: Pick<Digest, '_id'>) => runsOf(needed, digest._id),
  /**
   * A running process posts it at its next tick, even of a paused digest. `chosen`: values of a form, in place of the
   * settings. Throws `conflict` with the state of the run.
   */
  postNow: postNow.bind(null, needed),
})
export type Digests = ReturnType<typeof createDigests>
