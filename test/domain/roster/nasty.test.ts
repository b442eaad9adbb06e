import { describe, expect, it } from 'vitest'
import { createCsvGrid } from '../../../src/domain/roster/csv.js'
import { withShortCells } from '../../../src/domain/roster/grid.js'
import { peel } from '../../../src/domain/roster/peel.js'
import { splitPortion } from '../../../src/domain/roster/portion.js'
import { nastyShapes } from '../../world/nasty.js'
import { changesOf, csv, findingsOf, json } from './support.js'

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const members = { email: 'ana@acme.test', name: 'Ana', team: 'Design', timezone: 'UTC', avatar: '' }
const leaves = {
  name: 'Ana',
  email: 'ana@acme.test',
  type: 'vacation',
  start: '2026-12-01',
  end: '2026-12-02',
  status: 'approved',
  days: '2',
  portion: 'all day',
}

/** A file of one row with one cell that is not as it was. */
const fileWith = (row: Readonly<Record<string, string>>, column: string, cell: string) =>
  csv(
    `${Object.keys(row).join()}\n${Object.values({ ...row, [column]: cell })
      .map(quoted)
      .join()}\n`,
  )

const cases = [
  ...Object.keys(members).map((column) => [column, members] as const),
  ...Object.keys(leaves).map((column) => [column, leaves] as const),
]

describe('a cell that is longer than any value of its column', () => {
  it.each(cases)('%s is a problem of its row, whatever it holds', (column, row) => {
    for (const [, repeated] of nastyShapes) {
      const found = findingsOf(changesOf([fileWith(row, column, repeated(20_000))]))
      const most = column === 'avatar' ? '2,000' : '500'
      expect(found).toEqual([expect.stringMatching(`line 2, \\w+: must be at most ${most} characters$`)])
    }
  })

  it('is a problem in JSON, too, and of JSON records', () => {
    const name = `x${' '.repeat(20_000)}x`
    expect(findingsOf(changesOf([json({ members: [{ email: 'ana@acme.test', name }] })]))).toEqual([
      expect.stringContaining('name: must be at most 500 characters'),
    ])
    expect(findingsOf(changesOf([json([{ email: 'ana@acme.test', name }])]))).toEqual([
      expect.stringContaining('name: must be at most 500 characters'),
    ])
  })

  it('is read no further than any may be', () => {
    const text = `a,b\n${'x'.repeat(50_000)},${'y'.repeat(2_000)}\n`
    const rows = [...withShortCells(createCsvGrid(text)).rows(() => undefined)].flat()
    expect(rows.map(({ cells }) => cells.map((cell) => cell.length))).toEqual([
      [1, 1],
      [2_001, 2_000],
    ])
  })

  it('does no harm in a column that is not read', () => {
    const row = { ...members, comment: '' }
    for (const [, repeated] of nastyShapes)
      expect(changesOf([fileWith(row, 'comment', repeated(20_000))]).ok).toBe(true)
  })
})

describe('what is peeled', () => {
  it.each([
    ['Start   (DD/MM)  Date', 'Start Date', 'DD/MM'],
    ['Vacation (Germany) [x]', 'Vacation', 'Germany x'],
    ['(a)b', 'b', 'a'],
  ])('of %j stays %j', (text, core, aside) => expect(peel(text)).toEqual({ core, aside }))

  it('leaves blanks around a part of a day nowhere', () => {
    expect(splitPortion('Vacation - half day - ')).toEqual({ rest: 'Vacation', portion: 'half' })
  })
})
