import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { csvLine } from '../../../src/cli/output.js'
import { mixedCells, mixedColumns } from '../../../src/domain/roster/mixed.js'
import { createRowReader } from '../../../src/domain/roster/rows.js'
import { runAtOnce } from '../../../src/calendar/slices.js'

const linesOf = (cells: Parameters<typeof csvLine>[0][]): string => cells.map(csvLine).join('\n')

const read = (text: string) => {
  const reader = createRowReader(['people.csv'])
  runAtOnce(reader.read(0, text))
  return reader.rows()
}
const valuesIn = (text: string) => read(text).members.map(({ values }) => values)
const nameIn = (text: string): string | null | undefined => valuesIn(text)[0]?.name

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

const emailOf = (index: number): string => `=ana${index}@acme.test`
const peopleCalled = (names: readonly string[]) =>
  names.map((name, index) => ({ email: emailOf(index), name, team: name }))

/** Of these texts, those that are stored as a name. */
const storedNames = (texts: readonly string[]): readonly string[] => {
  const stored = new Set(valuesIn(JSON.stringify({ members: peopleCalled(texts) })).map(({ email }) => email))
  return texts.filter((_, index) => stored.has(emailOf(index)))
}

/** Names of people in one file, which costs less to read than a file each. */
const names = fc
  .array(
    fc.tuple(
      fc.constantFrom('', "'", "''", '=', '+', '-', '@', "'=", "''-", '"', ';', ','),
      fc.string({ unit: 'grapheme' }),
    ),
    { minLength: 1, maxLength: 40, size: 'max' },
  )
  .map((texts) => storedNames(texts.map((parts) => parts.join('').trim().normalize('NFC'))))

/** Twenty names each. */
const runs = { numRuns: Math.ceil(inject('cases') / 8) }

describe('whatever people are called, a file is read back as it was written:', () => {
  it('a list', () =>
    fc.assert(
      fc.property(names, (all) => {
        const people = peopleCalled(all)
        const rows = people.map(({ email, name, team }) => [email, name, team])
        expect(valuesIn(linesOf([['email', 'name', 'team'], ...rows]))).toMatchObject(people)
      }),
      runs,
    ))

  it('an export', () =>
    fc.assert(
      fc.property(names, (all) => {
        const people = peopleCalled(all)
        const rows = people.map((one) => mixedCells('members', one))
        expect(valuesIn(linesOf([mixedColumns, ...rows]))).toMatchObject(people)
      }),
      runs,
    ))
})
