import { describe, expect, it } from 'vitest'
import { readLeaveType } from '../../../src/domain/roster/leave-type.js'
import { readStatus } from '../../../src/domain/roster/types.js'
import { leaveWordsIn } from '../../../src/domain/sources/meaning.js'

/** What a calendar reads in the same words: one table serves both. */
const inTitle = (word: string): string | undefined => leaveWordsIn(word, {}).expressions[0]?.meaning

describe('words of common tools', () => {
  it.each([
    ['Casual Leave', 'holiday'],
    ['Earned Leave', 'holiday'],
    ['Congés payés', 'holiday'],
    ['Comp off', 'personal'],
    ['Loss of pay', 'personal'],
    ['Fortbildung', 'personal'],
    ['Bildungsurlaub', 'personal'],
    ['Geschäftsreise', 'skip'],
    ['Remote', 'skip'],
    ['Telework', 'skip'],
    ['thuiswerken', 'skip'],
    ['Kinderkrankentag', 'sick'],
    ['Ziekte', 'sick'],
  ])('%s is %s, in files and in calendars', (word, type) => {
    expect([readLeaveType(word, {})?.type, inTitle(word)]).toEqual([type, type])
  })

  it.each([
    ['Casual', 'holiday'],
    ['Earned', 'holiday'],
    ['Congés payés N-1', 'holiday'],
    ['Krankheit ohne AU', 'sick'],
  ])('%s is %s in a column of kinds', (word, type) => {
    expect(readLeaveType(word, {})?.type).toBe(type)
  })

  it.each(['Casual Friday', 'Earned media review', 'Other'])('%s in a title is no kind of leave', (title) =>
    expect(inTitle(title)).toBeUndefined(),
  )

  it.each([
    ['To approve', 'pending'],
    ['Second approval', 'pending'],
    ['En attente de validation', 'pending'],
    ['Approved', 'approved'],
    ['Refusée', 'rejected'],
    ['Storniert', 'cancelled'],
    ['Somehow', null],
  ])('%s is the status %s', (word, status) => expect(readStatus(word)).toBe(status))
})
