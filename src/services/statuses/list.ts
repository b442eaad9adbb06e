import { dayAt } from '../../calendar/day.js'
import { documentId, type Member } from '../../domain/organization/organization.js'
import { isDue } from '../../domain/statuses/decide.js'
import type { SlackStatus, StatusEnding } from '../../domain/statuses/status.js'
import { createWantedStatus, zoneOfStatus } from '../../domain/statuses/wanted.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import type { Rolls } from '../roll/rolls.js'
import { consentsOf, isConnected } from './consents.js'

/** `not_out`: no absence now. `not_yet`: one begins later today. `waiting`: for the next tick, the end of a claim, or of the person's own status. */
export type StatusReason = StatusEnding | 'not_connected' | 'not_out' | 'not_yet' | 'waiting'

export interface ListedStatus {
  readonly member: Member
  readonly connected: boolean
  readonly status: SlackStatus | null
  /** Null: it is as it should be. */
  readonly reason: StatusReason | null
  /** Until this instant a waiting one waits for the person's own; null: for no certain one. */
  readonly not_before: string | null
}

/** The active members by name, or one by id, with what whosout shows for them, or why nothing. */
export const createStatusList =
  (dependencies: Pick<Dependencies, 'store' | 'now'>, rolls: Pick<Rolls, 'of'>) =>
  async (org: string, only?: string): Promise<readonly ListedStatus[]> => {
    const { store, now } = dependencies
    const at = now()
    const organization = await readOrganization(dependencies, org)
    const roll = await rolls.of(organization, { today: dayAt(at, 'UTC') })
    const read =
      only === undefined
        ? await consentsOf(store, org)
        : (await store.get('statuses', [documentId(org, only)])).flatMap((one) => one ?? [])
    const consents = new Map(read.filter(isConnected).map((one) => [one.member_id, one]))
    const { wanted: wantedOf } = createWantedStatus(organization, at)
    const members = roll.active.filter(({ id }) => only === undefined || id === only)
    return members.map((member): ListedStatus => {
      const consent = consents.get(member.id)
      if (!consent)
        return { member, connected: false, status: null, reason: 'not_connected', not_before: null }
      const of = [roll.absencesOf(member), zoneOfStatus(consent, member, organization)] as const
      const wanted = wantedOf(...of)
      const status = consent.shown?.returned ?? null
      const listed = { member, connected: true, status, not_before: consent.not_before }
      if (status && !isDue(consent, wanted, at)) return { ...listed, reason: null }
      const ended = wanted && consent.ended?.absence === wanted.absence ? consent.ended.why : null
      if (wanted) return { ...listed, reason: ended ?? 'waiting' }
      return { ...listed, reason: wantedOf(...of, { early: true }) ? 'not_yet' : 'not_out' }
    })
  }
