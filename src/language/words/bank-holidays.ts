import { compilePhrases, compileWords, openPhrases } from './phrases.js'

const inBankHolidays = openPhrases('bank-holidays')

/** Words of questions about bank holidays, which belong to a place and are nobody's leave. */

/** These never mean a person's own time off. */
export const bankHolidays = compileWords(inBankHolidays('bank holiday'))

/** These mean a bank holiday only when said about a day: "is monday a holiday". */
export const holidayOfDay = compileWords(inBankHolidays('off, of a day'))

/** These mean a bank holiday only when nobody is named: "next holiday". */
export const comingHoliday = compileWords(inBankHolidays('coming holiday'))

/** These mean a bank holiday only when asked for with nothing but days: "how many holidays in july". */
export const holidaysOfAll = compileWords(inBankHolidays('of all'))
export const leadsOfAll = compileWords(inBankHolidays('asking for those of all'))

export const workingDay = compileWords(inBankHolidays('working day'))

const office = '{is,are} {the office,our office,the company,our company,we,work}'
const officeSoon = '{will the office,will our office,will the company,will we,is the office going to} be'

/** "is the office open on 24 dec" */
export const officeHours = compilePhrases<'workday' | 'closed'>([
  [
    `${office} open | ${officeSoon} open | is it a working day | do we have to work | have we to work | do we work | are we working`,
    'workday',
  ],
  [`${office} {closed,shut} | ${officeSoon} {closed,shut} | are we off | will we be off`, 'closed'],
])

export const nextOne = compileWords(inBankHolidays('next'))

export const lastOne = compileWords(
  'last | the last | previous | the previous | our last | most recent | the most recent',
)

/** May follow "which bank holidays". */
export const holidayEnds = compileWords(inBankHolidays('behind which'))

/** May precede the days or the question about them. */
export const holidayLeads = compileWords(inBankHolidays('before days'))

export const whetherLeads = compileWords(
  "is | are | was | were | will | isn't | isnt | does | do | did | have we | do we have | has",
)

/** Questions that begin with these are about people, not days. */
export const peopleLeads = compileWords(inBankHolidays('of people'))

/** Before the name of a holiday: "when is labour day". */
export const whenLeads = compileWords(inBankHolidays('before a name'))

/** "how many days off do we get", "which day do we get off": those of a place, where somebody's own are "does ana have". */
export const daysOffOfAll = compileWords(
  'how many {days off do,days off will,paid days off do,days off did} we {get,have,all get,all have} | how many days {do,will,did} we {get off,have off,get off work} | how many days off {are there,we get} | {which,what}{ day, days} {off do we get,off do we have,do we get off,do we have off,will we get off,we get off,we have off,are we off}',
)
/** Before a day and "off": "do we get labor day off". */
export const weGet = compileWords(
  '{do,will,did} we {get,have,all get,all have} | are we getting | have we got | we get',
)
