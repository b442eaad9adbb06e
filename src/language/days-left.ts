import type { Span } from '../calendar/spans.js'
import { weekdayBy, weekdayFrom, weekdayOfNumber } from '../calendar/week.js'
import { isRefusal, type AskRefusal } from './misread/refusal.js'
import { workdayFrom } from './meaning/relative.js'
import { whenOf } from './read.js'
import { kindOfDate } from './words/english.js'
import type { Phrase } from './parts.js'
import { spanWords } from './text-form.js'

/** The days of some weekdays, those next to each other together. */
const weekdaysIn = (spans: readonly Span[], weekdays: readonly number[]): readonly Span[] => {
  const found: Span[] = []
  for (const { from, to } of spans)
    for (let day = from; day <= to; day += 1) {
      if (!weekdays.includes(weekdayOfNumber(day))) continue
      const last = found.at(-1)
      if (last?.to === day - 1) found.splice(-1, 1, { from: last.from, to: day })
      else found.push({ from: day, to: day })
    }
  return found
}

const weekLength = 7

/** The days that are taken out: a weekday is the one among the days of the question, wherever it lies. */
const takenSpans = (
  { parsing, exceptDays: tokens, exceptWeekdays }: Phrase,
  asked: readonly Span[],
): readonly Span[] | AskRefusal => {
  const ofWeekdays = weekdaysIn(asked, exceptWeekdays)
  const found = tokens.length > 0 ? whenOf(parsing, tokens) : null
  if (!found) return ofWeekdays
  if (isRefusal(found.outcome)) return found.outcome
  const { span, spans = [] } = found.outcome
  const all = spans.length > 0 ? spans : [span]
  const isWeekday = kindOfDate(tokens[0]!.text) === 'weekday'
  const [from, to] = [asked[0]!.from, asked.at(-1)!.to]
  const named = all.map((one) => weekdayOfNumber(one.from))
  const moved = all.map((one, at) => {
    if (!isWeekday) return one
    const [before, after] = [weekdayBy(named[at]!, from - 1), weekdayFrom(named[at]!, from)]
    // "out on friday but not on thursday" is about days next to each other.
    const start = from === to && from - before < after - from ? before : after
    return { from: start, to: start + one.to - one.from }
  })
  const taken = isWeekday && to - from >= weekLength ? weekdaysIn(asked, named) : moved
  return [...taken, ...ofWeekdays].sort((a, b) => a.from - b.from)
}

/** What is left of days without others. */
const withoutSpans = (spans: readonly Span[], taken: readonly Span[]): readonly Span[] =>
  taken.reduce(
    (left, { from, to }) =>
      left.flatMap((span) =>
        [
          { from: span.from, to: Math.min(span.to, from - 1) },
          { from: Math.max(span.from, to + 1), to: span.to },
        ].filter((part) => part.from <= part.to),
      ),
    spans,
  )

export interface DaysLeft {
  readonly span: Span
  /** Separate days; empty where they are all of `span`. */
  readonly spans: readonly Span[]
  readonly taken: readonly Span[]
  /** Days that are not among those that were asked for: "out on thursday but not on friday". */
  readonly others: readonly Span[]
}

/** "ana out on thursday but not on friday" is about two days. */
export const otherDays = (asked: Span): AskRefusal => ({
  reason: 'two_questions',
  fact: 'The days that are left out are not among those that were asked for. Ask about one of them at a time.',
  suggestions: [spanWords(asked)],
})

const nothingLeft: AskRefusal = { reason: 'unknown_words', fact: 'That leaves no day.', suggestions: [] }

/** The days that are left of those that were read; weekends between those that are taken out are not days of their own. */
export const daysLeft = (phrase: Phrase, span: Span, spans: readonly Span[]): DaysLeft | AskRefusal => {
  const { repeat, exceptDays, exceptWeekdays, parsing } = phrase
  const whole = spans.length > 0 ? spans : [span]
  const asked = repeat && repeat.weekdays.length > 0 ? weekdaysIn(whole, repeat.weekdays) : whole
  if (asked.length === 0) return nothingLeft
  const isTaking = exceptDays.length + exceptWeekdays.length > 0
  if (!isTaking && asked === whole) return { span, spans, taken: [], others: [] }
  const taken = isTaking ? takenSpans(phrase, asked) : []
  if ('reason' in taken) return taken
  const { today } = parsing.calendar
  // "out this week but not today" is about who is out, not about the days.
  const isApart = taken.every(
    (one) =>
      (one.from === today && one.to === today) ||
      asked.every(({ from, to }) => one.to < from || one.from > to),
  )
  if (isTaking && isApart) return { span, spans, taken: [], others: taken }
  const rest = withoutSpans(asked, taken)
  const worked = rest.filter((one) => workdayFrom(one.from, 1, parsing.calendar) <= one.to)
  const left = isTaking && worked.length > 0 ? worked : rest
  if (left.length === 0) return nothingLeft
  return {
    span: { from: left[0]!.from, to: left.at(-1)!.to },
    spans: left.length === 1 ? [] : left,
    taken,
    others: [],
  }
}
