import { describe, expect, test } from 'vitest'
import { changesOf, countsOf, csv, findingsOf, imported } from './support.js'

const people = imported([csv('Employee #,Email,Name\n7,ana@acme.test,Ana Ruiz\n')])
const unread = (cell: string): string =>
  `cannot be read, the cell has ${cell}: correct it in the spreadsheet, or clear the cell`
const noResult =
  'is a formula without its result: open the file in a spreadsheet program, save it, and import it again'

const leaves = (columns: string, ...rows: string[]) => csv([columns, ...rows].join('\n'))
const found = (columns: string, ...rows: string[]) =>
  findingsOf(changesOf([leaves(columns, ...rows)], people))

describe('a cell that has something in place of its value is one problem of its row', () => {
  test.each([
    ['#N/A'],
    ['#REF!'],
    ['#DIV/0!'],
    ['#NAME?'],
    ['#BEZUG!'],
    ['#NV'],
    ['#¡VALOR!'],
    ['########'],
    ['Err:502'],
  ])('%s', (cell) =>
    expect(found('Email,Type,From,To', `ana@acme.test,PTO,2026-12-07,${cell}`)).toEqual([
      `line 2, end_date: ${unread(cell)}`,
    ]),
  )

  test('a formula without its result says what to do', () =>
    expect(found('Email,Type,From,To', 'ana@acme.test,PTO,2026-12-07,#FORMULA!')).toEqual([
      `line 2, end_date: ${noResult}`,
    ]))

  test.each([
    ['email', 'Email,Name,Type,Date', '#N/A,Ana Ruiz,PTO,2026-12-07'],
    ['name', 'Email,Name,Type,Date', ',#N/A,PTO,2026-12-07'],
    ['first_name', 'First name,Last name,Type,Date', '#N/A,Ruiz,PTO,2026-12-07'],
    ['external_id', 'Employee #,Type,Date', '#N/A,PTO,2026-12-07'],
    ['type', 'Email,Type,Date', 'ana@acme.test,#N/A,2026-12-07'],
    ['type', 'Email,Reason,Date', 'ana@acme.test,#N/A,2026-12-07'],
    ['date', 'Email,Type,Date', 'ana@acme.test,PTO,#N/A'],
    ['start_date', 'Email,Type,From,To', 'ana@acme.test,PTO,#N/A,2026-12-07'],
    ['return_date', 'Email,Type,From,Return date', 'ana@acme.test,PTO,2026-12-07,#N/A'],
    ['portion', 'Email,Type,Date,Half day', 'ana@acme.test,PTO,2026-12-07,#N/A'],
    ['status', 'Email,Type,Date,Status', 'ana@acme.test,PTO,2026-12-07,#N/A'],
    ['status', 'Email,Type,Date,State,Approved', 'ana@acme.test,PTO,2026-12-07,#N/A,Approved'],
    ['name', 'Email,Name,Team', 'ana@acme.test,#N/A,Design'],
    ['team', 'Email,Name,Team', 'ana@acme.test,Ana Ruiz,#N/A'],
    ['active', 'Email,Name,Active', 'ana@acme.test,Ana Ruiz,#N/A'],
    ['employment', 'Email,Name,Status', 'ana@acme.test,Ana Ruiz,#N/A'],
    ['timezone', 'Email,Name,Time zone', 'ana@acme.test,Ana Ruiz,#N/A'],
  ])('in the column of %s: %s', (column, header, row) =>
    expect(found(header, row)).toEqual([`line 2, ${column}: ${unread('#N/A')}`]),
  )

  test('a status that is not read is none that may be ignored', () => {
    const file = leaves('Email,Type,Date,Status', 'ana@acme.test,PTO,2026-12-07,#N/A')
    const columns = new Map([['status', { name: 'Status', column: null }]])
    expect(findingsOf(changesOf([file], people, [], { columns }))).toEqual([
      expect.stringContaining('says "#N/A" and is not read'),
    ])
  })
})

describe('what stays as it was', () => {
  const added = 'teams +0 ~0 -0 =0 members +0 ~0 -0 =0 leaves +1 ~0 -0 =0'
  const counts = (columns: string, ...rows: string[]) =>
    countsOf(changesOf([leaves(columns, ...rows)], people))

  test.each([
    ['a blank row', ',,,'],
    ['a row with nothing but such a cell in a column that is not read', ',,,#FORMULA!'],
    ['a total that has no result', 'Total,,,#FORMULA!'],
    ['work elsewhere, whose end does not matter', 'ana@acme.test,Home office,#REF!,'],
    ['a column that is not read', 'ana@acme.test,PTO,2026-12-07,#N/A'],
  ])('%s', (_, row) =>
    expect(counts('Email,Type,Date,Weekday', 'ana@acme.test,PTO,2026-12-07,Mon', row)).toContain(
      'leaves +1 ~0 -0',
    ),
  )

  test('texts that only begin like one', () => {
    const { members } = imported([csv('Email,Name,Team\nana@acme.test,#Ana!,#Growth\n')], people)
    expect(members).toMatchObject([{ name: '#Ana!' }])
    expect(counts('Email,Type,Date,Note', 'ana@acme.test,PTO,2026-12-07,#3')).toBe(added)
  })
})

describe('a header row with such a cell', () => {
  const row = 'ana@acme.test,PTO,2026-12-07,Denied'
  test('is refused, since the column may be any', () =>
    expect(found('Email,Type,Date,#REF!', row)).toContain(
      'line 1: has a column whose name cannot be read, #REF!: write its name, or ignore it with --map "#REF!=-"',
    ))

  test('is read once somebody has said what the column is', () => {
    const columns = new Map([['numberref', { name: '#REF!', column: 'status' }]])
    const file = leaves('Email,Type,Date,#REF!', row)
    expect(imported([file], people, [], { columns }).leaves).toMatchObject([{ status: 'rejected' }])
  })
})
