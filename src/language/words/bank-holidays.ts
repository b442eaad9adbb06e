import { compileTable, compileWords, openPhrases } from './phrases.js'

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
/** "is the office open on 24 dec" */
export const officeHours = compileTable<'workday' | 'closed'>('bank-holidays', {
  'is it open': 'workday',
  'is it closed': 'closed',
})

export const nextOne = compileWords(inBankHolidays('next'))
export const lastOne = compileWords(inBankHolidays('last'))

/** May follow "which bank holidays". */
export const holidayEnds = compileWords(inBankHolidays('behind which'))
/** May precede the days or the question about them. */
export const holidayLeads = compileWords(inBankHolidays('before days'))
export const whetherLeads = compileWords(inBankHolidays('whether'))
/** Questions that begin with these are about people, not days. */
export const peopleLeads = compileWords(inBankHolidays('of people'))
/** Before the name of a holiday: "when is labour day". */
export const whenLeads = compileWords(inBankHolidays('before a name'))

/** "how many days off do we get", "which day do we get off": those of a place, where somebody's own are "does ana have". */
export const daysOffOfAll = compileWords(inBankHolidays('days off of all'))
