import type { Member } from '../organization/organization.js'
import type { Return } from '../presence/absence.js'
import { inReplyOrder, type Roll } from '../presence/roll.js'
import type { Sliced } from '../slices.js'
import { isMissed, type Material } from './absences.js'
import type { Asked, Returner, ReturnsReply } from './reply.js'

/** People of one slice. */
const sliceLength = 250

/** The first return within the range from an absence in which a working day was missed. */
const returnIn = (member: Member, { range }: Asked, roll: Roll): Return | null => {
  for (const absence of roll.absencesOf(member)) {
    const { back } = absence
    if (back && back.day >= range.from && back.day <= range.to && isMissed(absence, roll.organization))
      return back
  }
  return null
}

const byReturn = (a: Returner, b: Returner): number =>
  a.back.day === b.back.day ? inReplyOrder(a, b) : a.back.day < b.back.day ? -1 : 1

/** Who comes back in a range, and on which day. */
export function* returnsReplyInSlices(asked: Asked, { roll, viewer }: Material): Sliced<ReturnsReply> {
  const returns: Returner[] = []
  for (const [place, member] of roll.active.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    if (asked.team && member.team_id !== asked.team.id) continue
    const back = returnIn(member, asked, roll)
    if (back) returns.push({ id: member.id, name: member.name, is_me: member.id === viewer.member, back })
  }
  return { kind: 'returns', asked, returns: returns.sort(byReturn) }
}
