import { compileTable, type PhraseTable } from './phrases.js'
import type { LeadTerm } from './sentences.js'

const countOfDays = {
  strong: true,
  verb: true,
  form: 'days',
  asked: 'how_long',
  asks: 'out',
  owning: true,
} as const
const anyOf = { subject: 'any', quantity: 'any', form: 'whether' } as const
const noneOf = { subject: 'any', quantity: 'none', form: 'whether' } as const

/** Words that introduce a question, sorted by meaning: who, any, none, all, how many, which days, when, how long, where, is. */
const terms: PhraseTable<LeadTerm> = compileTable<LeadTerm>('leads', {
  who: { subject: 'who', strong: true },
  'who has': { subject: 'who', strong: true, owning: true },
  'who is in': { subject: 'who', strong: true, asks: 'in' },
  'who is not': { subject: 'who', strong: true, negated: true, owning: true },
  anyone: { ...anyOf, strong: true, owning: true },
  'anyone in': { ...anyOf, strong: true, owning: true, asks: 'in' },
  'anyone alone': anyOf,
  'nobody alone': noneOf,
  everyone: { subject: 'every', quantity: 'all', strong: true, form: 'everyone', owning: true },
  people: { subject: 'who' },
  'can i meet': { verb: true, strong: true, quantity: 'all', form: 'whether', asks: 'in', meets: true },
  'can i reach': { verb: true, strong: true, form: 'whether', asks: 'in' },
  'will i see': { verb: true, strong: true, form: 'whether', asked: 'days', asks: 'in' },
  'one of': { verb: true, quantity: 'any', form: 'whether' },
  'neither of': { verb: true, quantity: 'none', form: 'whether' },
  'both of': { verb: true, quantity: 'all', form: 'whether' },
  'who leaves': { subject: 'who', strong: true, asks: 'out', state: 'leaving' },
  nobody: { ...noneOf, strong: true, owning: true },
  'how many': { subject: 'who', strong: true, form: 'count' },
  headcount: { subject: 'who', strong: true, form: 'count', asks: 'in' },
  'who is next': { subject: 'who', strong: true, asked: 'when', quantity: 'any' },
  'how many do': { strong: true, verb: true, form: 'count', owning: true },
  'which days': { strong: true, verb: true, form: 'days', owning: true },
  'are there days': { strong: true, verb: true, form: 'whether', asked: 'days', owning: true },
  'which days off': { strong: true, verb: true, form: 'days', asks: 'out', owning: true },
  'how many days': { strong: true, verb: true, form: 'days', asked: 'how_long', owning: true },
  // Before days, "in" is no state here: "how many days off does ana have in december".
  'how many days off': countOfDays,
  'how many sick days': { ...countOfDays, kind: 'sick' },
  'how many days of holiday': { ...countOfDays, kind: 'holiday' },
  'how many personal days': { ...countOfDays, kind: 'personal' },
  when: { strong: true, verb: true, form: 'next' },
  'when has': { strong: true, verb: true, form: 'next', owning: true },
  'when is neither': { strong: true, verb: true, form: 'next', quantity: 'none' },
  'when is not': { strong: true, verb: true, form: 'next', negated: true },
  'return date': { verb: true, form: 'next', asks: 'back' },
  'next time': { verb: true, form: 'next' },
  'how long': { strong: true, verb: true, form: 'how_long' },
  'how long has': { strong: true, verb: true, form: 'how_long', owning: true },
  'last day that': { verb: true, form: 'how_long' },
  'since when': { strong: true, verb: true, form: 'how_long', asked: 'starts' },
  where: { strong: true, verb: true },
  is: { verb: true, form: 'whether' },
  has: { verb: true, form: 'whether', owning: true },
})

const past = /^(?:was|were|wasn't|weren't|wasnt|werent|did|didn't|had|took|been)$/u

/** Their words say whether they ask about the past. */
export const leads: PhraseTable<LeadTerm> = new Map(
  [...terms].map(([first, entries]) => [
    first,
    entries.map(({ words, value }) =>
      words.some((word) => past.test(word)) ? { words, value: { ...value, past: true } } : { words, value },
    ),
  ]),
)
