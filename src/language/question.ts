/**
 * What is asked about a set of people and a set of days: which people, how many, yes or no (with a quantity), on which
 * day first, on which days (all of the people together), how many working days, or when the leave that is running or
 * next starts or ends; which bank holidays there are, or whether a day is a working day.
 */
export type AskedFor =
  | 'people'
  | 'count'
  | 'whether'
  | 'when'
  | 'days'
  | 'how_long'
  | 'starts'
  | 'ends'
  | 'holidays'
  | 'workday'

/** Of how many of the people something is asked, for yes or no and for a day. */
export type Quantity = 'any' | 'all' | 'none' | Bound

/** "more than 5 people" */
export type Bound = `at ${'least' | 'most'} ${number}`

/** The bound and its number; null for another quantity. */
export const boundOf = (quantity: Quantity): { readonly isLeast: boolean; readonly count: number } | null =>
  quantity.startsWith('at ')
    ? { isLeast: quantity.startsWith('at least'), count: Number(quantity.split(' ').at(-1)) }
    : null

/** What somebody is or does on the days. `leaving` is the last day at work before a leave, `starting` its first day. */
export type State = 'out' | 'in' | 'back' | 'leaving' | 'starting'

/** Asked of the people of each day, whoever they are: on each of the days, or on some day (of all: one of their own). */
export type ByDay = 'each' | 'some'

/** A kind of leave that was asked for by name. */
export type AskedKind = 'holiday' | 'sick' | 'personal' | 'bank_holiday'

export const kindNouns: Readonly<Record<AskedKind, string>> = {
  holiday: 'holiday',
  sick: 'sick leave',
  personal: 'personal leave',
  bank_holiday: 'bank holiday',
}

/** Of each day. */
export type HalfDay = 'morning' | 'afternoon'
