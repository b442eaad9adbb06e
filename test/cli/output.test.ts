import { describe, expect, it } from 'vitest'
import { inColumns, type Columns } from '../../src/cli/table.js'
import { messageText } from '../../src/cli/ask/message-text.js'

const tableOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  inColumns(columns, rows)({ width: 80, wide: false, paint: (_, text) => text })

/** What a terminal would obey, or what would hide the rest of a line. */
const hostile = [
  ['ESC', '\u001b'],
  ['NUL', '\u0000'],
  ['a bell', '\u0007'],
  ['a line break', '\n'],
  ['a carriage return', '\r'],
  ['a tab', '\t'],
  ['DEL', '\u007f'],
  ['CSI of C1', '\u009b'],
  ['NEL', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['the Arabic letter mark', '\u061c'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left mark', '\u200f'],
  ['a right-to-left override', '\u202e'],
  ['the end of an override', '\u202c'],
  ['an isolate', '\u2066'],
  ['the end of an isolate', '\u2069'],
  ['half a surrogate pair', '\ud800'],
] as const

describe.each(hostile)('%s in a name', (_what, character) => {
  it('is neither obeyed nor hidden in a table', () => {
    const table = tableOf({ NAME: 'name', TEAM: ({ team }) => team }, [
      { name: `Ana${character}[31m`, team: `${character}Design` },
    ])
    expect(table).toBe('NAME      TEAM\nAna\ufffd[31m  \ufffdDesign')
  })

  it('is neither obeyed nor hidden in an answer', () => {
    const line = [`Ana${character}`]
    expect(
      messageText({ title: `Acme${character}`, parts: [{ kind: 'list', heading: line, lines: [line] }] }),
    ).toBe('Acme\ufffd\n\nAna\ufffd\n  Ana\ufffd')
  })
})

it('names of all scripts stay as they are', () => {
  const names = ['Zoë Ñandú', '李小龍', 'שרה', '👩‍👩‍👧 & co']
  expect(
    tableOf(
      { NAME: 'name' },
      names.map((name) => ({ name })),
    ),
  ).toBe(['NAME', ...names].join('\n'))
})

it('a table may have more rows than a function takes arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => ({ row }))
  expect(tableOf({ ROW: 'row' }, rows).split('\n')).toHaveLength(rows.length + 1)
})

it('a table shows what is not there as a dash, and what is empty as nothing', () => {
  const rows = [
    { name: 'Ana', team: null, note: '' },
    { name: 'Ben', team: 0, note: 'new' },
  ]
  expect(tableOf({ NAME: 'name', TEAM: 'team', '': 'note' }, rows)).toBe(
    'NAME  TEAM\nAna   -\nBen   0     new',
  )
})
