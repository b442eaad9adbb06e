import type { AskedFor, AskedKind, Quantity, State } from '../question.js'
import { compileTable, type PhraseTable } from './phrases.js'

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

/** What is asked, as far as it was read. */
export interface AskParts {
  asks: AskTopic | null
  form: AskForm
  /** Where it is not what the form says: "how many days is", "last in". */
  asked: AskedFor | null
  /** Of how many of the people it asks; null where no word says so. */
  quantity: Quantity | null
  /** Null: any leave. */
  kind: AskedKind | null
  /** Where it is about the first day of a leave, or the last one before it. */
  state: State | null
  /** "is ana": somebody is named. */
  subject: 'who' | 'any' | 'every' | 'name' | null
  isPast: boolean
  /** "who isn't" */
  isNegated: boolean
  /** "can they meet": one of several days is enough. */
  isMeeting: boolean
  /** Asked with a word for leave, which a bank holiday is not; with `in`: none of it. */
  isOfLeave: boolean
  /** Verbs of possession may precede time off: "who has friday off". */
  isOwning: boolean
}

/** Words that introduce a question, and what they imply. Without a subject a name follows: "is ana". */
export interface LeadTerm extends Readonly<Partial<AskParts>> {
  /** Introduces no question within a sentence, unlike "next week who's out". */
  readonly isWeak?: true
}

/** A word for being present or absent. */
export interface StateTerm extends Readonly<Partial<AskParts>> {
  readonly asks: Asks
  readonly remark?: Remark
  /** The word is also a preposition of dates and places. */
  readonly preposition?: true
  /** Leave as an object, or as such: "a holiday", "ana's holidays". */
  readonly noun?: true
  /** A name may follow it: "who covers for tom". */
  readonly ofSomebody?: true
}

/** Nouns for time off. */
const nouns: Readonly<Record<string, StateTerm>> = {
  out: { asks: 'out' },
  leave: { asks: 'out', noun: true },
  'planned leave': { asks: 'out', noun: true },
  holiday: { asks: 'out', noun: true, kind: 'holiday' },
  'planned holiday': { asks: 'out', noun: true, kind: 'holiday' },
  'sick leave': { asks: 'out', noun: true, kind: 'sick' },
  'planned sick leave': { asks: 'out', noun: true, kind: 'sick' },
  'personal leave': { asks: 'out', noun: true, kind: 'personal' },
  'parental leave': { asks: 'out', noun: true, kind: 'personal', remark: 'part_of_personal' },
  'bank holiday': { asks: 'out', kind: 'bank_holiday' },
}

/** Some words say that what they ask about is over. */
const withPast = <T extends object>(table: PhraseTable<T>, past: RegExp): PhraseTable<T> =>
  new Map(
    [...table].map(([first, entries]) => [
      first,
      entries.map(({ words, value }) => ({
        words,
        value: past.test(words.join(' ')) ? { ...value, isPast: true } : value,
      })),
    ]),
  )

const stateTerms = compileTable<StateTerm>('states', {
  ...nouns,
  'in as a preposition': { asks: 'in', preposition: true },
  in: { asks: 'in' },
  'not on leave': { asks: 'in', isOfLeave: true },
  'without a holiday': { asks: 'in', remark: 'read_as_in' },
  meet: { asks: 'in', isMeeting: true },
  'on leave': { asks: 'out', isOfLeave: true },
  'on long leave': { asks: 'out', remark: 'any_length', isOfLeave: true },
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
  'last in': { asks: 'in', asked: 'ends' },
})

export const states = withPast(
  stateTerms,
  /^(?:last (?!(?:working )?day)|returned|came back|got back|worked)/u,
)

/** One leave: the next one, the last one, the one that was planned, or its last day. */
interface LeaveTerm extends Readonly<Partial<AskParts>> {
  readonly isPlanned?: true
}

