import { openPhrases } from './phrases.js'
import { holidays } from './holidays.js'
import { namedDays } from './named-days.js'

const inDays = openPhrases('days')
const inPeople = openPhrases('people')
const inRequests = openPhrases('requests')

const or = (phrases: string): readonly string[] => phrases.split(' | ')

const inWords = (words: string): readonly string[] => words.split(' ')

/** Numbers that follow each other, and their words. */
const inOrder = (first: number, step: number, rows: readonly string[]) =>
  rows.map((row, at) => [first + at * step, or(row)] as const)

/** Words and phrases in lower case; the first of each list is the one used in messages. */
export const vocabulary = {
  weekdays: [
    or('monday | mon'),
    or('tuesday | tue | tues'),
    or('wednesday | wed | weds'),
    or('thursday | thu | thur | thurs'),
    or('friday | fri'),
    or('saturday | sat'),
    or('sunday | sun'),
  ],
  months: [
    or('january | jan'),
    or('february | feb'),
    or('march | mar'),
    or('april | apr'),
    or('may'),
    or('june | jun'),
    or('july | jul'),
    or('august | aug'),
    or('september | sep | sept'),
    or('october | oct'),
    or('november | nov'),
    or('december | dec'),
  ],
  units: [
    { unit: 'day', single: or('day'), plural: or('days'), short: or('d') },
    {
      unit: 'week',
      single: or("week | week's | wk | work week | working week | workweek | business week"),
      plural: or('weeks | wks'),
      short: or('w'),
    },
    { unit: 'fortnight', single: or("fortnight | fortnight's"), plural: or('fortnights'), short: [] },
    { unit: 'weekend', single: or('weekend | week-end | wkend | wknd'), plural: [], short: [] },
    {
      unit: 'month',
      single: or("month | month's | mth"),
      plural: or('months'),
      short: or('mo | mths | mos'),
    },
    { unit: 'quarter', single: or('quarter | qtr'), plural: or('quarters'), short: [] },
    { unit: 'year', single: or("year | year's | yr"), plural: or('years'), short: or('yrs') },
  ],
  counts: [
    ...inOrder(1, 1, [
      'one | a | an',
      'two | a couple of | couple of | a couple | couple',
      'three | a few | few',
    ]),
    ...inOrder(4, 1, inWords('four five six seven eight nine ten eleven twelve thirteen fourteen fifteen')),
    ...inOrder(16, 1, inWords('sixteen seventeen eighteen nineteen')),
    ...inOrder(20, 10, inWords('twenty thirty forty fifty sixty seventy eighty ninety')),
  ],
  ordinals: [
    ...inOrder(1, 1, inWords('first second third fourth fifth sixth seventh eighth ninth tenth eleventh')),
    ...inOrder(12, 1, inWords('twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth')),
    ...inOrder(19, 1, inWords('nineteenth twentieth')),
    ...inOrder(30, 10, ['thirtieth']),
  ],
  days: [
    [0, or(inDays('today'))],
    [1, or("tomorrow | tomorrow's | tmrw | tmr | tmw | tom | tomo | tomoz | 2morrow | 2moro")],
    [-1, or("yesterday | yesterday's")],
    [2, or('day after tomorrow | overmorrow')],
    [-2, or('day before yesterday')],
  ],
  shifts: [
    [0, or('this | current | the current')],
    [1, or('next | following')],
    [-1, or('last | previous | prev')],
  ],
  beyond: [
    [2, or('after next | after the next')],
    [-2, or('before last | before the last')],
  ],
  endings: [
    ['week', or('eow')],
    ['month', or('eom | month end | month-end')],
    ['quarter', or('eoq | quarter end | quarter-end')],
    ['year', or('eoy | year end | year-end')],
  ],
  holidays: [...holidays, ...namedDays],
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
    weekNumber: or(
      'week | wk | w | cw | kw | weeks | wks | week no | week number | calendar week | iso week',
    ),
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
