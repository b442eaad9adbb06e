import { compileTable, compileWords, splitPhrases, openPhrases, type PhraseTable } from './phrases.js'
import type { AskedFor, AskedKind, Quantity, State } from '../question.js'

/** The form of the question, which decides the first line of the answer. */
export type AskForm =
  | 'list'
  | 'count'
  | 'whether'
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

/** What words ask for. */
interface AskingTerm {
  readonly asks?: Asks
  /** The kind of leave that they name. */
  readonly kind?: AskedKind
  /** Unless it is what is asked: about the first day of a leave, or the last one before it. */
  readonly state?: State
  /** Where it is not what the form says: "how many days is", "last in". */
  readonly asked?: AskedFor
  readonly past?: true
  /** One of several days is enough for it. */
  readonly meets?: true
}

/** Words that introduce a question, and what they imply. */
export interface LeadTerm extends AskingTerm {
  /** Of how many of the people it asks. */
  readonly quantity?: Quantity
  readonly subject?: 'who' | 'any' | 'every'
  readonly form?: AskForm
  /** A name may follow: "is ana". */
  readonly verb?: true
  /** "who isn't" */
  readonly negated?: true
  /** Introduces a question anywhere in the sentence: "next week who's out". */
  readonly strong?: true
  /** "who has", "is ana taking": only together with time off. */
  readonly owning?: true
}

/** A word for being present or absent. */
export interface StateTerm extends AskingTerm {
  readonly asks: Asks
  readonly remark?: Remark
  /** The word is also a preposition of dates and places. */
  readonly preposition?: true
  /** The word can also be an object: "friday off", "a holiday". */
  readonly noun?: true
  /** A name may follow it: "who covers for tom". */
  readonly ofSomebody?: true
  /** Leave, which a bank holiday is not; as a noun somebody's leave as such: "ana's holidays". With `in`: none of it. */
  readonly isLeave?: true
}

const inCourtesy = openPhrases('courtesy')
const inDays = openPhrases('days')
const inLeave = openPhrases('leave')
const inPeople = openPhrases('people')
const inRequests = openPhrases('requests')
const inStates = openPhrases('states')

/** Polite phrases around a question, without a meaning of their own. */
export const politeBefore = compileWords(inCourtesy('before a question'))
export const politeAfter = compileWords(inCourtesy('after a question'))
export const greetings = compileWords(inCourtesy('greetings'))

/** May stand between a subject and its state. */
export const inner = compileWords(inStates('before a state'))
export const innerOwning = compileWords(inStates('before time off'))
export const stillWords = compileWords(inStates('still'))
export const negations = compileWords(inStates('not'))

/** Says that one of the days is enough, which is what a question means anyway. */
export const anyTime = compileWords(inDays('on any of the days'))
/** The same behind a state: "out any day next week". */
export const anyDay = compileWords(inDays('on any of the days, behind a state'))

/** Nouns for time off. */
const nouns: Readonly<Record<string, StateTerm>> = {
  out: { asks: 'out', noun: true },
  leave: { asks: 'out', noun: true, isLeave: true },
  'planned leave': { asks: 'out', noun: true, isLeave: true },
  holiday: { asks: 'out', noun: true, kind: 'holiday', isLeave: true },
  'planned holiday': { asks: 'out', noun: true, kind: 'holiday', isLeave: true },
  'sick leave': { asks: 'out', noun: true, kind: 'sick', isLeave: true },
  'planned sick leave': { asks: 'out', noun: true, kind: 'sick', isLeave: true },
  'personal leave': { asks: 'out', noun: true, kind: 'personal', isLeave: true },
  'parental leave': { asks: 'out', noun: true, kind: 'personal', remark: 'part_of_personal', isLeave: true },
  'bank holiday': { asks: 'out', noun: true, kind: 'bank_holiday' },
}

