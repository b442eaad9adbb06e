import { dayAt, onlyDay, weekdayOf, zoneOrUtc } from '../../calendar/day.js'
import { awayInSlices, countAway } from '../../domain/presence/away.js'
import { visibleMembers } from '../../domain/presence/presence.js'
import { dayData } from '../../domain/webhooks/events.js'
import type { Webhook } from '../../domain/webhooks/webhook.js'
import { collect, type Change } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import type { Rolls } from '../roll/rolls.js'
import { runInTurns } from '../turns.js'
import { due, newDelivery } from './outbox.js'
import type { WebhookLog } from './send.js'
import { nextDay } from './webhooks.js'

export interface DayDependencies extends Pick<Dependencies, 'store' | 'now' | 'random'> {
  readonly rolls: Pick<Rolls, 'of' | 'readFresh'>
  readonly log: Pick<WebhookLog, 'warn'>
}

/** Days begun at once. */
const atOnce = 100

/** Tells that a working day has begun, once a webhook and day. A day that no process saw is not told afterwards. */
export const createBeginDays = (dependencies: DayDependencies) => {
  const { store, now, rolls, log } = dependencies

  const begin = async (webhook: Webhook): Promise<void> => {
    const organization = await rolls.readFresh(webhook.org)
    const zone = zoneOrUtc(organization?.timezone ?? 'UTC')
    const today = dayAt(now(), zone)
    const next: Change & { set: object } = {
      patch: 'webhooks',
      id: webhook._id,
      set: { day_at: nextDay(zone, now()) },
      when: { day_at: webhook.day_at },
    }
    const days = organization?.working_days ?? []
    const isWorking = days.length === 0 || days.includes(weekdayOf(today))
    if (!organization || organization.suspended || !isWorking || webhook.told_day === today) {
      await store.commit([next])
      return
    }
    const { event_sequence } = organization
    const sequence = (event_sequence ?? 0) + 1
    const range = onlyDay(today)
    const roll = await rolls.of(organization, { days: range, today })
    const members = visibleMembers(roll, webhook, null)
    const away = await runInTurns(awayInSlices(roll, members, range))
    await store.commit([
      {
        patch: 'organizations',
        id: webhook.org,
        set: { event_sequence: sequence },
        when: { event_sequence },
      },
      { ...next, set: { ...next.set, ...due(dependencies, sequence), told_day: today } },
      newDelivery(
        dependencies,
        webhook,
        'presence.day',
        dayData(today, away, countAway(away), sequence, webhook),
      ),
    ])
  }

  return async (): Promise<void> => {
    const range = { day_at: { lte: now().toISOString() } }
    const webhooks = await collect(
      store.find('webhooks', { index: 'by_day', range, order: 'ascending', limit: atOnce }),
    )
    for (const webhook of webhooks)
      await begin(webhook).catch((err: unknown) =>
        log.warn({ err, webhook: webhook._id }, 'the day of a webhook is left to a later tick'),
      )
  }
}
