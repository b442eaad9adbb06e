import { groupedBy } from '../../calendar/grouped.js'
import { dayAt } from '../../calendar/day.js'
import { documentId, type Organization } from '../../domain/organization/organization.js'
import { decideStatus, isDue, statusToSend } from '../../domain/statuses/decide.js'
import type { AbsenceStatus, StatusConsent } from '../../domain/statuses/status.js'
import { createWantedStatus, zoneOfStatus } from '../../domain/statuses/wanted.js'
import { createFence } from '../claims.js'
import type { Dependencies } from '../dependencies.js'
import type { DigestDependencies } from '../digests/dependencies.js'
import { createRateLimitHolds } from '../digests/rate-limits.js'
import type { Rolls } from '../roll/rolls.js'
import { createLanes } from '../turns.js'
import { createStatusChecks } from './checks.js'
import { consentsOf, isConnected, openStatusToken } from './consents.js'
import type { StatusRefusal } from './slack.js'
import { createStatusEnding, type StatusEndingDependencies } from './ending.js'

export interface StatusRunDependencies
  extends
    StatusEndingDependencies,
    Pick<Dependencies, 'random' | 'wait'>,
    Pick<DigestDependencies, 'elapsed' | 'log'> {
  readonly rolls: Pick<Rolls, 'of'>
}

/** A status that may have to change. */
interface StatusJob {
  readonly consent: StatusConsent
  readonly wanted: AbsenceStatus | null
  /** They agree no more, or are no active member. */
  readonly isGone: boolean
}

/** What an organization's consents ask for now. */
interface StatusWork {
  readonly jobs: readonly StatusJob[]
  /** When there may be more to do; null: nobody here agrees any more. */
  readonly next: Date | null
}

/** Milliseconds. A tick begins nothing more after the first; a claim must outlive its two calls by the tolerated skew. */
const tickLength = 50_000
const claimLength = 90_000
const guard = 15_000

/** Milliseconds between two changes in one workspace: Slack allows about 50 a minute there (Tier 3). */
const pace = 1_200
/** Changes under way at once; workspaces take turns. */
const atOnce = 100

