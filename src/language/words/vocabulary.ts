import { openPhrases, phrasesByHeading } from './phrases.js'
import { holidays } from './holidays.js'

const inDays = openPhrases('days')
const inPeople = openPhrases('people')
const inRequests = openPhrases('requests')

export const or = (phrases: string): readonly string[] => (phrases === '' ? [] : phrases.split(' | '))

/** The words of numbers. */
const numbersOf = (table: string): readonly (readonly [value: number, words: readonly string[]])[] =>
  [...phrasesByHeading(table)].map(([value, words]) => [Number(value), or(words)])

/** The names of a table whose headings are the usual ones, each with its other forms. */
const namesOf = (table: string): readonly (readonly string[])[] =>
  [...phrasesByHeading(table)].map(([name, others]) => [name, ...or(others)])

/** Words and phrases in lower case; the first of each list is the one used in messages. */
export const vocabulary = {
  weekdays: namesOf('weekdays'),
  months: namesOf('months'),
  counts: numbersOf('counts'),
  ordinals: numbersOf('ordinals'),
  holidays,
  /** Function words; the grammar decides where they may stand. */
  particles: {
    after: or('after'),
    ago: or('ago'),
    at: or('at'),
    and: or('and | & | + | n | plus | or'),
    before: or('before'),
    between: or('between | btw | btwn'),
    coming: or('coming | upcoming | this coming | this upcoming'),
    early: or(inDays('early')),
    late: or(inDays('late')),
    middle: or('mid | mid- | middle of | the middle of | in the middle of | halfway through'),
    firstHalf: or('first half of | the first half of | 1st half of | first half | the first half in'),
    secondHalf: or(inDays('second half')),
    workday: or('working day | workday | work day | business day | weekday'),
    workdays: or('working days | workdays | work days | business days | weekdays'),
    daypart: or('morning | afternoon | evening | night'),
    ending: or('end of | the end of | end'),
    from: or('from | starting | starting from | starting on | beginning | as of | as from'),
    fromNow: or('from now | hence'),
    half: or('h'),
    in: or('in'),
    lasting: or('for'),
    offsetFrom: or('from | after | on'),
    of: or('of'),
    on: or('on'),
    onwards: or('onwards | onward | and onwards | and after | and later | forward'),
    ordinalSuffix: or('st | nd | rd | th'),
    past: or('past | this past | the past'),
    quarter: or('q'),
    earlier: or('earlier | earlier in | earlier on in'),
    later: or('later | later in | later on in'),
    rest: or('rest of | remainder of | rest | remaining | remainder'),
    since: or('since | ever since'),
    span: or('time'),
    starting: or('starting | starting from | starting on | beginning'),
    the: or('the'),
    timeLead: or('at | about | around | by'),
    timeOfDay: or("noon | midnight | midday | lunchtime | o'clock | am | pm | a.m | p.m"),
    timeUnit: or('hour | hours | hrs | hr | minute | minutes | mins | min | second | seconds | secs'),
    to: or('to | until | till | til | through | thru | up to | up until | thru to | through to'),
    until: or(inDays('until')),
    weekNumber: or(inDays('week number')),
    weekOf: or(inDays('week of')),
    within: or(inDays('within')),
    yearWord: or('year | calendar year'),
  },
  /** Commands that always work, as examples for someone who was not understood. */
  examples: or('today | next week | help'),
  help: or(inRequests('help')),
  me: or('me | myself'),
  team: or('team'),
  /** Behind the name of one: "the sales people". */
  teamAfter: or('team | people'),
  /** Words that may introduce a name: "for design". */
  nameLead: or('in | for | the | from | at | on | of'),
  /** Words at either end of a phrase that say nothing about who or when. */
  fillers: or('on | for | during | over | all | all teams'),
  /** First words of questions about something other than a range, a team or a person. */
  questions: or(inRequests('other questions')),
  /** Words of three letters that are repaired too. */
  shortRepairs: or('next | week'),
  /** Short words that resemble too many names and other words to be repaired. */
  unrepaired: or('after | over | past | rest | since | thru | thur | till | tomo'),
  /** First names that resemble a month or a weekday and are never taken for a misspelling of it. */
  givenNames: or(inPeople('given names like days')),
} as const
