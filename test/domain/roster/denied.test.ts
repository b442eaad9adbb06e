import { describe, expect, it } from 'vitest'
import { changesOf, csv, findingsOf, imported } from './support.js'

const people = csv('email,name\nann@acme.test,Ann Lee\n')

const found = (columns: string, cells: string): readonly string[] =>
  findingsOf(changesOf([people, csv(`Email,Type,From,To,${columns}\nann@acme.test,${cells}\n`)]))
const days = '2026-12-07,2026-12-09'

describe('a leave that a file denies beside its status', () => {
  it.each([
    ['Cancelled', `PTO,${days},Yes`],
    ['Cancelled At', `PTO,${days},2026-12-01`],
    ['Is Withdrawn', `PTO,${days},Y`],
    ['Rejected by', `PTO,${days},Finn`],
    ['Storniert', `PTO,${days},ja`],
    ['Status,Cancelled At', `PTO,${days},Approved,2026-12-01`],
  ])('is asked about: %s of %s', (columns, cells) =>
    expect(found(columns, cells)).toEqual([expect.stringContaining('and yet the leave would count')]),
  )

  it.each([
    ['Cancelled', `PTO,${days},No`],
    ['Cancelled At', `PTO,${days},`],
    ['Status,Cancelled At', `PTO,${days},Cancelled,2026-12-01`],
    ['Requested on', `PTO,${days},2026-12-01`],
    ['Approved by', `PTO,${days},Finn`],
  ])('is none of these: %s of %s', (columns, cells) => expect(found(columns, cells)).toEqual([]))

  it.each(['Holiday (Cancelled)', 'Sick (rejected)', 'Vacation (pending)', 'Congés payés (refusé)'])(
    'is no type that is known: %s',
    (type) =>
      expect(found('Note', `${type},${days},`)).toEqual([
        expect.stringContaining('must be one of holiday, sick'),
      ]),
  )

  it.each(['Vacation (Germany)', 'Holiday (approved)'])('stands with what else is in brackets: %s', (type) =>
    expect(
      imported([people, csv(`Email,Type,From,To\nann@acme.test,${type},${days}\n`)]).leaves,
    ).toHaveLength(1),
  )

  it.each(['Lapsed', 'Encashed', 'Allocation', 'Not granted'])('is no leave where a column says %s', (word) =>
    expect(found('Transaction', `PTO,${days},${word}`)).toEqual([
      expect.stringContaining('would count as approved'),
    ]),
  )

  it.each([
    ['Rejected requests', 1],
    ['Cancelled leaves 2026', 1],
    ['Pending', 1],
    ['Leave 2026', 0],
    ['Approved and pending', 0],
    ['No. 12', 0],
  ])('is asked about below the title %s: %i', (title, count) => {
    const file = csv(`${title}\nEmail,Type,From,To\nann@acme.test,PTO,${days}\n`)
    expect(findingsOf(changesOf([people, file]))).toEqual(
      Array.from({ length: count }, () => expect.stringContaining('have no column of statuses')),
    )
    const approved = changesOf([people, file], undefined, undefined, { allApproved: true })
    expect(findingsOf(approved)).toEqual([])
  })
})
