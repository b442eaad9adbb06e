import { groupedBy } from '../../calendar/grouped.js'
import { dayAt } from '../../calendar/day.js'
import { documentId, type Organization } from '../../domain/organization/organization.js'
import { decideStatus, isDue, statusToSend } from '../../domain/statuses/decide.js'
import type { AbsenceStatus, SlackStatus, StatusConsent } from '../../domain/statuses/status.js'
import { createWantedStatus, zoneOfStatus } from '../../domain/statuses/wanted.js'
import { collect } from '../../store/port.js'
import { createFence } from '../claims.js'
import type { Dependencies } from '../dependencies.js'
import type { DigestDependencies } from '../digests/dependencies.js'
import { createRateLimitHolds } from '../digests/rate-limits.js'
import type { Rolls } from '../roll/rolls.js'
import { openStatusToken } from './consents.js'

/**
 * Why Slack did not do it. `later`: not now, after so many milliseconds. `revoked`: the person's token is not valid any
 * more. `locked`: the workspace does not let people change their profile. `unknown`: nobody knows whether it was done.
 */
export type StatusRefusal =
  | { readonly kind: 'later'; readonly after: number; readonly rate_limited: boolean }
  | { readonly kind: 'revoked' | 'locked' | 'unknown' }

/** Slack, as far as statuses need it. Nothing rejects. */
export interface StatusSlack {
  /** As Slack has it at this moment, with the person's zone; by the workspace's token. */
  read(
    consent: StatusConsent,
  ): Promise<{ readonly status: SlackStatus; readonly timezone: string | null } | StatusRefusal>
  /** The status as Slack stored it; by the person's own token. */
  write(token: string, status: SlackStatus): Promise<{ readonly returned: SlackStatus } | StatusRefusal>
}

export interface StatusRunDependencies
  extends
    Pick<Dependencies, 'store' | 'now' | 'random' | 'wait'>,
    Pick<DigestDependencies, 'elapsed' | 'log'> {
  readonly rolls: Pick<Rolls, 'of' | 'readFresh'>
  readonly slack: StatusSlack
  /** Those that encrypt tokens. */
  readonly keys: readonly Uint8Array[]
}

/** A status that may have to change. */
interface StatusJob {
  readonly consent: StatusConsent
  readonly wanted: AbsenceStatus | null
  /** They are no active member any more. */
  readonly isGone: boolean
}

/** Milliseconds. A tick begins nothing more after the first; a claim must outlive its two calls by the tolerated skew. */
const tickLength = 50_000
const claimLength = 90_000
const guard = 15_000

/** Milliseconds between two changes in one workspace: Slack allows about 50 a minute there (Tier 3). */
const pace = 1_200

