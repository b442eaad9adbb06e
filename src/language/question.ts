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
export type Quantity = 'any' | 'all' | 'none'

/** What somebody is or does on the days. `leaving` is the last day at work before a leave, `starting` its first day. */
export type State = 'out' | 'in' | 'back' | 'leaving' | 'starting'

/** A kind of leave that was asked for by name. */
export type AskedKind = 'holiday' | 'sick' | 'personal' | 'bank_holiday'

/** HalfDay of each day. */
export type HalfDay = 'morning' | 'afternoon'
