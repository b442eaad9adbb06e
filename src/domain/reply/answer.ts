import { onlyDay } from '../../calendar/day.js'
import { isOfPeople, type AskQuery } from '../../language/query.js'
import { absencesOf, isEvent } from '../ask/events.js'
import { isEvaluated, isOneSet, questionOf, sectionsOf, type AskSection } from '../ask/question.js'
import type { Member } from '../organization/organization.js'
import type { Sliced } from '../../calendar/slices.js'
import { absenceOn } from '../presence/absence.js'
import type { Material } from './absences.js'
import { workingPart } from './days.js'
import { findInSlices } from './found.js'
import { namesApart } from './namesakes.js'
import { personReply } from './person.js'
import { presenceReplyInSlices, type ListedPeople } from './presence.js'
import { isOfNumbers, type Asked, type Found } from './asked.js'
import type { AnswerReply, SectionsReply } from './reply.js'
import { returnsReplyInSlices } from './who-returns.js'

type OneReply = SectionsReply['sections'][number]

/** Who is out, in or back; or, where all are asked to be so, who is not. */
const listInSlices = (
  asked: Asked,
  listed: ListedPeople,
  material: Material,
  oppositeOf: (asks: 'in' | 'out') => string | null,
): Sliced<OneReply> => {
  const { found, range } = asked
  const isOfAll = found?.ask === 'whether' && found.quantity === 'all' && !found.yes
  const only = new Set(found?.others.map(({ id }) => id))
  if (isOfAll && found.state === 'in') {
    const ofOut: Asked = { ...asked, asks: 'out', opposite: oppositeOf('out') }
    // Who is out in the other half of the day is in.
    return presenceReplyInSlices(ofOut, material, found.half === null ? listed : { ...listed, only })
  }
  if (isOfAll && found.state === 'out' && found.kind === null && !found.each && found.half === null) {
    const ofOthers: Asked = { ...asked, asks: 'in', opposite: oppositeOf('in') }
    return presenceReplyInSlices(ofOthers, material, { ...listed, only })
  }
  const isBack = found?.state === 'back' && found.quantity === 'all'
  if (isBack) {
    const last = workingPart(range, material.roll.organization.working_days)?.to ?? range.to
    return presenceReplyInSlices({ ...asked, range: onlyDay(last) }, material, listed)
  }
  const isOfEvents = asked.asks === 'back' || (found && isEvent(found.state))
  return isOfEvents
    ? returnsReplyInSlices(asked, material, listed)
    : presenceReplyInSlices(asked, material, listed)
}

/** Below a list of who is out, although the question was who is in, or the other way round. */
const createOpposite =
  (query: AskQuery, askedAs: Asking['askedAs']) =>
  (asks: 'in' | 'out'): string | null =>
    askedAs({ ...query, asks, state: asks }).opposite

/** Whether it is answered by days instead of a list of people. */
const isOfDays = (found: Found): boolean =>
  ['when', 'days', 'how_long'].includes(found.ask) || isOfNumbers(found)

/** How questions are shown, and whom they are about. */
export interface Asking {
  readonly askedAs: (query: AskQuery) => Asked
  readonly membersOf: (query: AskQuery) => readonly Member[]
}

/** A part as a question of its own, without the notes that are shown once for all parts. */
const queryOfPart = (query: AskQuery, { team, person, range }: AskSection): AskQuery => ({
  ...query,
  team,
  person,
  who: [{ team, person }],
  range,
  ranges: [],
  corrections: [],
  remarks: [],
  alternative: null,
})

/** Each part below the other, and the finding about all of them above. */
function* sectionsInSlices(
  query: AskQuery,
  asked: Asked,
  { askedAs, membersOf }: Asking,
  material: Material,
): Sliced<SectionsReply> {
  const sections: OneReply[] = []
  for (const part of sectionsOf(query)) {
    const partial = queryOfPart(query, part)
    const [own, members] = [askedAs(partial), membersOf(partial)]
    const [one] = members
    sections.push(
      part.person && one
        ? personReply(own, one, material)
        : yield* listInSlices(own, { members, only: null }, material, createOpposite(partial, askedAs)),
    )
  }
  return { kind: 'sections', asked: asked.found ? asked : { ...asked, team: null }, sections }
}

