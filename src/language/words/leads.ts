import type { AskedKind } from '../question.js'
import { compilePhrases, splitPhrases, openPhrases } from './phrases.js'
import type { LeadTerm, PhraseRows } from './sentences.js'

const inLeads = openPhrases('leads')

/** "how many sick days did", "how many holidays does". */
const daysOfKind = (days: string, kind: AskedKind): PhraseRows<LeadTerm> => {
  const term = { strong: true, verb: true, form: 'days', asked: 'how_long', asks: 'out', kind } as const
  return [
    [`how many ${days} {is,will,are,am,does,do,has,have}`, { ...term, owning: true }],
    [`how many ${days} {was,were,did,had}`, { ...term, past: true, owning: true }],
  ]
}

/** Words that introduce a question, sorted by meaning: who, any, none, all, how many, which days, when, how long, where, is. */
const rows: PhraseRows<LeadTerm> = [
  [inLeads('who'), { subject: 'who', strong: true }],
  [inLeads('who has'), { subject: 'who', strong: true, owning: true }],
  [inLeads('who is in'), { subject: 'who', strong: true, asks: 'in' }],
  [inLeads('who is not'), { subject: 'who', strong: true, negated: true, owning: true }],
  [inLeads('anyone'), { subject: 'any', quantity: 'any', strong: true, form: 'whether', owning: true }],
  [
    inLeads('anyone in'),
    { subject: 'any', quantity: 'any', strong: true, form: 'whether', owning: true, asks: 'in' },
  ],
  ['anyone | anybody | any one | someone | somebody', { subject: 'any', quantity: 'any', form: 'whether' }],
  ['nobody | no one | noone | none of us | none', { subject: 'any', quantity: 'none', form: 'whether' }],
  [inLeads('everyone'), { subject: 'every', quantity: 'all', strong: true, form: 'everyone', owning: true }],
  [inLeads('people'), { subject: 'who' }],
  [
    'can {i,we} {get,meet,meet with,book a meeting with,have a meeting with,schedule a meeting with}',
    { verb: true, strong: true, quantity: 'all', form: 'whether', asks: 'in', meets: true },
  ],
  [
    '{can,could} {i,we} {call,reach,ping,contact,message,ask,talk to,speak to}',
    { verb: true, strong: true, form: 'whether', asks: 'in' },
  ],
  ['will {i,we} see', { verb: true, strong: true, form: 'whether', asked: 'days', asks: 'in' }],
  ['{is ,are ,will ,}{at least ,}one of', { verb: true, quantity: 'any', form: 'whether' }],
  [
    '{is ,are ,will ,}either{, of}{, the} | {was,were} either',
    { verb: true, quantity: 'any', form: 'whether' },
  ],
  [
    '{is,are,will} neither{, of}{, the} | neither{, of}{, the} | {was,were} neither',
    { verb: true, quantity: 'none', form: 'whether' },
  ],
  [
    '{is,are,will} both{, of}{, the} | {is,are,will,was} the {whole,entire}{, of} | were both',
    { verb: true, quantity: 'all', form: 'whether' },
  ],
  [inLeads('who leaves'), { subject: 'who', strong: true, asks: 'out', state: 'leaving' }],
  [inLeads('nobody'), { subject: 'any', quantity: 'none', strong: true, form: 'whether', owning: true }],
  [inLeads('how many'), { subject: 'who', strong: true, form: 'count' }],
  [inLeads('headcount'), { subject: 'who', strong: true, form: 'count', asks: 'in' }],
  [
    'how many{, people}{ are, will be, would be, are there, do we have} left',
    { subject: 'who', strong: true, form: 'count', asks: 'in' },
  ],
  [
    'who {is,will be} {next,first,the next,the first,the next one,the first one,next one,the next person} {to,to be}',
    { subject: 'who', strong: true, asked: 'when', quantity: 'any' },
  ],
  ['how many{, people} {does,do}', { strong: true, verb: true, form: 'count', owning: true }],
  [inLeads('which days'), { strong: true, verb: true, form: 'days', owning: true }],
  [
    '{is,will,are} there {a day,any day,any days,days}',
    { strong: true, verb: true, form: 'whether', asked: 'days', owning: true },
  ],
  [
    '{which,what} {days off,days out} {is,will,are,am,does,do,has,have}',
    { strong: true, verb: true, form: 'days', asks: 'out', owning: true },
  ],
  [inLeads('how many days'), { strong: true, verb: true, form: 'days', asked: 'how_long', owning: true }],
  // Before days, "in" is no state here: "how many days off does ana have in december".
  [
    inLeads('how many days off'),
    { strong: true, verb: true, form: 'days', asked: 'how_long', asks: 'out', owning: true },
  ],
  ...daysOfKind('{sick days,days of sick leave,days off sick,days sick}', 'sick'),
  ...daysOfKind(
    '{days annual leave,days holiday,days vacation,holiday days,vacation days,holidays,days of holiday,days of vacation,days of annual leave,days on holiday,days on vacation}',
    'holiday',
  ),
  ...daysOfKind('{personal days,days of personal leave}', 'personal'),
  [inLeads('when'), { strong: true, verb: true, form: 'next' }],
  ['when {has,have}', { strong: true, verb: true, form: 'next', owning: true }],
  ['when {is,are,will} neither{, of}', { strong: true, verb: true, form: 'next', quantity: 'none' }],
  [
    "when isn't | when aren't | when won't | when isnt",
    { strong: true, verb: true, form: 'next', negated: true },
  ],
  [inLeads('return date'), { verb: true, form: 'next', asks: 'back' }],
  [inLeads('next time'), { verb: true, form: 'next' }],
  [inLeads('how long'), { strong: true, verb: true, form: 'how_long' }],
  ['{until,till} when {has,have}', { strong: true, verb: true, form: 'how_long', owning: true }],
  [inLeads('last day'), { strong: true, verb: true, form: 'how_long' }],
  ['{last,the last} {day,time}{, that, when}', { verb: true, form: 'how_long' }],
  [
    'since when {is,has,are,have} | how long {has,have}',
    { strong: true, verb: true, form: 'how_long', asked: 'starts' },
  ],
  [
    "where is | where's | wheres | where are | where will | where was | where were",
    { strong: true, verb: true },
  ],
  [inLeads('is'), { verb: true, form: 'whether' }],
  ['has | have', { verb: true, form: 'whether', owning: true }],
]

const past = /\b(?:was|were|wasn't|weren't|wasnt|werent|did|didn't|had|took|been)\b/u

/** Their words say whether they ask about the past. */
export const leads = compilePhrases<LeadTerm>(
  rows.flatMap(([phrases, term]) =>
    splitPhrases(phrases).map(
      (phrase) => [phrase, past.test(phrase) ? { ...term, past: true } : term] as const,
    ),
  ),
)
