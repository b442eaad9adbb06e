import { compilePhrases, compileWords, splitPhrases, openPhrases } from './phrases.js'
import type { AskedFor, AskedKind, Quantity, State } from '../question.js'

const inCourtesy = openPhrases('courtesy')
const inPeople = openPhrases('people')
const inRequests = openPhrases('requests')
const inStates = openPhrases('states')

/** The form of the question, which decides the first line of the answer. */
export type AskForm =
  /** Names the people. */
  | 'list'
  | 'count'
  /** "is anyone out", "is ana in" */
  | 'whether'
  /** "is everyone in" */
  | 'everyone'
  | 'still'
  | 'next'
  | 'how_long'
  | 'days'
  /** "is monday a working day", and "is the office closed on monday", to which yes says the opposite */
  | 'workday'
  | 'closed'

/** Which list is asked for, or who returns. */
export type Asks = 'out' | 'in' | 'back'

/** What is asked about people, or which days are bank holidays. */
export type AskTopic = Asks | 'holidays'

/** Added to an answer when the question asked for more than is known, or for what no list shows. */
export type Remark = 'only_out' | 'no_cover' | 'any_length' | 'read_as_in' | 'part_of_personal'

/** Words that introduce a question, and what they imply. */
export interface LeadTerm {
  /** Of how many of the people it asks. */
  readonly quantity?: Quantity
  readonly subject?: 'who' | 'any' | 'every'
  readonly form?: AskForm
  /** A name may follow: "is ana". */
  readonly verb?: true
  /** "who isn't" */
  readonly negated?: true
  readonly past?: true
  /** Introduces a question anywhere in the sentence: "next week who's out". */
  readonly strong?: true
  /** "who has", "is ana taking": only together with time off. */
  readonly owning?: true
  readonly asks?: Asks
  readonly state?: State
  readonly meets?: true
  readonly kind?: AskedKind
  /** Where it is not what the form says: "how many days is". */
  readonly asked?: AskedFor
}

/** A word for being present or absent. */
export interface StateTerm {
  readonly asks: Asks
  readonly remark?: Remark
  /** The kind of leave that the word names. */
  readonly kind?: AskedKind
  /** The word is also a preposition of dates and places. */
  readonly preposition?: true
  /** Unless it is what is asked: about the first day of a leave, or the last one before it. */
  readonly state?: State
  /** The word can also be an object: "friday off", "a holiday". */
  readonly noun?: true
  readonly past?: true
  /** A name may follow it: "who covers for tom". */
  readonly ofSomebody?: true
  /** Leave, which a bank holiday is not; as a noun somebody's leave as such: "ana's holidays". With `in`: none of it. */
  readonly isLeave?: true
  /** One of several days is enough for it. */
  readonly meets?: true
  /** Where it is not what the form says: "last in". */
  readonly asked?: AskedFor
}

export type PhraseRows<T> = readonly (readonly [phrases: string, term: T])[]

/** Polite phrases around a question, without a meaning of their own. */
export const politeBefore = compileWords(inCourtesy('before a question'))

export const politeAfter = compileWords(inCourtesy('after a question'))

export const greetings = compileWords(inCourtesy('greetings'))

/** May stand between a subject and its state. */
export const inner = compileWords(inStates('before a state'))

export const innerOwning = compileWords(inStates('before time off'))

export const stillWords = compileWords('still | still be | be still | is still | are still')

export const negations = compileWords("not | isn't | aren't | won't be | isnt | arent | n't")

/** Says that one of the days is enough, which is what a question means anyway. */
export const anyTime = compileWords(
  'at all | at any {point,time,stage} | at some {point,stage} | {,on }at least one day | at least once',
)
/** The same behind a state: "out any day next week". */
export const anyDay = compileWords('{,on }any {day,days,time} | anytime | sometime')

