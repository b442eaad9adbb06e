import type { Leave, Member } from '../organization/organization.js'
import type { Return } from '../presence/absence.js'
import { inReplyOrder } from '../presence/presence.js'
import type { Sliced } from '../slices.js'
import { absencesOf, approvedLeaves, isMissed, leaveViewOf, type Material } from './absences.js'
import type { Asked, Returner, ReturnsReply } from './reply.js'

/** People of one slice. */
const sliceLength = 250

/** The first return within the range from an absence in which a working day was missed. */
const returnIn = (
  member: Member,
  leaves: readonly Leave[],
  { range }: Asked,
  material: Material,
): Return | null => {
  const sight = leaveViewOf(member, material)
  for (const absence of absencesOf(leaves, material.workingDays)) {
    const { back } = absence
    if (back && back.day >= range.from && back.day <= range.to && isMissed(absence, sight)) return back
  }
  return null
}

const byReturn = (a: Returner, b: Returner): number =>
  a.back.day === b.back.day ? inReplyOrder(a, b) : a.back.day < b.back.day ? -1 : 1

/** Who comes back in a range, and on which day. */
export function* returnsReplyInSlices(asked: Asked, material: Material): Sliced<ReturnsReply> {
  const { facts, viewer } = material
  const leavesOf = yield* approvedLeaves(facts)
  const returns: Returner[] = []
  for (const [place, member] of facts.members.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (!member.active || (asked.team && member.team_id !== asked.team.id)) continue
    const back = returnIn(member, leavesOf(member), asked, material)
    if (back) returns.push({ id: member.id, name: member.name, is_me: member.id === viewer.member, back })
  }
  return { kind: 'returns', asked, returns: returns.sort(byReturn) }
}
