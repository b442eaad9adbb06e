import { setImmediate as turn } from 'node:timers/promises'
import { idBytes, timeOrderedId } from '../../domain/identity.js'
import { documentId, type Leave, type Member } from '../../domain/organization/organization.js'
import {
  addToImport,
  leaveData,
  leaveKind,
  memberOf,
  type EventData,
  type EventKind,
  type ImportCounts,
  type LeaveStep,
} from '../../domain/webhooks/events.js'
import { deliveryPrefix, type Webhook } from '../../domain/webhooks/webhook.js'
import { collect, pageSize, type Change, type Store } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'

type OutboxDependencies = Pick<Dependencies, 'now' | 'random'>

/** Leaves that a commit may tell of one by one; more are told as one number, as are those of an import. */
const mostTold = 20

/** Puts an event into the outbox, in the commit that it tells of. The webhook is `due` in the same commit. */
export const newDelivery = (
  { now, random }: OutboxDependencies,
  { _id: webhook, org }: Webhook,
  type: EventKind,
  data: EventData,
): Change => {
  const at = now()
  return {
    put: 'deliveries',
    document: {
      _id: `${deliveryPrefix}${timeOrderedId(at, random(idBytes))}`,
      org,
      webhook,
      type,
      at: at.toISOString(),
      data,
      state: 'pending',
      attempts: 0,
      next_at: at.toISOString(),
      status: null,
      error: null,
      expire_at: null,
    },
  }
}

/** Has a webhook looked at, whatever its senders know of it. */
export const due = (
  { now }: Pick<OutboxDependencies, 'now'>,
  sequence: number,
): Pick<Webhook, 'next_at' | 'latest'> => ({
  next_at: now().toISOString(),
  latest: sequence,
})

type Head = Extract<Change, { readonly patch: 'organizations' }>

/** Whether a group moves an organization's revision, as everything does that changes leaves for good. */
const isHead = (change: Change | undefined): change is Head =>
  change !== undefined &&
  'patch' in change &&
  change.patch === 'organizations' &&
  change.set['revision'] !== undefined

/** The changes to leaves, in pages, each with the leaf before and after. */
async function* leaveSteps(
  store: Store,
  org: string,
  changes: Iterable<Change>,
): AsyncGenerator<LeaveStep[]> {
  const members = new Map<string, Member | null>()
  let page = new Map<string, Leave | null>()
  const steps = async (): Promise<LeaveStep[]> => {
    const before = new Map((await store.get('leaves', [...page.keys()])).map((leave) => [leave._id, leave]))
    const all = [...page].flatMap(([id, after]) => {
      const stood = before.get(id) ?? null
      return stood || after ? [{ before: stood, after, member: (after ?? stood)!.member_id }] : []
    })
    const unknown = [...new Set(all.map(({ member }) => documentId(org, member)))].filter(
      (id) => !members.has(id),
    )
    for (const member of await store.get('members', unknown)) members.set(member._id, member)
    page = new Map()
    return all.map(({ member: id, ...step }) => {
      const member = members.get(documentId(org, id))
      return {
        ...step,
        member: member ? memberOf(member) : { id, team_id: null },
        isErased: member === null,
      }
    })
  }
  let seen = 0
  for (const change of changes) {
    // Who is changed in the same commit comes before their leaves.
    if ('put' in change && change.put === 'members') members.set(change.document._id, change.document)
    else if ('remove' in change && change.remove === 'members') members.set(change.id, null)
    else if ('put' in change && change.put === 'leaves') page.set(change.document._id, change.document)
    else if ('remove' in change && change.remove === 'leaves') page.set(change.id, null)
    if (page.size >= pageSize) yield await steps()
    if (++seen % pageSize === 0) await turn()
  }
  if (page.size > 0) yield await steps()
}