/** By whoever claims one: those who return come first, then whose absence began first. */
export const createStatusRuns = (dependencies: StatusRunDependencies) => {
  const { store, now, elapsed, wait, rolls, slack, keys, log } = dependencies
  const holds = createRateLimitHolds(dependencies)
  // Every write raises the fence: what is listed may be claimed much later.
  const { claim, takeOver } = createFence('statuses', dependencies)
  let stopped = false
  let underWay: Promise<void> = Promise.resolve()
  /** When each was first seen to be due, in monotonic milliseconds. */
  let dueSince = new Map<string, number>()

  const jobsOf = async (
    organization: Organization,
    consents: readonly StatusConsent[],
  ): Promise<StatusJob[]> => {
    const at = now()
    const roll = await rolls.of(organization, { today: dayAt(at, 'UTC') })
    const wantedOf = createWantedStatus(organization, at)
    const active = new Map(roll.active.map((member) => [member.id, member]))
    return consents.flatMap((consent): StatusJob[] => {
      const member = active.get(consent.member_id)
      const isGone = member === undefined
      const wanted = isGone
        ? null
        : wantedOf(roll.absencesOf(member), zoneOfStatus(consent, member, organization))
      return isGone || isDue(consent, wanted, at) ? [{ consent, wanted, isGone }] : []
    })
  }

  const listJobs = async (): Promise<StatusJob[]> => {
    const all = await collect(store.find('statuses', { index: 'by_org', order: 'ascending' }))
    const jobs: StatusJob[] = []
    for (const [org, consents] of groupedBy(all, ({ org: one }) => one)) {
      const organization = await rolls.readFresh(org)
      if (organization && !organization.suspended) jobs.push(...(await jobsOf(organization, consents)))
    }
    return jobs
  }

  const refused = async (
    consent: StatusConsent,
    wanted: AbsenceStatus | null,
    refusal: StatusRefusal,
  ): Promise<void> => {
    const { workspace, member_id } = consent
    if (refusal.kind === 'revoked') {
      await store.commit([{ remove: 'statuses', id: consent._id }])
      return log.info({ workspace }, 'a person no longer lets whosout set their status')
    }
    // The claim stays: after it ended, whatever Slack then shows is found.
    if (refusal.kind === 'unknown') return
    if (refusal.kind === 'later') {
      if (refusal.rate_limited) await holds.hold(`statuses:${workspace}`, refusal.after)
      const until = new Date(now().getTime() + refusal.after).toISOString()
      await takeOver(consent, { claim: null, not_before: refusal.rate_limited ? null : until })
      return
    }
    const absence = wanted?.absence
    log.warn({ workspace, member: member_id }, 'Slack does not let this person change their status')
    await takeOver(consent, {
      claim: null,
      ...(absence === undefined ? { shown: null } : { ended: { absence, why: 'locked' } }),
    })
  }

  /** Only what says so is believed: a member whom a list lacks may be there all the same, where it is damaged. */
  const hasLeft = async ({ org, member_id }: StatusConsent): Promise<boolean> => {
    const id = documentId(org, member_id)
    const [member] = await store.get('members', [id])
    return member ? !member.active : (await store.get('tombstones', [id])).length > 0
  }

  /** The token is forgotten with the consent. */
  const forget = (consent: StatusConsent) => store.commit([{ remove: 'statuses', id: consent._id }])

  /** Whether Slack was asked. Claimed first, so that next to nothing lies between reading a status and writing it. */
  const work = async ({ consent, wanted, isGone }: StatusJob): Promise<boolean> => {
    if (isGone && !(await hasLeft(consent))) return false
    const token = openStatusToken(keys, consent)
    if (isGone && (token === null || (consent.shown === null && consent.claim === null))) {
      await forget(consent)
      return false
    }
    if (token === null) {
      log.error(
        { workspace: consent.workspace },
        'a person’s token was not encrypted with this ENCRYPTION_KEY',
      )
      return false
    }
    const since = elapsed()
    const claimed = await claim(consent, claimLength, (until) => ({ claim: { send: wanted, until } }))
    if (!claimed) return false
    const settle = (set: Partial<StatusConsent>) => (isGone ? forget(consent) : takeOver(claimed, set))
    const read = await slack.read(consent)
    if ('kind' in read) {
      await refused(claimed, wanted, read)
      return true
    }
    const { status, timezone } = read
    const decision = decideStatus(consent, wanted, status, now())
    if ('note' in decision) {
      await settle({ ...decision.note, timezone })
      return true
    }
    if (elapsed() - since > guard) return true
    const { send } = decision
    const written = await slack.write(token, statusToSend(send))
    if ('kind' in written) await refused(claimed, wanted, written)
    else
      await settle({
        claim: null,
        not_before: null,
        timezone,
        shown: send && { ...send, returned: written.returned },
      })
    return true
  }

  const inOrder = (a: StatusJob, b: StatusJob): number => {
    const key = ({ wanted, consent }: StatusJob): string =>
      `${wanted === null ? 0 : 1} ${wanted?.absence ?? ''} ${consent._id}`
    return key(a) < key(b) ? -1 : 1
  }

  const workOff = async (
    workspace: string,
    jobs: readonly StatusJob[],
    isOpen: () => boolean,
  ): Promise<void> => {
    for (const job of [...jobs].sort(inOrder)) {
      if (!isOpen() || (await holds.of(`statuses:${workspace}`))) return
      try {
        const isAsked = await work(job)
        dueSince.delete(job.consent._id)
        if (isAsked) await wait(pace)
      } catch (err) {
        log.warn({ err, workspace }, 'a status is left to a later tick')
      }
    }
  }

  const tick = async (): Promise<void> => {
    const ends = elapsed() + tickLength
    const jobs = await listJobs()
    const isOpen = (): boolean => !stopped && elapsed() < ends
    dueSince = new Map(jobs.map(({ consent: { _id } }) => [_id, dueSince.get(_id) ?? elapsed()]))
    const byWorkspace = groupedBy(jobs, ({ consent }) => consent.workspace)
    await Promise.all([...byWorkspace].map(([workspace, some]) => workOff(workspace, some, isOpen)))
  }

  return {
    /** One minute's work. Never rejects; ends within the minute. */
    async tick(): Promise<void> {
      if (stopped) return
      underWay = tick().catch((err: unknown) => log.warn({ err }, 'statuses are left to a later tick'))
      await underWay
    },
    /** How many people wait for their status to change, and for how many seconds the first of them has. */
    lag: () => ({
      waiting: dueSince.size,
      seconds: Math.max(0, ...[...dueSince.values()].map((since) => (elapsed() - since) / 1_000)),
    }),
    /** Begins nothing more; resolves when the current call has ended. */
    async stop(): Promise<void> {
      stopped = true
      await underWay
    },
  }
}
export type StatusRuns = ReturnType<typeof createStatusRuns>
