import { compilePhrases, compileWords, openPhrases } from './phrases.js'
import { vocabulary } from './vocabulary.js'

const inDays = openPhrases('days')

/** Words for days that repeat, and the weekdays that they name; none: every day. */
export interface Repeat {
  readonly weekdays: readonly number[]
  /** Each of them, not some of them: "every friday", unlike "on fridays". */
  readonly each: boolean
  /** All of them together, even in a list: "who is out on all fridays". */
  readonly isWhole?: true
  /** "how many are out each day" is answered day by day. */
  readonly isDaily?: true
  /** "the next friday that ana is in" */
  readonly isFirst?: true
}

const everyDay = 'every{, single} day | every weekday | every working day | every workday | all days'
const eachDay = 'each day | each weekday | each working day'

/** Sorted by meaning: every friday, fridays, weekends, every day. */
export const repeats = compilePhrases<Repeat>([
  ...vocabulary.weekdays.flatMap(([name = '', ...short], weekday) => [
    [
      [name, ...short]
        .flatMap((word) => [`every ${word}`, `each ${word}`, `every single ${word}`])
        .join(' | '),
      { weekdays: [weekday], each: true },
    ] as const,
    [`{,on ,the ,on any ,any }${name}s | {,on }any ${name}`, { weekdays: [weekday], each: false }] as const,
    [
      `{,when is ,when's }{,the }{next,first} ${name} {that,when,where,on which}`,
      { weekdays: [weekday], each: false, isFirst: true },
    ] as const,
    [`all{, the, of the} ${name}s`, { weekdays: [weekday], each: true, isWhole: true }] as const,
  ]),
  ['every weekend | each weekend', { weekdays: [5, 6], each: true }],
  ['weekends | on weekends | at weekends | the weekends | all weekends', { weekdays: [5, 6], each: false }],
  [everyDay, { weekdays: [], each: true }],
  [eachDay, { weekdays: [], each: true, isDaily: true }],
])

/** Before days that are all meant: "both monday and tuesday", "all of next week". */
export const wholes = compileWords(inDays('whole'))

/** Beside other days: "the whole week next week". */
export const wholePeriods = compileWords(inDays('whole period'))

/** Anywhere, of both halves of a day: "off all day tomorrow", "off tomorrow all day". */
export const wholeDays = compileWords(inDays('whole day'))
