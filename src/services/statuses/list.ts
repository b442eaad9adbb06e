import { dayAt } from '../../calendar/day.js'
import type { Member } from '../../domain/organization/organization.js'
import { isDue } from '../../domain/statuses/decide.js'
import type { SlackStatus, StatusEnding } from '../../domain/statuses/status.js'
import { createWantedStatus, zoneOfStatus } from '../../domain/statuses/wanted.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import type { Rolls } from '../roll/rolls.js'
import { consentsOf } from './consents.js'

/**
 * Why nothing of ours is shown. `not_connected`: no consent. `not_out`: no absence now. `waiting`: it comes with the
 * next tick, when a claim ends, or when the person's own status does.
 */
export type StatusReason = StatusEnding | 'not_connected' | 'not_out' | 'waiting'

export interface ListedStatus {
  readonly member: Member
  readonly connected: boolean
  readonly status: SlackStatus | null
  /** Null: it is as it should be. */
  readonly reason: StatusReason | null
}

/** The active members by name, each with what whosout shows for them, or why nothing. Throws `not_found`. */
export const createStatusList =
  (dependencies: Pick<Dependencies, 'store' | 'now'>, rolls: Pick<Rolls, 'of'>) =>
  async (org: string): Promise<readonly ListedStatus[]> => {
    const at = dependencies.now()
    const organization = await readOrganization(dependencies, org)
    const roll = await rolls.of(organization, { today: dayAt(at, 'UTC') })
    const consents = new Map((await consentsOf(dependencies.store, org)).map((one) => [one.member_id, one]))
    const wantedOf = createWantedStatus(organization, at)
    return roll.active.map((member): ListedStatus => {
      const consent = consents.get(member.id)
      if (!consent) return { member, connected: false, status: null, reason: 'not_connected' }
      const wanted = wantedOf(roll.absencesOf(member), zoneOfStatus(consent, member, organization))
      const status = consent.shown?.returned ?? null
      if (status && !isDue(consent, wanted, at)) return { member, connected: true, status, reason: null }
      const ended = wanted && consent.ended?.absence === wanted.absence ? consent.ended.why : null
      return { member, connected: true, status, reason: wanted === null ? 'not_out' : (ended ?? 'waiting') }
    })
  }
