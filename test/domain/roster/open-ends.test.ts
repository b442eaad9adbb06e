import { describe, expect, test } from 'vitest'
import { changesOf, csv, findingsOf, imported, json, type SourceFile } from './support.js'

const stored = imported([csv('Email,Name\nana@acme.test,Ana Ruiz\nben@acme.test,Ben Lang\n')])
const warned = (...files: SourceFile[]) => {
  const compared = changesOf(files, stored)
  return compared.ok
    ? compared.warnings.map(({ file, place, column }) => `${file} ${place} ${column}`)
    : findingsOf(compared)
}
const file = (columns: string, ...rows: string[]) => csv([columns, ...rows].join('\n'))
const ends = 'Email,Type,From,To'
const whole = 'ben@acme.test,PTO,2026-12-08,2026-12-09'

describe('a leave without an end is one day, and a warning where others have an end', () => {
  test.each([
    ['before the other', file(ends, 'ana@acme.test,Sick,2026-11-23,', whole), 2],
    ['after the other', file(ends, whole, 'ana@acme.test,Sick,2026-11-23,'), 3],
    ['with return dates', file('Email,Type,From,Return date', whole, 'ana@acme.test,Sick,2026-11-23,'), 3],
  ])('%s', (_, one, line) => expect(warned(one)).toEqual([`file.csv line ${line} end_date`]))

  test('in records of JSON', () => {
    const row = { email: 'ana@acme.test', type: 'Sick', start_date: '2026-11-23', end_date: null }
    const other = { ...row, start_date: '2026-12-08', end_date: '2026-12-09' }
    expect(warned(json([row, other]))).toEqual(['file.json row 1 end_date'])
    expect(imported([json([row, other])], stored).leaves).toMatchObject([
      { start_date: '2026-11-23', end_date: '2026-11-23' },
      { end_date: '2026-12-09' },
    ])
  })
})

describe('without a warning is', () => {
  test.each([
    ['a list of single days', file(ends, 'ana@acme.test,Sick,2026-11-23,', 'ben@acme.test,PTO,2026-12-08,')],
    ['a file of days', file('Email,Type,Date', 'ana@acme.test,Sick,2026-11-23')],
    ['half a day', file(`${ends},Half day`, 'ana@acme.test,Sick,2026-11-23,,PM', `${whole},`)],
    ['a number of days', file(`${ends},Days`, 'ana@acme.test,Sick,2026-11-23,,1', `${whole},2`)],
    ['work elsewhere', file(ends, 'ana@acme.test,Home office,2026-11-23,', whole)],
    [
      'ends beside work elsewhere only',
      file(ends, 'ana@acme.test,Sick,2026-11-23,', whole.replace('PTO', 'WFH')),
    ],
  ])('%s', (_, one) => expect(warned(one)).toEqual([]))

  test('a file of single days beside another one', () =>
    expect(warned(file(ends, 'ana@acme.test,Sick,2026-11-23,'), csv(`${ends}\n${whole}`, 'b.csv'))).toEqual(
      [],
    ))
})
