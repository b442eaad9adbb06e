import type { Unit } from '../../calendar/spans.js'
import type { Holiday } from '../words/vocabulary.js'

/** A written year, or one counted from the current one: `{ shift: 1 }` is next year. */
export type Year = number | { readonly shift: number }

/**
 * Something that recurs every year, or most years (29 February, week 53). Numbers are as typed, so it may not exist.
 */
export type Yearly =
  | { readonly kind: 'date'; readonly month: number; readonly day: number }
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'week'; readonly week: number; readonly weekday: number | null }
  | { readonly kind: 'quarter'; readonly quarter: number }
  | { readonly kind: 'half'; readonly half: number }
  | { readonly kind: 'holiday'; readonly holiday: Holiday }
  | { readonly kind: 'year' }

type WeekdayPlace = 'bare' | 'this' | 'next' | 'last'

export type Neighbour = { readonly unit: 'day' | 'week' | 'month' } | { readonly weekday: number }

export type PartOfPeriod = 'early' | 'middle' | 'late' | 'firstHalf' | 'secondHalf'

export type Nth = 'day' | 'workday' | 'week' | 'weekend' | { readonly weekday: number }

/** A day or a calendar period. A `weekday` beside a date is the one the text claims; it may be wrong. */
export type Moment =
  | { readonly kind: 'day'; readonly offset: number }
  | {
      readonly kind: 'yearly'
      readonly what: Yearly
      readonly year: Year | null
      readonly weekday: number | null
    }
  /** Two numbers such as `03/04`, whose order depends on the date order in force. */
  | {
      readonly kind: 'numeric'
      readonly parts: readonly [number, number]
      /** With full stops the day always comes first. */
      readonly isDotted: boolean
      readonly year: Year | null
      readonly weekday: number | null
    }
  /** "the 24th"; `shift` is the month, if one is named. */
  | {
      readonly kind: 'monthly'
      readonly day: number
      readonly shift: number | null
      readonly weekday: number | null
    }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly place: WeekdayPlace }
  | { readonly kind: 'weekdayIn'; readonly weekday: number; readonly week: Moment }
  | { readonly kind: 'monthIn'; readonly month: number; readonly shift: number }
  /** "next summer", "last christmas" */
  | { readonly kind: 'holidayIn'; readonly holiday: Holiday; readonly shift: number }
  | { readonly kind: 'period'; readonly unit: Unit; readonly shift: number; readonly coming: boolean }
  | { readonly kind: 'weekOf' | 'weekendOf'; readonly moment: Moment }
  /** A holiday with the weekend that it lengthens; without one, the weekend after it, or the holiday alone. */
  | { readonly kind: 'longWeekendOf' | 'bridge'; readonly moment: Moment }
  /** "in 2 weeks", "3 days ago": the whole unit at that distance. */
  | { readonly kind: 'shifted'; readonly count: number; readonly unit: Unit }
  /** "2 weeks from monday": a day. */
  | { readonly kind: 'offset'; readonly count: number; readonly unit: Unit; readonly moment: Moment }
  /** "the week after christmas", "friday before christmas": the nearest one that lies entirely after or before it. */
  | { readonly kind: 'beside'; readonly what: Neighbour; readonly isAfter: boolean; readonly moment: Moment }
  /** The first, middle or last part of a period. */
  | { readonly kind: 'part'; readonly part: PartOfPeriod; readonly moment: Moment }
  /** "the first week of december", "the last friday of the month". `nth` is -1 for the last. */
  | { readonly kind: 'nth'; readonly nth: number; readonly what: Nth; readonly moment: Moment }
  /** "the last two weeks of december" */
  | {
      readonly kind: 'edge'
      readonly count: number
      readonly unit: Unit
      readonly isFirst: boolean
      readonly moment: Moment
    }
  /** The next working day, or the previous one. */
  | { readonly kind: 'workday'; readonly by: 1 | -1 }
  /** A range that was written with both ends as an element of a list. */
  | { readonly kind: 'stretch'; readonly from: Moment; readonly to: Moment }
  /** The last day of a period, as the end of a range. */
  | { readonly kind: 'lastDay'; readonly moment: Moment }

export type When =
  | { readonly kind: 'moment'; readonly moment: Moment }
  /** `turned`: the opposite order, for a range whose first day was moved into an adjacent month. */
  | { readonly kind: 'range'; readonly from: Moment; readonly to: Moment; readonly turned?: When }
  | { readonly kind: 'workdays'; readonly count: number }
  | { readonly kind: 'list'; readonly moments: readonly Moment[] }
  | { readonly kind: 'until' | 'before' | 'from' | 'after' | 'since'; readonly moment: Moment }
  | { readonly kind: 'rest'; readonly moment: Moment }
  /** "for 2 weeks from monday", "the 2 weeks before christmas" */
  | {
      readonly kind: 'lasting'
      readonly place: 'from' | 'after' | 'before'
      readonly moment: Moment
      readonly count: number
      readonly unit: Unit
    }
  /** "eom" and "until the end of the month". `alone`: nothing but "eom" was typed. */
  | { readonly kind: 'untilEnd'; readonly moment: Moment; readonly alone: boolean }
  | { readonly kind: 'rolling'; readonly count: number; readonly unit: Unit; readonly lastUnit: boolean }