/** The events of a commit: each leave's own, or one about all of them. The number is that of the last event. */
const eventsOf = async (
  dependencies: OutboxDependencies,
  webhooks: readonly Webhook[],
  steps: AsyncIterable<readonly LeaveStep[]>,
  { isImport, sequence }: { readonly isImport: boolean; readonly sequence: number },
): Promise<{ readonly changes: readonly Change[]; readonly sequence: number }> => {
  const told: LeaveStep[] = []
  const counts = new Map<Webhook, ImportCounts>()
  const everything = { event_key: '', team_id: null, reasons: 'shown' } as const
  for await (const page of steps)
    for (const step of page) {
      if (leaveKind(step, everything) === null) continue
      if (told.length <= mostTold) told.push(step)
      for (const webhook of webhooks) {
        const kind = leaveKind(step, webhook)
        if (kind) counts.set(webhook, addToImport(counts.get(webhook) ?? null, step, kind))
      }
    }
  const isTogether = isImport || told.length > mostTold
  const last = sequence + (isTogether ? Math.min(told.length, 1) : told.length)
  const eventsFor = function* (webhook: Webhook): Generator<readonly [EventKind, EventData]> {
    const count = counts.get(webhook)
    if (!count) return
    if (isTogether) yield ['leave.imported', { sequence: last, team_id: webhook.team_id, ...count }]
    else
      for (const [index, step] of told.entries()) {
        const kind = leaveKind(step, webhook)
        if (kind) yield [kind, leaveData(step, kind, sequence + index + 1, webhook)]
      }
  }
  const changes = webhooks.flatMap((webhook): readonly Change[] => {
    const puts = [...eventsFor(webhook)]
      .filter(([kind]) => webhook.events.includes(kind))
      .map(([kind, data]) => newDelivery(dependencies, webhook, kind, data))
    return puts.length === 0
      ? []
      : [...puts, { patch: 'webhooks', id: webhook._id, set: due(dependencies, last), when: { ended: null } }]
  })
  return { changes, sequence: last }
}

/** The webhooks of an organization that are told something. */
const listeningIn = async (store: Pick<Store, 'find'>, org: string): Promise<readonly Webhook[]> =>
  (await collect(store.find('webhooks', { index: 'by_org', equal: { org } }))).filter(
    ({ ended }) => ended === null,
  )

/**
 * Events are part of the commit that changes leaves (decisions, "Webhooks"), whoever makes it. What does not move the
 * revision, as a restore or the removal of the organization, tells nothing.
 */
export const withOutbox = (store: Store, dependencies: OutboxDependencies): Store => {
  const attempt = async (
    head: Head,
    changes: Iterable<Change>,
    options: Parameters<Store['commit']>[1],
  ): Promise<Awaited<ReturnType<Store['commit']>> | typeof changedMeanwhile> => {
    const webhooks = await listeningIn(store, head.id)
    const [organization] = webhooks.length === 0 ? [] : await store.get('organizations', [head.id])
    // A group that is based on an older state is refused by its own precondition.
    if (!organization || organization.suspended) return store.commit(changes, options)
    const { event_sequence } = organization
    const events = await eventsOf(dependencies, webhooks, leaveSteps(store, head.id, changes), {
      // Only an import's commit says whether an import goes on.
      isImport: 'import' in head.set,
      sequence: event_sequence ?? 0,
    })
    if (events.sequence === (event_sequence ?? 0)) return store.commit(changes, options)
    let own = 0
    const result = await store.commit(
      {
        *[Symbol.iterator]() {
          own = 0
          for (const change of changes)
            yield own++ > 0
              ? change
              : {
                  ...head,
                  set: { ...head.set, event_sequence: events.sequence },
                  when: { ...head.when, event_sequence },
                }
          yield* events.changes
        },
      },
      options,
    )
    // A webhook was removed in between.
    return !result.done && result.conflict >= own ? changedMeanwhile : result
  }

  return {
    ...store,
    async commit(changes, options) {
      const [head] = changes
      if (!isHead(head)) return store.commit(changes, options)
      const result = await retryWhileChanged(() => attempt(head, changes, options))
      if (result === changedMeanwhile)
        throw tooMuchContention('organization', 'Nothing was changed; try again.')
      return result
    },
  }
}
