import { compileTable, wordsBelow } from './phrases.js'

/** Words of questions about bank holidays, which belong to a place and are nobody's leave. */

/** These never mean a person's own time off. */
export const bankHolidays = wordsBelow('bank-holidays', 'bank holiday')
/** These mean a bank holiday only when said about a day: "is monday a holiday". */
export const holidayOfDay = wordsBelow('bank-holidays', 'off, of a day')
/** These mean a bank holiday only when nobody is named: "next holiday". */
export const comingHoliday = wordsBelow('bank-holidays', 'coming holiday')
/** These mean a bank holiday only when asked for with nothing but days: "how many holidays in july". */
export const holidaysOfAll = wordsBelow('bank-holidays', 'of all')
export const leadsOfAll = wordsBelow('bank-holidays', 'asking for those of all')

export const workingDay = wordsBelow('bank-holidays', 'working day')
/** "is the office open on 24 dec" */
export const officeHours = compileTable<'workday' | 'closed'>('bank-holidays', {
  'is it open': 'workday',
  'is it closed': 'closed',
})

export const nextOne = wordsBelow('bank-holidays', 'next')
export const lastOne = wordsBelow('bank-holidays', 'last')

/** May follow "which bank holidays". */
export const holidayEnds = wordsBelow('bank-holidays', 'behind which')
/** May precede the days or the question about them. */
export const holidayLeads = wordsBelow('bank-holidays', 'before days')
export const whetherLeads = wordsBelow('bank-holidays', 'whether')
/** Questions that begin with these are about people, not days. */
export const peopleLeads = wordsBelow('bank-holidays', 'of people')
/** Before the name of a holiday: "when is labour day". */
export const whenLeads = wordsBelow('bank-holidays', 'before a name')

/** "how many days off do we get", "which day do we get off": those of a place, where somebody's own are "does ana have". */
export const daysOffOfAll = wordsBelow('bank-holidays', 'days off of all')
