import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { csvLine } from '../../../src/cli/output.js'
import { mixedCells, mixedColumns } from '../../../src/domain/roster/mixed.js'
import { createRowReader } from '../../../src/domain/roster/rows.js'
import { runAtOnce } from '../../../src/calendar/slices.js'

const email = '=ana@acme.test'
const linesOf = (cells: Parameters<typeof csvLine>[0][]): string => cells.map(csvLine).join('\n')

const read = (text: string) => {
  const reader = createRowReader(['people.csv'])
  runAtOnce(reader.read(0, text))
  return reader.rows()
}
const nameIn = (text: string): string | null | undefined => read(text).members[0]?.values.name

describe('a cell that a spreadsheet program would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-', "'-"],
    ['@ana', "'@ana"],
    ['\tAna', "'\tAna"],
    ["'=1", "''=1"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ["'Ed", "'Ed"],
    ["''", "''"],
    ["Ana'=", "Ana'="],
    ['Ana', 'Ana'],
  ])('is written harmlessly: %j as %j', (text, cell) => expect(csvLine([text])).toBe(cell))

  it.each([
    ["'=1+1", '=1+1'],
    ["''=1", "'=1"],
    ['=1+1', '=1+1'],
    ["'Ed", "'Ed"],
    ["'-x", '-x'],
  ])('is read as it was: %j as %j', (cell, name) =>
    expect(nameIn(`email,name\na@acme.test,${cell}`)).toBe(name),
  )
})

/** Names as they are stored. */
const names = fc
  .tuple(
    fc.constantFrom('', "'", "''", '=', '+', '-', '@', "'=", "''-", '"', ';', ','),
    fc.string({ unit: 'grapheme' }),
  )
  .map((parts) => parts.join('').trim().normalize('NFC'))
  .filter((name) => read(JSON.stringify({ members: [{ email, name, team: name }] })).members.length === 1)

const runs = { numRuns: inject('suite') === 'long' ? 10_000 : 500 }

describe('whatever people are called, a file is read back as it was written:', () => {
  it('a list', () =>
    fc.assert(
      fc.property(names, (name) => {
        const [member] = read(
          linesOf([
            ['email', 'name', 'team'],
            [email, name, name],
          ]),
        ).members
        expect(member?.values).toMatchObject({ email, name, team: name })
      }),
      runs,
    ))

  it('an export', () =>
    fc.assert(
      fc.property(names, (name) => {
        const row = mixedCells('members', { email, name, team: name })
        const [member] = read(linesOf([mixedColumns, row])).members
        expect(member?.values).toMatchObject({ email, name, team: name })
      }),
      runs,
    ))
})
