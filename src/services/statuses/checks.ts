import { groupedBy } from '../../calendar/grouped.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { StatusCheck } from '../../domain/statuses/status.js'
import { collect, type Change } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'

/** With it, the statuses of an organization are looked at by the next tick. */
export const wakeStatuses = (org: string, now: Date): Change => ({
  put: 'status_checks',
  document: { _id: org, revision: null, next_at: now.toISOString() },
})

/** An organization whose statuses may have to change, and its check as it was read. */
export interface DueCheck {
  readonly check: StatusCheck
  readonly organization: Organization
}

/**
 * The organizations with people whose status is set. A tick reads their revisions, and nothing else of those in which
 * nothing changed and no instant has come at which a status changes by itself.
 */
export const createStatusChecks = ({ store, now }: Pick<Dependencies, 'store' | 'now'>) => {
  const forget = ({ _id: id, next_at }: StatusCheck) =>
    store.commit([{ remove: 'status_checks', id, when: { next_at } }])

  return {
    /** For consents that an earlier version stored. */
    async addMissing(): Promise<void> {
      const consents = await collect(store.find('statuses', { index: 'by_org', fields: ['org'] }))
      const orgs = [...groupedBy(consents, ({ org }) => org).keys()]
      const known = await store.get('status_checks', orgs)
      const isKnown = new Set(known.map(({ _id }) => _id))
      for (const org of orgs) if (!isKnown.has(org)) await store.commit([wakeStatuses(org, now())])
    },

    /** Those that wait longest come first. */
    async *due(): AsyncGenerator<DueCheck> {
      const at = now().toISOString()
      for await (const page of store.find('status_checks', { index: 'by_due', order: 'ascending' })) {
        const organizations = await store.get(
          'organizations',
          page.map(({ _id }) => _id),
        )
        const byId = new Map(organizations.map((organization) => [organization._id, organization]))
        for (const check of page) {
          const organization = byId.get(check._id)
          if (!organization) await forget(check)
          else if (
            !organization.suspended &&
            (check.next_at <= at || check.revision !== organization.revision)
          )
            yield { check, organization }
        }
      }
    },

    /** Nothing is to be done before `next` (null: ever) unless the organization changes; void if it was woken meanwhile. */
    async settle({ check, organization: { revision } }: DueCheck, next: Date | null): Promise<void> {
      const { _id: id, next_at } = check
      if (next === null) await forget(check)
      else
        await store.commit([
          {
            patch: 'status_checks',
            id,
            set: { revision, next_at: next.toISOString() },
            when: { next_at, revision: check.revision },
          },
        ])
    },
  }
}
