import { compilePhrases, compileWords } from './phrases.js'

/** Words of questions about bank holidays, which belong to a place and are nobody's leave. */

/** These never mean a person's own time off. */
export const bankHolidays = compileWords(
  'bank holiday | bank holidays | public holiday | public holidays | national holiday | national holidays | federal holiday | federal holidays | statutory holiday | statutory holidays | stat holiday | stat holidays | legal holiday | legal holidays | official holiday | official holidays | company holiday | company holidays | office holiday | office holidays | bank hol | bank hols | public hols',
)

/** These mean a bank holiday only when said about a day: "is monday a holiday". */
export const holidayOfDay = compileWords(
  'a holiday | a day off | an off day | a non-working day | a non working day | a free day | holiday',
)

/** These mean a bank holiday only when nobody is named: "next holiday". */
export const comingHoliday = compileWords(
  'next holiday | next holidays | upcoming holiday | upcoming holidays | coming holiday | coming holidays',
)

export const workingDay = compileWords(
  'a working day | a workday | a work day | a business day | a normal working day | a regular working day | a normal workday | working day | workday',
)

const office = '{is,are} {the office,our office,the company,our company,we,work}'
const officeSoon = '{will the office,will our office,will the company,will we,is the office going to} be'

/** "is the office open on 24 dec" */
export const officeHours = compilePhrases<'workday' | 'closed'>([
  [
    `${office} open | ${officeSoon} open | is it a working day | do we have to work | do we work | are we working`,
    'workday',
  ],
  [`${office} {closed,shut} | ${officeSoon} {closed,shut}`, 'closed'],
])

export const nextOne = compileWords(
  'next | the next | our next | upcoming | the upcoming | coming | the coming | my next | next few | the next few',
)

export const lastOne = compileWords(
  'last | the last | previous | the previous | our last | most recent | the most recent',
)

/** May follow "which bank holidays". */
export const holidayEnds = compileWords(
  'are there | are | is | is there | were there | were | do we have | did we have | do we get | have we got | are coming up | coming up | fall | falls | are left | left | do we have left | remaining | are remaining | still to come | for us | for all of us | for everyone | for everybody',
)

/** May precede the days or the question about them. */
export const holidayLeads = compileWords(
  "when is | when's | whens | when are | when was | when were | what is | what's | whats | what are | which is | which are | which days are | what days are | on which days are | on which days is | which day is | what day is | when do we have | when do we get | which | what | is there | are there | are there any | is there any | was there | were there | will there be | do we have | do we get | do i have | have we got | have we | did we have | is | are | was | were | will | isn't | is it | was it | list | any | all | all the | the | a | an | our | my | also | be | also a | how many | number of | the number of | it",
)

export const whetherLeads = compileWords(
  "is | are | was | were | will | isn't | isnt | does | do | did | have we | do we have | has",
)

/** Questions that begin with these are about people, not days. */
export const peopleLeads = compileWords(
  "who | who's | whos | whose | who is | who are | who was | who has | is anyone | is anybody | is everyone | is everybody | is nobody | is no one | does anyone | does everyone | does nobody | are people | do people | anyone | anybody | everyone | everybody | nobody | how many people | how many are | people",
)

/** Before the name of a holiday: "when is labour day". */
export const whenLeads = compileWords(
  "when is | when's | whens | when was | {what,which} {day,date} {is,was} | what is the date of | what's the date of",
)
