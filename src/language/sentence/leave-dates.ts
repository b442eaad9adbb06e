import { edgeNouns, edgeVerbs, lastLeave, plannedLeave } from '../words/sentences.js'
import { use, type Draft } from './draft.js'
import { nextLeave } from './lead.js'
import { find, findAnywhere, take } from './reader.js'

/** Questions for the days of one leave: when it starts or ends, the next one, the last one. */

/** "when does ana's leave start". */
export const readEdge = (draft: Draft): boolean => {
  const { reader, cursor, form, subject } = draft
  if (form !== 'next' || subject !== 'name') return false
  const noun = find(reader, edgeNouns, cursor)
  const found = noun && find(reader, edgeVerbs, noun.next)
  if (!found) return false
  take(reader, cursor, found.next)
  use(draft, 'state', cursor, found.next)
  draft.asks = 'out'
  draft.form = found.value === 'starts' ? 'list' : 'how_long'
  draft.asked = found.value
  draft.kind = noun.value
  draft.isQuestion = true
  return true
}

/** "ana's next holiday", "upcoming leave". */
export const readUpcoming = (draft: Draft, start: number): boolean => {
  const { reader, form, subject } = draft
  const booked = subject === 'name' ? findAnywhere(reader, plannedLeave, start) : null
  const isAsked = form !== 'count' && subject !== 'any'
  const ahead = isAsked ? findAnywhere(reader, nextLeave, start) : null
  const past = isAsked && subject !== 'who' ? findAnywhere(reader, lastLeave, start) : null
  const upcoming = ahead ?? past ?? booked
  if (!upcoming) return false
  draft.isPast ||= upcoming === past
  take(reader, upcoming.from, upcoming.next)
  use(draft, 'state', upcoming.from, upcoming.next)
  draft.asks = 'out'
  draft.form = 'next'
  draft.kind = upcoming.value
  draft.isQuestion = true
  return true
}
