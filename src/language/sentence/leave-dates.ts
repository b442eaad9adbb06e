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
import { set, use, type Draft } from './draft.js'
import { nameAt } from '../who/who.js'
import { find, findAnywhere, isSubjectAt, take } from './reader.js'
import { takeSubject } from './subject.js'

/** Questions for the days of one leave: when it starts or ends, the next one, the last one. */

/** Asks for the first or the last day of a leave of that kind. */
const askEdge = (draft: Draft, edge: 'starts' | 'ends', kind: Draft['kind']): true => {
  const form = edge === 'starts' ? 'list' : 'how_long'
  set(draft, { asks: 'out', form, asked: edge, kind, isQuestion: true })
  return true
}

/** "the last day of ana's leave": it is running, or to come. */
const readEdgeDay = (draft: Draft, start: number): boolean => {
  const day = findAnywhere(draft, daysOfLeave, start)
  if (!day || !isSubjectAt(draft, day.next)) return false
  const { next } = takeSubject(draft, day.next)
  const noun = find(draft, edgeNouns, next)
  if (!noun) return false
  take(draft, start, find(draft, whatLeads, start)?.next ?? start)
  take(draft, day.from, day.next)
  take(draft, next, noun.next)
  use(draft, 'state', next, noun.next)
  return askEdge(draft, day.value, noun.value)
}

/** "when does ana's leave start". */
export const readEdge = (draft: Draft, start: number): boolean => {
  if (readEdgeDay(draft, start)) return true
  if (draft.form !== 'next' || draft.subject !== 'name') return false
  const noun = find(draft, edgeNouns, draft.cursor)
  const found = noun && find(draft, edgeVerbs, noun.next)
  if (!found) return false
  take(draft, draft.cursor, found.next)
  use(draft, 'state', draft.cursor, found.next)
  return askEdge(draft, found.value, noun.value)
}

/** "ana's next holiday", "upcoming leave". */
export const readUpcoming = (draft: Draft, start: number): boolean => {
  const { form, subject, tokens } = draft
  const isAsked = form !== 'count' && subject !== 'any'
  const ahead = isAsked ? findAnywhere(draft, nextLeave, start) : null
  // "ana next off"; who is next off of several is no question for one leave.
  const isOff =
    ahead !== null && ahead.next === ahead.from + 2 && /^(?:off|out)$/u.test(tokens[ahead.from + 1]!.text)
  const one = nameAt(draft.source, tokens, start)?.named
  if (isOff && subject !== 'name' && one?.kind !== 'person') return false
  const last = isAsked && subject !== 'who' ? findAnywhere(draft, lastDays, start) : null
  const past = isAsked && subject !== 'who' ? findAnywhere(draft, lastLeave, start) : null
  const booked = subject === 'name' ? findAnywhere(draft, plannedLeave, start) : null
  const upcoming = ahead ?? last ?? past ?? booked
  if (!upcoming) return false
  // "when is ana's last day off" is still to come.
  const isPast = draft.isPast || upcoming === past || (upcoming === last && form !== 'next')
  take(draft, start, find(draft, whatLeads, start)?.next ?? start)
  take(draft, upcoming.from, upcoming.next)
  use(draft, 'state', upcoming.from, upcoming.next)
  set(draft, {
    asks: 'out',
    form: upcoming === last && !isPast ? 'how_long' : 'next',
    asked: upcoming === last ? 'ends' : draft.asked,
    kind: upcoming.value,
    isPast,
    isQuestion: true,
  })
  return true
}
