import type { Member } from '../organization/organization.js'
import { absencesOf, eventOf } from '../ask/events.js'
import type { Return } from '../presence/absence.js'
import { inReplyOrder, type Roll } from '../presence/roll.js'
import type { Sliced } from '../../calendar/slices.js'
import type { Material } from './absences.js'
import { namesApart } from './namesakes.js'
import { membersOf, type ListedPeople } from './presence.js'
import type { Asked } from './asked.js'
import type { Returner, ReturnsReply } from './reply.js'

/** People of one slice. */
const sliceLength = 250

/** The first return within the range from an absence in which a working day was missed; or the first departure. */
const returnIn = (member: Member, { range, found }: Asked, roll: Roll): Return | null => {
  const { state = 'back', kind = null } = found ?? {}
  for (const absence of absencesOf(member, { kind }, roll)) {
    const day = eventOf(member, absence, state, roll)
    if (day !== null && day >= range.from && day <= range.to)
      return { day, at_noon: state === 'back' && absence.back?.at_noon === true }
  }
  return null
}

const byReturn = (a: Returner, b: Returner): number =>
  a.back.day === b.back.day ? inReplyOrder(a, b) : a.back.day < b.back.day ? -1 : 1

/** Who comes back in a range, leaves, or begins a leave, and on which day. */
export function* returnsReplyInSlices(
  asked: Asked,
  { roll, viewer, nameOf }: Material,
  { members, only }: ListedPeople = { members: membersOf(asked, roll), only: null },
): Sliced<ReturnsReply> {
  const returning: { readonly member: Member; readonly back: Return }[] = []
  for (const [place, member] of members.entries()) {
    if (place % sliceLength === sliceLength - 1) yield
    const back = only && !only.has(member.id) ? null : returnIn(member, asked, roll)
    if (back) returning.push({ member, back })
  }
  const called =
    nameOf ??
    namesApart(
      returning.map(({ member }) => member),
      roll,
    )
  const returns = returning.map(({ member, back }): Returner => ({
    id: member.id,
    name: called(member),
    is_me: member.id === viewer.member,
    back,
  }))
  return { kind: 'returns', asked, returns: returns.sort(byReturn) }
}
