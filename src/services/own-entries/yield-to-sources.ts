import { addTo } from '../../calendar/grouped.js'
import { addDays, dayAt, zoneOrUtc } from '../../calendar/day.js'
import { idBytes, randomId } from '../../domain/identity.js'
import type { Leave } from '../../domain/organization/organization.js'
import { yieldEntries, isFromElsewhere, isOwn } from '../../domain/own-entries/yield.js'
import { Problem } from '../../domain/problem.js'
import type { Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeOrganization } from '../organizations/change.js'
import { findLeaves } from '../roll/load.js'
import { auditLines } from '../records/change.js'
import { ownNotes, ownWrites } from './writes.js'

/** Somewhat further back than own entries can be entered: older ones no longer matter. */
const reach = 14

/**
 * Shortens own entries to days that no other source has (decisions, "Sources"), after one added leaves (`actor`). False
 * when the store or other writers were in the way: presence is the union until the next call completes it.
 */
export const yieldOwnEntries = (dependencies: Dependencies, org: string, actor: Actor): Promise<boolean> =>
  yieldNow(dependencies, org, actor).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )

const yieldNow = (dependencies: Dependencies, org: string, actor: Actor): Promise<void> =>
  changeOrganization(dependencies, org, async ({ timezone }) => {
    const { store, now, random } = dependencies
    const newId = () => randomId(random(idBytes))
    const today = dayAt(now(), zoneOrUtc(timezone))
    const from = addDays(today, -reach) ?? today
    const own = new Map<string, Leave[]>()
    const others = new Map<string, Leave[]>()
    for await (const page of findLeaves(store, org, from))
      for (const leave of page) if (isOwn(leave)) addTo(own, leave.member_id, leave)
    if (own.size === 0) return { result: undefined }
    for await (const page of findLeaves(store, org, from))
      for (const leave of page)
        if (own.has(leave.member_id) && isFromElsewhere(leave)) addTo(others, leave.member_id, leave)
    const also: Change[] = []
    for (const [member, entries] of own) {
      const cut = yieldEntries(entries, others.get(member) ?? [], newId)
      also.push(
        ...ownWrites(dependencies, cut),
        ...auditLines(dependencies, org, ownNotes(cut, entries), actor),
      )
    }
    return also.length === 0
      ? { result: undefined }
      : { write: { moves: ['revision'], set: {}, also }, result: undefined }
  })
