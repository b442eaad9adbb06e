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

/** Sorted by meaning: every friday, fridays, the next friday, all fridays, weekends, every day. */
export const repeats = compilePhrases<Repeat>([
  ...vocabulary.weekdays.flatMap((names, weekday): readonly (readonly [string, Repeat])[] => {
    const [[name], weekdays] = [names, [weekday]]
    return [
      [`{every,each,every single} {${names.join(',')}}`, { weekdays, each: true }],
      [`{,on ,the ,on any ,any }${name}s | {,on }any ${name}`, { weekdays, each: false }],
      [
        `{,when is ,when's }{,the }{next,first} ${name} {that,when,where,on which}`,
        { weekdays, each: false, isFirst: true },
      ],
      [`all{, the, of the} ${name}s`, { weekdays, each: true, isWhole: true }],
    ]
  }),
  ['{every,each} weekend', { weekdays: [5, 6], each: true }],
  ['{,on ,at ,the ,all }weekends', { weekdays: [5, 6], each: false }],
  ['every{, single} day | every {weekday,working day,workday} | all days', { weekdays: [], each: true }],
  ['each {day,weekday,working day}', { weekdays: [], each: true, isDaily: true }],
])

/** Before days that are all meant: "both monday and tuesday", "all of next week". */
export const wholes = compileWords(inDays('whole'))
/** Beside other days: "the whole week next week". */
export const wholePeriods = compileWords(inDays('whole period'))
/** Anywhere, of both halves of a day: "off all day tomorrow", "off tomorrow all day". */
export const wholeDays = compileWords(inDays('whole day'))