/** Leave that somebody has in front of them. */
const plannedAny = '{leave,time off,days off,pto} {planned,booked,coming up}'
const plannedHoliday = '{holiday,holidays,vacation} {planned,booked,coming up}'
const plannedSick = '{sick days,sick leave} {planned,booked}'

const starts = '{starts,starting,going on,goes on}'
const cameBack = '{returned,came back,got back} from{, his, her, their}'

export const states: PhraseRows<StateTerm> = [
  ['in | around | about', { asks: 'in', preposition: true }],
  [inStates('in'), { asks: 'in' }],
  [inStates('not on leave'), { asks: 'in', isLeave: true }],
  ['no {holiday,holidays,vacation}{, booked,planned}', { asks: 'in', remark: 'read_as_in' }],
  [
    '{i can,i could,we can,we could,can i,can we,could i,could we} {ask,ping,call,reach,contact,message,talk to,speak to}',
    { asks: 'in' },
  ],
  ['meet | meet up | together | get together | have a meeting', { asks: 'in', meets: true }],
  [inStates('out'), { asks: 'out', noun: true }],
  [inStates('on leave'), { asks: 'out', isLeave: true }],
  ['on long-term leave | on long term leave', { asks: 'out', remark: 'any_length', isLeave: true }],
  [inStates('on holiday'), { asks: 'out', kind: 'holiday' }],
  [inStates('sick'), { asks: 'out', kind: 'sick' }],
  ['on personal leave | on unpaid leave | on toil', { asks: 'out', kind: 'personal' }],
  [inStates('parental'), { asks: 'out', kind: 'personal', remark: 'part_of_personal' }],
  ['on bank holiday | on a bank holiday', { asks: 'out', kind: 'bank_holiday' }],
  [
    `pto | leave | leaves | paid leave | paid time off | ${plannedAny}`,
    { asks: 'out', noun: true, isLeave: true },
  ],
  [plannedHoliday, { asks: 'out', noun: true, kind: 'holiday', isLeave: true }],
  [inStates('holiday'), { asks: 'out', noun: true, kind: 'holiday', isLeave: true }],
  [
    `sick leave | ${plannedSick} | sick days | sick day | sick people | medical leave | sickness`,
    { asks: 'out', noun: true, kind: 'sick', isLeave: true },
  ],
  ['personal leave | unpaid leave', { asks: 'out', noun: true, kind: 'personal', isLeave: true }],
  [
    'parental leave | maternity leave | paternity leave',
    { asks: 'out', noun: true, kind: 'personal', remark: 'part_of_personal', isLeave: true },
  ],
  ['bank holiday | bank holidays', { asks: 'out', noun: true, kind: 'bank_holiday' }],
  [inStates('elsewhere'), { asks: 'out', remark: 'only_out' }],
  [inStates('out together'), { asks: 'out', asked: 'days' }],
  [inStates('in together'), { asks: 'in', asked: 'days' }],
  [inStates('covering'), { asks: 'in', remark: 'no_cover', ofSomebody: true }],
  [inStates('back'), { asks: 'back' }],
  [inStates('back from a holiday'), { asks: 'back', kind: 'holiday' }],
  [inStates('back from sick leave'), { asks: 'back', kind: 'sick' }],
  [inStates('starts leave'), { asks: 'out', state: 'starting' }],
  [inStates('starts a holiday'), { asks: 'out', kind: 'holiday', state: 'starting' }],
  [`${starts} sick leave`, { asks: 'out', kind: 'sick', state: 'starting' }],
  [`${starts} personal leave`, { asks: 'out', kind: 'personal', state: 'starting' }],
  [inStates('last day before leave'), { asks: 'out', state: 'leaving', asked: 'when' }],
  ['leaving | leaving for holiday | leaving for vacation', { asks: 'out', state: 'leaving' }],
  ['last out | last off | last away | last on leave', { asks: 'out', past: true }],
  ['last on {holiday,holidays,hols,vacation,annual leave}', { asks: 'out', past: true, kind: 'holiday' }],
  ['last sick | last off sick', { asks: 'out', past: true, kind: 'sick' }],
  ['returned | came back | got back', { asks: 'back', past: true }],
  [`${cameBack} {holiday,holidays,vacation}`, { asks: 'back', past: true, kind: 'holiday' }],
  [`${cameBack} sick leave`, { asks: 'back', past: true, kind: 'sick' }],
  ['last {take,took} {time off,a day off,leave,pto}', { asks: 'out', past: true }],
  ['last {take,took} {holiday,a holiday,vacation,a vacation}', { asks: 'out', past: true, kind: 'holiday' }],
  ['last {in,here,around,worked,available,in the office,at work}', { asks: 'in', past: true, asked: 'ends' }],
  ['worked', { asks: 'in', past: true }],
]