const leaves: Readonly<Record<string, LeaveTerm>> = {
  'next leave': {},
  'next holiday': { kind: 'holiday' },
  'planned leave': { isPlanned: true },
  'planned holiday': { isPlanned: true, kind: 'holiday' },
  'planned sick leave': { isPlanned: true, kind: 'sick' },
  'last leave': { isPast: true },
  'last holiday': { isPast: true, kind: 'holiday' },
  'last day of leave': { asked: 'ends' },
  'last day of a holiday': { asked: 'ends', kind: 'holiday' },
  'last day of sick leave': { asked: 'ends', kind: 'sick' },
}

/** "ana's next holiday", "does ana have any leave planned", "ana's last day off" */
export const oneLeave = compileTable('states', leaves)
/** Of somebody: "my holiday", "ana's next day off", "toms last one". */
export const leaveNouns = compileTable<unknown>('states', { ...nouns, ...leaves, last: null })

const countOfDays = { form: 'days', asked: 'how_long', asks: 'out', isOwning: true } as const
const anyOf = { subject: 'any', quantity: 'any', form: 'whether' } as const
const noneOf = { subject: 'any', quantity: 'none', form: 'whether' } as const

/** Words that introduce a question, sorted by meaning: who, any, none, all, how many, which days, when, how long, where, is. */
const terms = compileTable<LeadTerm>('leads', {
  who: { subject: 'who' },
  'who has': { subject: 'who', isOwning: true },
  'who is in': { subject: 'who', asks: 'in' },
  'who is not': { subject: 'who', isNegated: true, isOwning: true },
  anyone: { ...anyOf, isOwning: true },
  'anyone in': { ...anyOf, isOwning: true, asks: 'in' },
  'anyone alone': { ...anyOf, isWeak: true },
  'nobody alone': { ...noneOf, isWeak: true },
  everyone: { subject: 'every', quantity: 'all', form: 'whether', isOwning: true },
  people: { subject: 'who', isWeak: true },
  'can i meet': { quantity: 'all', form: 'whether', asks: 'in', isMeeting: true },
  'can i reach': { form: 'whether', asks: 'in' },
  'will i see': { form: 'whether', asked: 'days', asks: 'in' },
  'one of': { quantity: 'any', form: 'whether', isWeak: true },
  'neither of': { quantity: 'none', form: 'whether', isWeak: true },
  'both of': { quantity: 'all', form: 'whether', isWeak: true },
  'who leaves': { subject: 'who', asks: 'out', state: 'leaving' },
  nobody: { ...noneOf, isOwning: true },
  'how many': { subject: 'who', form: 'count' },
  headcount: { subject: 'who', form: 'count', asks: 'in' },
  'who is next': { subject: 'who', asked: 'when', quantity: 'any' },
  'how many do': { form: 'count', isOwning: true },
  'which days': { form: 'days', isOwning: true },
  'are there days': { form: 'whether', asked: 'days', isOwning: true },
  'which days off': { form: 'days', asks: 'out', isOwning: true },
  'how many days': { form: 'days', asked: 'how_long', isOwning: true },
  // Before days, "in" is no state here: "how many days off does ana have in december".
  'how many days off': countOfDays,
  'how many sick days': { ...countOfDays, kind: 'sick' },
  'how many days of holiday': { ...countOfDays, kind: 'holiday' },
  'how many personal days': { ...countOfDays, kind: 'personal' },
  when: { form: 'next' },
  'when has': { form: 'next', isOwning: true },
  'when is neither': { form: 'next', quantity: 'none' },
  'when is not': { form: 'next', isNegated: true },
  'return date': { form: 'next', asks: 'back', isWeak: true },
  'next time': { form: 'next', isWeak: true },
  'how long': { form: 'how_long' },
  'how long has': { form: 'how_long', isOwning: true },
  'last day that': { form: 'how_long', isWeak: true },
  'since when': { form: 'how_long', asked: 'starts' },
  where: {},
  is: { form: 'whether', isWeak: true },
  has: { form: 'whether', isOwning: true, isWeak: true },
})

export const leads = withPast(
  terms,
  /\b(?:was|were|wasn't|weren't|wasnt|werent|did|didn't|had|took|been)(?= |$)/u,
)
