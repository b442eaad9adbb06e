import type { AskedKind } from '../question.js'
import { compilePhrases, splitPhrases } from './phrases.js'
import type { LeadTerm, PhraseRows } from './sentences.js'

/** "how many sick days did", "how many holidays does". */
const daysOfKind = (days: string, kind: AskedKind): PhraseRows<LeadTerm> => {
  const term = { strong: true, verb: true, form: 'days', asked: 'how_long', asks: 'out', kind } as const
  return [
    [`how many ${days} {is,will,are,am,does,do}`, { ...term, owning: true }],
    [`how many ${days} {was,were,did,had,has,have}`, { ...term, past: true, owning: true }],
  ]
}

/** Words that introduce a question, sorted by meaning: who, any, none, all, how many, which days, when, how long, where, is. */
const rows: PhraseRows<LeadTerm> = [
  [
    "who | who's | whos | whose | who is | who are | who're | who will | who'll | who would | who may be | who might be | who else | who else is | who all | who all is | who all are | who exactly is | who is all | which people | which people are | what people are | what people | which colleagues are | which members are | which of us | which of us are | which of | which one of | who of us is | who in the team is | people who are | everyone who is | everybody who is | everyone who's | all who are | anyone who is | anyone who's | those who are | list of people | the list of people | a list of people | list of who is | list of who's | list of everyone | the names of people | the people | which team members are | what team members are | which employees are | who does | who do | who gets | who of | who is it that is | who on earth is | who's all | ppl | all people | all the people | all members | names of people | who's going to be | who is going to be | who's gonna be | who is scheduled to be | who is planned to be | who is expected to be | who's due | who is due | who plans to be | who wants to be | who was | who were | who has been | who's been | who have been | who had been | who all was | who else was | which people were | people who were | everyone who was | who'd been",
    { subject: 'who', strong: true },
  ],
  [
    "who has | who's got | who's taking | who is taking | who takes | who has booked | who booked | who's booked | who has got | who's having | who is having | who has taken | who gets to be | who have | who will have | who will be taking | who's on their | who is on their | who had | who did | who took",
    { subject: 'who', strong: true, owning: true },
  ],
  [
    "who do we have | who have we got | who can | who could | who can i reach | who can we reach | who can i ask | who can i talk to | who can i call | who can i contact | who can i speak to | who can i meet | who is left | who's left | whos left | who can help | who can help me",
    { subject: 'who', strong: true, asks: 'in' },
  ],
  [
    "who isn't | who is not | who's not | whos not | who aren't | who are not | who won't be | who will not be | who'll not be | who won't | who isnt | who arent | who wont be | who doesn't | who does not | who can't be | who hasn't | who has not | who hasnt | who haven't | who wasn't | who was not | who weren't | who wasnt | who {hasn't,hasnt,has not,haven't} been",
    { subject: 'who', strong: true, negated: true, owning: true },
  ],
  [
    "is anyone | is anybody | is someone | is somebody | are any people | is there anyone | is there anybody | is there someone | are there any people | is any one | will anyone be | will anybody be | will anyone | will there be {anyone,anybody,people} | is there {anyone,anybody,someone} {who,that} {is,will be,has} | does anyone have | does anybody have | does anyone | does anybody | is anyone else | will someone be | are any of us | is any of us | are there people | do any people have | has anyone booked | has anyone | has anybody | is anyone going to be | will anybody | is there any one | are any of | is any of | will any of | are people | will people be | is at least one of | are at least some of | will at least one of | is at least one person | is at least one | will at least one person be | are some of | anyone's | anybody's | was anyone | was anybody | was someone | were any people | was there anyone | had anyone | did anyone | did anybody | did someone | has anyone been | has anybody been | isn't anyone | isnt anyone | isn't anybody | aren't any of us",
    { subject: 'any', quantity: 'any', strong: true, form: 'whether', owning: true },
  ],
  [
    'do we have {anyone,anybody,people} | have we got anyone | will we have anyone | is {anyone,anybody} left | is there {anyone,anybody} left | will there be {anyone,anybody} left | will {anyone,anybody} be left',
    { subject: 'any', quantity: 'any', strong: true, form: 'whether', owning: true, asks: 'in' },
  ],
  ['anyone | anybody | any one | someone | somebody', { subject: 'any', quantity: 'any', form: 'whether' }],
  ['nobody | no one | noone | none of us | none', { subject: 'any', quantity: 'none', form: 'whether' }],
  [
    'is everyone | is everybody | are all | are we all | are all of us | is the whole team | are all people | is all the team | is everyone else | will everyone be | will everybody be | will everyone | will we all be | is the team all | is every one | are everyone | does everyone | is all of | will all | will all of | will all of us be | will we all | is the {whole,entire} {company,office} | was everyone | was everybody | were all | were we all',
    { subject: 'every', quantity: 'all', strong: true, form: 'everyone', owning: true },
  ],
  [
    'people | everyone | everybody | all | all of | all teams | all of us | the whole team | whole team | everyone who | all people in',
    { subject: 'who' },
  ],
  [
    'can {i,we} {meet,meet with,book a meeting with,have a meeting with,schedule a meeting with}',
    { verb: true, strong: true, quantity: 'all', form: 'whether', asks: 'in', meets: true },
  ],
  [
    '{can,could} {i,we} {call,reach,ping,contact,message,ask,talk to,speak to}',
    { verb: true, strong: true, form: 'whether', asks: 'in' },
  ],
  ['will {i,we} see', { verb: true, strong: true, form: 'whether', asked: 'days', asks: 'in' }],
  ['{is,are,will}{, at least} one of', { verb: true, quantity: 'any', form: 'whether' }],
  ['{is,are,will} either{, of}{, the} | {was,were} either', { verb: true, quantity: 'any', form: 'whether' }],
  [
    '{is,are,will} neither{, of}{, the} | neither{, of}{, the} | {was,were} neither',
    { verb: true, quantity: 'none', form: 'whether' },
  ],
  [
    '{is,are,will} both{, of}{, the} | {is,are,will,was} the {whole,entire}{, of} | were both',
    { verb: true, quantity: 'all', form: 'whether' },
  ],
  [
    "who leaves | who leaves for | who is leaving | who's leaving | who will leave | who will be leaving | who are leaving",
    { subject: 'who', strong: true, asks: 'out', state: 'leaving' },
  ],
  [
    "is nobody | is no one | is noone | is there nobody | is there no one | are none of us | is none of us | nobody's | no one's | noone's | is not a single person | are none of | is none of | will none of | will none of us be | will nobody be | will no one be | will nobody | will no one | does nobody | does no one | has nobody | has no one | was nobody | was no one | were none of us | did nobody | did no one",
    { subject: 'any', quantity: 'none', strong: true, form: 'whether', owning: true },
  ],
  [
    'how many people are | how many are | how many people | how many | how many of us are | how many folks are | how many colleagues are | how many will be | how many people will be | how many members are | how many people is | how many is | how many of us | how many have | how many people have | number of people | the number of people | what number of people are | how many employees are | how many team members are | how many folks | count of people | how many people do we have | how many do we have | how many colleagues | how many members | how many people were | how many were | how many of us were',
    { subject: 'who', strong: true, form: 'count' },
  ],
  ['how many{, people} {does,do}', { strong: true, verb: true, form: 'count', owning: true }],
  [
    'which days am | what days am | on which days am | which days is | what days is | which days are | what days are | on which days is | on what days is | which days will | what days will | which days does | what days does | which day is | what day is | which days | what days | on which days will | what dates is | which dates is | which weeks is | on which days are | which days do | which days can | what days can | which day can | any day | any days | {,on }{which,what} days {was,were}',
    { strong: true, verb: true, form: 'days', owning: true },
  ],
  [
    '{is,will,are} there {a day,any day,any days,days}',
    { strong: true, verb: true, form: 'whether', asked: 'days', owning: true },
  ],
  [
    '{which,what} {days off,days out} {is,will,are,am,does,do,has,have}',
    { strong: true, verb: true, form: 'days', asks: 'out', owning: true },
  ],
  [
    'how many{, working, more}{ days, weekdays, workdays} {is,will,are,am,does,do,has,have,was,were,did,had} | how long in days is',
    { strong: true, verb: true, form: 'days', asked: 'how_long', owning: true },
  ],
  // Before days, "in" is no state here: "how many days off does ana have in december".
  [
    '{how many,number of} {days off,days out,days away,days of leave,days of time off,leave days,pto days,absences} {is,will,are,am,does,do,has,have,for,of,was,were,did,had} | how much {leave,time off,pto} {is,will,are,am,does,do,has,have,was,were,did,had}',
    { strong: true, verb: true, form: 'days', asked: 'how_long', asks: 'out', owning: true },
  ],
  ...daysOfKind('{sick days,days of sick leave,days off sick,days sick}', 'sick'),
  ...daysOfKind(
    '{holiday days,vacation days,holidays,days of holiday,days of vacation,days of annual leave,days on holiday,days on vacation}',
    'holiday',
  ),
  ...daysOfKind('{personal days,days of personal leave}', 'personal'),
  [
    "when am | when is | when's | whens | when will | when are | when does | when do | when | when can | when could | when can we expect | when is it that | what day is it that | when'll | on {what,which} day {does,do,is,are,will} | when was | when did | when were | in how many{, working} days {is,are,am,will,does,do}",
    { strong: true, verb: true, form: 'next' },
  ],
  ['when {is,are,will} neither{, of}', { strong: true, verb: true, form: 'next', quantity: 'none' }],
  [
    "when isn't | when aren't | when won't | when isnt",
    { strong: true, verb: true, form: 'next', negated: true },
  ],
  [
    'first day back for | first day back of | the first day back for | return date for | return date of | the return date of',
    { verb: true, form: 'next', asks: 'back' },
  ],
  [
    "next time | the next time | what is the first day | what's the first day | which is the first day | what is the next day | when is the next time | when will be the next time | next date | the next time that | next day | when is the next day | the next day | first day | the first day | when is the first day | when's the first day",
    { verb: true, form: 'next' },
  ],
  [
    'how long am | until when am | how long is | how long will | how long are | how long will it be until | how long until | how long till | how many{, working, more} days {until,till,til,before} | how long does | how long do | until when is | til when is | til when will | until what date is | until which day is | till what date is | till when is | until when will | until when | for how long is | for how long will | how much longer is | how many more days is | how long before | how long was',
    { strong: true, verb: true, form: 'how_long' },
  ],
  [
    "{what is,what's,whats,when is,when's,whens,what was,when was} {the last day,the last day that,the last day when} | until what day is",
    { strong: true, verb: true, form: 'how_long' },
  ],
  ['{last,the last} {day,time}{, that, when}', { verb: true, form: 'how_long' }],
  [
    'since when {is,has,are,have} | how long {has,have}',
    { strong: true, verb: true, form: 'how_long', asked: 'starts' },
  ],
  [
    "where is | where's | wheres | where are | where will | where was | where were",
    { strong: true, verb: true },
  ],
  [
    "is | are | am | will | does | do | can | could | isn't | aren't | isnt | arent | won't | doesn't | don't | is the | are the | was | were | did | had | wasn't | weren't | wasnt | werent | didn't",
    { verb: true, form: 'whether' },
  ],
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