/** By whoever claims one: those who return come first, then whose absence began first. */
export const createStatusRuns = (dependencies: StatusRunDependencies) => {
  const { store, now, elapsed, wait, rolls, slack, keys, log } = dependencies
  const holds = createRateLimitHolds(dependencies)
  // Every write raises the fence: what is listed may be claimed much later.
  const { claim, takeOver } = createFence('statuses', dependencies)
  const checks = createStatusChecks(dependencies)
  const end = createStatusEnding(dependencies)
  const inTurn = createLanes(atOnce)
  /** Whether every organization with consents has a check. */
  let isComplete = false
  let stopped = false
  let underWay: Promise<void> = Promise.resolve()
  /** When each was first seen to be due, in monotonic milliseconds. */
  let dueSince = new Map<string, number>()

  /** Reads nothing but this organization. */
  const workOf = async (organization: Organization): Promise<StatusWork> => {
    const at = now()
    const consents = await consentsOf(store, organization._id)
    if (consents.length === 0) return { jobs: [], next: null }
    const roll = await rolls.of(organization, { today: dayAt(at, 'UTC') })
    const statuses = createWantedStatus(organization, at)
    const active = new Map(roll.active.map((member) => [member.id, member]))
    const jobs: StatusJob[] = []
    let next = Infinity
    for (const consent of consents) {
      const member = isConnected(consent) ? active.get(consent.member_id) : undefined
      if (!member) {
        jobs.push({ consent, wanted: null, isGone: true })
        continue
      }
      const days = [roll.absencesOf(member), zoneOfStatus(consent, member, organization)] as const
      const wanted = statuses.wanted(...days)
      if (isDue(consent, wanted, at)) jobs.push({ consent, wanted, isGone: false })
      const waits = [consent.claim?.until, consent.not_before]
        .map((instant) => Date.parse(instant ?? ''))
        .filter((instant) => instant > at.getTime())
      next = Math.min(next, statuses.next(...days), ...waits)
    }
    return { jobs, next: jobs.length > 0 ? at : new Date(next) }
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

  const setStatus = async (
    { consent, wanted }: StatusJob,
    claimed: StatusConsent,
    token: string,
    isFresh: () => boolean,
  ): Promise<void> => {
    const read = await slack.read(consent)
    if ('kind' in read) return refused(claimed, wanted, read)
    const { status, timezone } = read
    const decision = decideStatus(consent, wanted, status, now())
    if ('note' in decision) return void (await takeOver(claimed, { ...decision.note, timezone }))
    if (!isFresh()) return
    const { send } = decision
    const written = await slack.write(token, statusToSend(send))
    if ('kind' in written) return refused(claimed, wanted, written)
    const shown = send && { ...send, returned: written.returned }
    await takeOver(claimed, { claim: null, not_before: null, timezone, shown })
  }

  /** Only what says so is believed: a member whom a list lacks may be there all the same, where it is damaged. */
  const hasLeft = async ({ org, member_id }: StatusConsent): Promise<boolean> => {
    const id = documentId(org, member_id)
    const [member] = await store.get('members', [id])
    return member ? !member.active : (await store.get('tombstones', [id])).length > 0
  }

  /** Whether Slack was asked. Claimed first, so that next to nothing lies between reading a status and writing it. */
  const work = async (job: StatusJob): Promise<boolean> => {
    const { consent, wanted, isGone } = job
    const { workspace } = consent
    if (isGone && isConnected(consent) && !(await hasLeft(consent))) return false
    const token = openStatusToken(keys, consent)
    if (token === null && !isGone) {
      log.error({ workspace }, 'a person’s token was not encrypted with this ENCRYPTION_KEY')
      return false
    }
    const since = elapsed()
    const claimed = await claim(consent, claimLength, (until) => ({ claim: { send: wanted, until } }))
    if (!claimed) return false
    if (token === null || isGone) {
      const refusal = await end(consent)
      if (refusal) await refused(claimed, null, refusal)
    } else await setStatus(job, claimed, token, () => elapsed() - since <= guard)
    return true
  }

  const inOrder = (a: StatusJob, b: StatusJob): number => {
    const key = ({ wanted, consent }: StatusJob): string =>
      `${wanted === null ? 0 : 1} ${wanted?.absence ?? ''} ${consent._id}`
    return key(a) < key(b) ? -1 : 1
  }

  /** Resolves with the errors of those that are left to a later tick. */
  const workOff = async (
    workspace: string,
    jobs: readonly StatusJob[],
    isOpen: () => boolean,
  ): Promise<readonly unknown[]> => {
    const errors: unknown[] = []
    for (const job of [...jobs].sort(inOrder)) {
      const isAsked = await inTurn(async () => {
        if (!isOpen() || (await holds.of(`statuses:${workspace}`))) return 'not now'
        try {
          const asked = await work(job)
          dueSince.delete(job.consent._id)
          return asked
        } catch (error) {
          errors.push(error)
          return false
        }
      })
      if (isAsked === 'not now') break
      if (isAsked) await wait(pace)
    }
    return errors
  }

  const tick = async (): Promise<void> => {
    const ends = elapsed() + tickLength
    const isOpen = (): boolean => !stopped && elapsed() < ends
    if (!isComplete) await checks.addMissing()
    isComplete = true
    const before = dueSince
    dueSince = new Map()
    const underWay: Promise<readonly unknown[]>[] = []
    for await (const due of checks.due()) {
      if (!isOpen()) break
      const { jobs, next } = await workOf(due.organization)
      if (jobs.length === 0) await checks.settle(due, next)
      for (const { consent } of jobs) dueSince.set(consent._id, before.get(consent._id) ?? elapsed())
      for (const [workspace, some] of groupedBy(jobs, ({ consent }) => consent.workspace))
        underWay.push(workOff(workspace, some, isOpen))
    }
    const errors = (await Promise.all(underWay)).flat()
    if (errors.length > 0)
      log.warn({ err: errors[0], left: errors.length }, 'statuses are left to a later tick')
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
