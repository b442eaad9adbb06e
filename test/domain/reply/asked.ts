import { weekdays } from '../../../src/calendar/day.js'
import { answerable, membersAsked } from '../../../src/domain/ask/question.js'
import type { Viewer } from '../../../src/domain/reply/absences.js'
import { answerInSlices } from '../../../src/domain/reply/answer.js'
import type { Asked } from '../../../src/domain/reply/asked.js'
import type { AnswerReply } from '../../../src/domain/reply/reply.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import type { AskQuery } from '../../../src/language/query.js'
import { askedOf as questionAs } from '../../../src/services/ask/asked.js'
import { rollOf, type Facts } from '../presence/plain.js'

/** A question about days, asked by somebody at Acme on a Friday. */
export const askedOf = (range: Asked['range'], team: Asked['team'] = null): Asked => ({
  organization: 'Acme',
  today: '2026-11-20',
  zone: null,
  range,
  clipped_from: null,
  team,
  week: { start: 'monday', working_days: weekdays.slice(0, 5) },
  page: null,
  asks: 'out',
  form: 'list',
  is_dated: true,
  remarks: [],
  opposite: null,
  corrections: [],
  alternative: null,
  question: '',
  previous: null,
  next: null,
})

const friday = '2026-11-20'

/** A question as the language reads it: who is out on that Friday, but for the changes. */
export const queryOf = (changes: Partial<AskQuery>): AskQuery => {
  const { who = [{ team: null, person: null }] } = changes
  return {
    team: who.length === 1 ? who[0]!.team : null,
    person: who.length === 1 ? who[0]!.person : null,
    asks: 'out',
    form: 'list',
    asked_for: 'people',
    quantity: null,
    state: 'out',
    kind: null,
    isOfLeave: false,
    except: [],
    exceptDays: [],
    notDays: [],
    each: false,
    byDay: null,
    isNotOut: false,
    half: null,
    range: { from: friday, to: friday },
    ranges: [],
    clipped: null,
    isPast: false,
    isFragment: false,
    isDated: true,
    corrections: [],
    remarks: [],
    alternative: null,
    ...changes,
    who,
  }
}

/** The answer to a question about an organization, asked on that Friday. */
export const answerTo = (
  typed: AskQuery,
  facts: Facts,
  viewer: Viewer = { member: null, reasons: 'shown' },
): AnswerReply => {
  const roll = rollOf(facts)
  const me = roll.active.find(({ id }) => id === viewer.member)
  const membersIn = (query: Pick<AskQuery, 'who' | 'except'>) => membersAsked(query, roll, me) ?? []
  const query = answerable(typed, membersIn(typed), viewer, roll.organization)
  const context = { organization: roll.organization, today: friday, zone: null, me }
  return runAtOnce(
    answerInSlices(
      query,
      { askedAs: (one) => questionAs(one, context), membersOf: membersIn },
      { roll, viewer },
    ),
  )
}