/** "has ana been out since september": from the day on which her leave began. */
const sinceLeave = (query: AskQuery, asking: Asking, { roll }: Material): AskQuery => {
  const [one] = query.sinceBy && isOfPeople(query) ? asking.membersOf(query) : []
  const absence = one && absenceOn(roll.absencesOf(one), query.range.to)
  if (query.asked_for === 'how_long' && query.sinceBy) {
    const from = absence?.from ?? query.range.to
    return { ...query, range: { ...query.range, from }, isDated: true }
  }
  const isLate = absence && absence.from > query.range.from && absence.from <= query.sinceBy!
  return isLate && query.who.length === 1
    ? { ...query, range: { ...query.range, from: absence.from } }
    : query
}

/** "is ana off until 8 january", who is not off yet: about her leave that is to come by then. */
const untilLeave = (query: AskQuery, asking: Asking, { roll }: Material): AskQuery => {
  const { until, range } = query
  const [one, other] = until ? asking.membersOf(query) : []
  if (!until || !one || other || absenceOn(roll.absencesOf(one), range.from)) return query
  const coming = absencesOf(one, query, roll).findLast(({ from }) => from > range.from && from <= until)
  if (!coming) return query
  const { from, to, back } = coming
  const ofLeave = { ...query, range: { from, to } }
  return to <= until && (back === null || until <= back.day)
    ? ofLeave
    : { ...ofLeave, asked_for: 'ends', form: 'list', quantity: null, each: false }
}

/** The answer to a question about these members: what is found of all of them, and the list that goes with it. */
export function* answerInSlices(typed: AskQuery, asking: Asking, plainly: Material): Sliced<AnswerReply> {
  const query = untilLeave(sinceLeave(typed, asking, plainly), asking, plainly)
  const [plain, members] = [asking.askedAs(query), asking.membersOf(query)]
  const material = isOfPeople(query) ? { ...plainly, nameOf: namesApart(members, plainly.roll) } : plainly
  const found = isEvaluated(query)
    ? yield* findInSlices(questionOf(query, members, plain.today), material)
    : undefined
  const asked: Asked = { ...plain, ...(found && { found }) }
  const [one] = members
  const parts = sectionsOf(query).length
  if (one && isOfPeople(query) && parts === 1) return personReply(asked, one, material)
  if (found && isOfDays(found)) {
    const [day] = found.days
    const isListed = found.ask === 'when' && day !== undefined && !found.is_named && members.length > 0
    if (!isListed) return { kind: 'found', asked: { ...asked, found } }
    if (found.quantity === 'any' && isEvent(found.state))
      return yield* returnsReplyInSlices({ ...asked, range: onlyDay(day) }, material, { members, only: null })
    const { ranges: _, ...rest } = asked
    const asks = found.quantity === 'all' ? 'out' : asked.asks
    const range = onlyDay(day)
    const ofDay = {
      ...query,
      asks,
      state: asks,
      asked_for: 'people',
      range,
      ranges: [],
      isDated: true,
    } as const
    const { opposite, previous, next } = asking.askedAs(ofDay)
    const listed = { ...rest, asks, range, opposite, previous, next }
    return yield* presenceReplyInSlices(listed, material, { members, only: null })
  }
  if (parts > 1 && !isOneSet(query)) return yield* sectionsInSlices(query, asked, asking, material)
  const isFiltered = found !== undefined && found.quantity !== 'all' && !found.daily && isOneSet(query)
  const only = isFiltered ? new Set([...found.people, ...found.partly].map(({ id }) => id)) : null
  return yield* listInSlices(asked, { members, only }, material, createOpposite(query, asking.askedAs))
}