export const states = compileTable<StateTerm>('states', {
  ...nouns,
  'in as a preposition': { asks: 'in', preposition: true },
  in: { asks: 'in' },
  'not on leave': { asks: 'in', isLeave: true },
  'without a holiday': { asks: 'in', remark: 'read_as_in' },
  reached: { asks: 'in' },
  meet: { asks: 'in', meets: true },
  'on leave': { asks: 'out', isLeave: true },
  'on long leave': { asks: 'out', remark: 'any_length', isLeave: true },
  'on holiday': { asks: 'out', kind: 'holiday' },
  sick: { asks: 'out', kind: 'sick' },
  'on personal leave': { asks: 'out', kind: 'personal' },
  parental: { asks: 'out', kind: 'personal', remark: 'part_of_personal' },
  'on a bank holiday': { asks: 'out', kind: 'bank_holiday' },
  elsewhere: { asks: 'out', remark: 'only_out' },
  'out together': { asks: 'out', asked: 'days' },
  'in together': { asks: 'in', asked: 'days' },
  covering: { asks: 'in', remark: 'no_cover', ofSomebody: true },
  back: { asks: 'back' },
  'back from a holiday': { asks: 'back', kind: 'holiday' },
  'back from sick leave': { asks: 'back', kind: 'sick' },
  'starts leave': { asks: 'out', state: 'starting' },
  'starts a holiday': { asks: 'out', kind: 'holiday', state: 'starting' },
  'starts sick leave': { asks: 'out', kind: 'sick', state: 'starting' },
  'starts personal leave': { asks: 'out', kind: 'personal', state: 'starting' },
  'last day before leave': { asks: 'out', state: 'leaving', asked: 'when' },
  leaving: { asks: 'out', state: 'leaving' },
  'last out': { asks: 'out', past: true },
  'last on holiday': { asks: 'out', past: true, kind: 'holiday' },
  'last sick': { asks: 'out', past: true, kind: 'sick' },
  'came back': { asks: 'back', past: true },
  'came back from a holiday': { asks: 'back', past: true, kind: 'holiday' },
  'came back from sick leave': { asks: 'back', past: true, kind: 'sick' },
  'last in': { asks: 'in', past: true, asked: 'ends' },
  worked: { asks: 'in', past: true },
})

/** The kind of leave that a noun names; null: any. */
type LeaveNouns = PhraseTable<AskedKind | null>

const nexts = { 'next leave': null, 'next holiday': 'holiday' } as const
const lasts = {
  'last day of leave': null,
  'last day of a holiday': 'holiday',
  'last day of sick leave': 'sick',
} as const

/** "ana's next holiday" */
export const nextLeave: LeaveNouns = compileTable('states', nexts)
/** "does ana have any leave planned". */
export const plannedLeave: LeaveNouns = compileTable('states', {
  'planned leave': null,
  'planned holiday': 'holiday',
  'planned sick leave': 'sick',
})
/** "when was ana's last holiday" */
export const lastLeave: LeaveNouns = compileTable('leave', { 'last leave': null, 'last holiday': 'holiday' })
/** "ana's last day off" */
export const lastDays: LeaveNouns = compileTable('states', lasts)
/** Of somebody: "my holiday", "ana's next day off", "toms last one". */
export const leaveNouns = compileTable<unknown>('states', { ...nouns, ...nexts, ...lasts, last: null })
/** Its first day, and its last, are asked for after "when". */
export const edgeNouns: LeaveNouns = compileTable('leave', {
  'leave, that begins or ends': null,
  'holiday, that begins or ends': 'holiday',
  'sick leave, that begins or ends': 'sick',
  'parental leave, that begins or ends': 'personal',
})
/** "the last day of ana's leave". */
export const daysOfLeave = compileTable<'starts' | 'ends'>('leave', {
  'first day of': 'starts',
  'last day of': 'ends',
})
export const edgeVerbs = compileTable<'starts' | 'ends'>('leave', { starts: 'starts', ends: 'ends' })
/** Before somebody's leave: "what's ana's next holiday". */
export const whatLeads = compileWords(inLeave('what is'))

/** Subjects that stand for people, and of how many of them something is asked. */
export const subjects = compileTable<Quantity>('people', { all: 'all', any: 'any', none: 'none' })

/** Both lists at once. */
export const bothStates = compileWords(inStates('in or out'))

/** Words that are not a question on their own. */
export const commands = splitPhrases(inRequests('commands'))

/** Excludes somebody, or days. */
export const exceptions = compileWords(inPeople('except'))
/** Exceptions behind a word for everybody or a state: "everyone not in design". */
export const exceptionsOfAll = compileWords(inPeople('except of all'))
export const everyones = compileWords(inPeople('everyone, before who is left out'))
/** Before a team that is left out: "except those in design". */
export const thoseIn = compileWords(inPeople('those in'))
