import {
  daysOfLeave,
  edgeNouns,
  edgeVerbs,
  lastDays,
  lastLeave,
  nextLeave,
  plannedLeave,
  whatLeads,
} from '../words/sentences.js'
import { use, type Draft } from './draft.js'
import { isSubjectNext } from './lead.js'
import { bareNameAt } from '../who/who.js'
import { find, findAnywhere, take } from './reader.js'
import { takeSubject } from './subject.js'

/** Questions for the days of one leave: when it starts or ends, the next one, the last one. */

/** Asks for the first or the last day of a leave of that kind. */
const askEdge = (draft: Draft, edge: 'starts' | 'ends', kind: Draft['kind']): true => {
  draft.asks = 'out'
  draft.form = edge === 'starts' ? 'list' : 'how_long'
  draft.asked = edge
  draft.kind = kind
  draft.isQuestion = true
  return true
}

/** "the last day of ana's leave": it is running, or to come. */
const readEdgeDay = (draft: Draft, start: number): boolean => {
  const { reader } = draft
  const day = findAnywhere(reader, daysOfLeave, start)
  if (!day || !isSubjectNext(reader, day.next)) return false
  const { next } = takeSubject(reader, day.next)
  const noun = find(reader, edgeNouns, next)
  if (!noun) return false
  take(reader, start, find(reader, whatLeads, start)?.next ?? start)
  take(reader, day.from, day.next)
  take(reader, next, noun.next)
  use(draft, 'state', next, noun.next)
  return askEdge(draft, day.value, noun.value)
}

/** "when does ana's leave start". */
export const readEdge = (draft: Draft, start: number): boolean => {
  const { reader, cursor, form, subject } = draft
  if (readEdgeDay(draft, start)) return true
  if (form !== 'next' || subject !== 'name') return false
  const noun = find(reader, edgeNouns, cursor)
  const found = noun && find(reader, edgeVerbs, noun.next)
  if (!found) return false
  take(reader, cursor, found.next)
  use(draft, 'state', cursor, found.next)
  return askEdge(draft, found.value, noun.value)
}

/** "ana's next holiday", "upcoming leave". */
export const readUpcoming = (draft: Draft, start: number): boolean => {
  const { reader, form, subject } = draft
  const booked = subject === 'name' ? findAnywhere(reader, plannedLeave, start) : null
  const isAsked = form !== 'count' && subject !== 'any'
  const ahead = isAsked ? findAnywhere(reader, nextLeave, start) : null
  // "ana next off"; who is next off of several is no question for one leave.
  const isOff =
    /^(?:off|out)$/u.test(reader.tokens[(ahead?.next ?? 0) - 1]?.text ?? '') &&
    ahead?.next === ahead!.from + 2
  const one =
    bareNameAt(reader.source, reader.tokens, start)?.named ??
    reader.marks.get(reader.tokens[start]?.start ?? -1)?.named
  if (isOff && subject !== 'name' && one?.kind !== 'person') return false
  const last = isAsked && subject !== 'who' ? findAnywhere(reader, lastDays, start) : null
  const past = isAsked && subject !== 'who' ? findAnywhere(reader, lastLeave, start) : null
  const upcoming = ahead ?? last ?? past ?? booked
  if (!upcoming) return false
  // "when is ana's last day off" is still to come.
  draft.isPast ||= upcoming === past || (upcoming === last && form !== 'next')
  draft.asked = upcoming === last ? 'ends' : draft.asked
  take(reader, start, find(reader, whatLeads, start)?.next ?? start)
  take(reader, upcoming.from, upcoming.next)
  use(draft, 'state', upcoming.from, upcoming.next)
  draft.asks = 'out'
  draft.form = upcoming === last && !draft.isPast ? 'how_long' : 'next'
  draft.kind = upcoming.value
  draft.isQuestion = true
  return true
}
