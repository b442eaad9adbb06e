import { bareNameAt } from '../who/who.js'
import { compileTable, wordsBelow } from '../words/phrases.js'
import { oneLeave } from '../words/sentences.js'
import { find, firstFrom, set, take, takeAs, type Draft } from './draft.js'

/** Questions for the days of one leave: when it starts or ends, the next one, the last one. */

const leaves = compileTable('leave', {
  'leave, that begins or ends': null,
  'holiday, that begins or ends': 'holiday',
  'sick leave, that begins or ends': 'sick',
  'parental leave, that begins or ends': 'personal',
} as const)
const edges = compileTable('leave', { starts: 'starts', ends: 'ends' } as const)
/** Before somebody's leave: "what's ana's next holiday". */
const whatLeads = wordsBelow('leave', 'what is')

/** "when does ana's leave start": the first or the last day of a leave of that kind. */
export const readEdge = (draft: Draft): boolean => {
  const leave = draft.form === 'next' && draft.subject === 'name' ? find(draft, leaves, draft.cursor) : null
  const edge = leave && find(draft, edges, leave.next)
  if (!edge) return false
  const form = edge.value === 'starts' ? 'list' : 'how_long'
  takeAs(draft, 'state', leave.from, edge.next)
  set(draft, { asks: 'out', form, asked: edge.value, kind: leave.value, isQuestion: true })
  return true
}

/** "ana's next holiday", "upcoming leave". */
export const readUpcoming = (draft: Draft, start: number): boolean => {
  const { form, subject, tokens, marks } = draft
  const leave = firstFrom(draft, start, (at) => {
    const found = find(draft, oneLeave, at)
    if (!found || found.value.isPlanned) return subject === 'name' ? found : null
    const isNext = !found.value.isPast && !found.value.asked
    return form !== 'count' && subject !== 'any' && (isNext || subject !== 'who') ? found : null
  })
  if (!leave) return false
  const { kind = null, asked = draft.asked } = leave.value
  // "ana next off"; who is next off of several is no question for one leave.
  const isOff = tokens[leave.from]!.text === 'next' && /^(?:off|out)$/u.test(tokens[leave.from + 1]!.text)
  const one = bareNameAt(draft.source, tokens, start)?.named ?? marks.get(tokens[start]?.start ?? -1)?.named
  if (isOff && subject !== 'name' && one?.kind !== 'person') return false
  // "when is ana's last day off" is still to come.
  const isEnd = leave.value.asked === 'ends'
  const isPast = draft.isPast || leave.value.isPast === true || (isEnd && form !== 'next')
  take(draft, start, find(draft, whatLeads, start)?.next ?? start)
  takeAs(draft, 'state', leave.from, leave.next)
  set(draft, {
    asks: 'out',
    form: isEnd && !isPast ? 'how_long' : 'next',
    asked,
    kind,
    isPast,
    isQuestion: true,
  })
  return true
}