/** Nouns for time off that may follow "next": "ana's next holiday". */
export const nextLeave: PhraseRows<AskedKind | null> = [
  [inStates('next leave'), null],
  [inStates('next holiday'), 'holiday'],
]

/** "does ana have any leave planned". */
export const plannedLeave = compilePhrases<AskedKind | null>([
  [plannedAny, null],
  [plannedHoliday, 'holiday'],
  [plannedSick, 'sick'],
])

/** The last one: "when was ana's last holiday". */
export const lastLeave = compilePhrases<AskedKind | null>([
  ['last leave | last time off | last absence | last pto', null],
  ['last holiday | last holidays | last vacation', 'holiday'],
])

/** Its last day: "ana's last day off". */
export const lastDays = compilePhrases<AskedKind | null>([
  ['last day {off,out,away,of leave,of time off,of pto,on leave}', null],
  ['last {day of,day on,holiday,vacation} {holiday,holidays,vacation,day}', 'holiday'],
  ['{last sick day,last day sick,last day of sick leave}', 'sick'],
])

/** Subjects that stand for people, and of how many of them something is asked. */
export const subjects = compilePhrases<Quantity>([
  [inPeople('all'), 'all'],
  ['anyone | anybody | someone | somebody | any of us | at least one person', 'any'],
  ['nobody | no one | noone | none | none of us', 'none'],
])

/** The first day of a leave, and its last, asked for after "when". */
export const edgeNouns = compilePhrases<AskedKind | null>([
  ['leave | time off | pto | absence', null],
  ['holiday | holidays | vacation | annual leave', 'holiday'],
  ['sick leave', 'sick'],
  ['parental leave | maternity leave | paternity leave', 'personal'],
])
/** "the last day of ana's leave". */
export const daysOfLeave = compilePhrases<'starts' | 'ends'>([
  ['{first day,the first day} of', 'starts'],
  ['{last day,the last day} of', 'ends'],
])
/** Before somebody's leave: "what's ana's next holiday". */
export const whatLeads = compileWords("{what,when} {is,was} | what's | whats | when's | whens")
export const edgeVerbs = compilePhrases<'starts' | 'ends'>([
  ['start | starts | begin | begins | started | began', 'starts'],
  ['end | ends | over | finish | finishes | ended', 'ends'],
])

/** Both lists at once. */
export const bothStates = compileWords(inStates('in or out'))

/** Words that are not a question on their own. */
export const commands = splitPhrases(inRequests('commands'))

/** Anywhere, of everybody: "how many are out company-wide". */
export const inAll = compileWords(inPeople('in all'))

/** Excludes somebody, or days. */
export const exceptions = compileWords(inPeople('except'))
/** Exceptions behind a word for everybody or a state: "everyone not in design". */
export const exceptionsOfAll = compileWords(inPeople('except of all'))
export const everyones = compileWords(
  'everyone | everybody | anyone | anybody | all people | people | those | all of us | all',
)
/** Before a team that is left out: "except those in design". */
export const thoseIn = compileWords(inPeople('those in'))
