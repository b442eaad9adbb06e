import { stripVTControlCharacters, styleText } from 'node:util'
import { describe, expect, it } from 'vitest'
import stringWidth from 'string-width'
import { inColumns, inFields, wrapLines, type Columns, type Layout } from '../../src/cli/table.js'

const plain: Layout = { width: 40, wide: false, paint: (_, text) => text }

interface Person {
  readonly name: string
  readonly team: string
  readonly at: string
  readonly id: string
  readonly note: string
}

const ana: Person = {
  name: 'Ana Ruiz',
  team: 'Design',
  at: '2026-11-20T10:30:15.123Z',
  id: '7192dfd2-96d7-5718-84d2-221214a2ca5b',
  note: '',
}

const columns: Columns<Person> = {
  NAME: 'name',
  TEAM: { value: 'team', drop: 2 },
  AT: { value: 'at', drop: 1 },
  ID: { value: 'id', drop: 'always' },
  '': { value: 'note', below: true },
}

const linesOf = (rows: readonly Person[], layout: Partial<Layout> = {}): readonly string[] =>
  inColumns(columns, rows)({ ...plain, ...layout }).split('\n')

describe('a table', () => {
  it('leaves ids to --wide, and tells times to the minute', () => {
    expect(linesOf([ana])).toEqual(['NAME      TEAM    AT', 'Ana Ruiz  Design  2026-11-20 10:30Z'])
    expect(linesOf([ana], { wide: true }).map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'TEAM', 'AT', 'ID'],
      ['Ana Ruiz', 'Design', ana.at, ana.id],
    ])
  })

  it('shows of an id within a text how it begins', () => {
    expect(linesOf([{ ...ana, name: `Who ${ana.id} was` }])[1]).toContain('Who 7192dfd2… was')
  })

  it.each([
    [40, ['NAME', 'TEAM', 'AT']],
    [30, ['NAME', 'TEAM']],
    [16, ['NAME', 'TEAM']],
    [15, ['NAME']],
  ])('leaves out columns in their order at a width of %i', (width, headings) => {
    expect(linesOf([ana], { width })[0]?.split(/ {2,}/)).toEqual(headings)
  })

  it('wraps long names rather than to leave out a column for them', () => {
    const name = 'Ana María de los Ángeles Ruiz y Ortega'
    expect(linesOf([{ ...ana, name }], { width: 36 })).toEqual([
      'NAME                          TEAM',
      'Ana María de los Ángeles      Design',
      'Ruiz y Ortega',
    ])
  })

  it('breaks a very long word before the short texts beside it', () => {
    const rows = ['x'.repeat(76), 'ana@example.com'].map((name) => ({ ...ana, name, team: 'not connected' }))
    const lines = linesOf(rows, { width: 80 })
    expect(lines.filter((line) => line.includes('not connected'))).toHaveLength(2)
    expect(lines).toHaveLength(4)
  })

  it('breaks a word only where there is no other way', () => {
    const lines = linesOf([{ ...ana, name: 'ana.ruiz@example.com' }], { width: 12 })
    expect(lines).toEqual(['NAME', 'ana.ruiz@exa', 'mple.com'])
  })

  it('puts a long text below its row, and a short one beside it', () => {
    const note = 'name: Ana → Ana Ruiz, team: none → Design'
    expect(linesOf([{ ...ana, note }, ana])).toEqual([
      'NAME      TEAM    AT',
      'Ana Ruiz  Design  2026-11-20 10:30Z',
      '    name: Ana → Ana Ruiz, team: none →',
      '    Design',
      'Ana Ruiz  Design  2026-11-20 10:30Z',
    ])
    expect(linesOf([{ ...ana, note: 'new' }])[1]).toBe('Ana Ruiz  Design  2026-11-20 10:30Z  new')
  })

  it.each([
    ['letters of East Asia', '李小龍'],
    ['emoji', '🏖️🗼'],
    ['emoji of several parts', '👩‍👩‍👧 co'],
    ['letters with marks', 'Zoe\u0308 N\u0303'],
  ])('lines up %s', (_, name) => {
    const [, first, second] = linesOf([{ ...ana, name }, ana])
    const before = (line: string | undefined) => stringWidth(line!.slice(0, line!.indexOf('Design')))
    expect(before(first)).toBe(before(second))
  })

  it.each([20, 21, 26, 33, 47, 80])('is never wider than %i columns', (width) => {
    const words = ['a', '李小龍財務部', 'x'.repeat(99), 'Ana María de los Ángeles', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', '']
    const rows = words.flatMap((name) => words.map((note) => ({ ...ana, name, team: note, note })))
    const widths = linesOf(rows, { width }).map((line) => stringWidth(line))
    expect(Math.max(...widths)).toBeLessThanOrEqual(width)
  })

  it('paints its headings and its states, and stands as it does without colours', () => {
    const paint: Layout['paint'] = (style, text) => styleText(style, text, { validateStream: false })
    const states: Columns<Person> = { NAME: 'name', STATE: { value: 'team', style: () => 'red' }, '': 'note' }
    const table = inColumns(states, [ana, { ...ana, team: 'Design and research' }])
    const painted = table({ ...plain, width: 20, paint })
    expect(painted.split('\n')[1]).toBe('Ana Ruiz  \x1b[31mDesign\x1b[39m')
    expect(painted.split('\n')[0]).toBe('\x1b[1mNAME\x1b[22m      \x1b[1mSTATE\x1b[22m')
    expect(stripVTControlCharacters(painted)).toBe(table({ ...plain, width: 20 }))
  })
})

it('the fields of one thing are lined up, with ids in full and what is long wrapped', () => {
  const fields = { id: ana.id, days: ['monday', 'tuesday', 'wednesday'], team: null, groups: [] }
  expect(inFields(fields)({ ...plain, width: 42 }).split('\n')).toEqual([
    `id      ${ana.id}`.slice(0, 42),
    `        ${ana.id.slice(34)}`,
    'days    monday, tuesday, wednesday',
    'team    -',
    'groups  none',
  ])
})

it.each([
  ['none yet: whosout init', ['none yet:', '  whosout init']],
  ['To begin: bin/whosout init', ['To begin:', '  bin/whosout init']],
  ['warn  clock: it is late', ['warn  clock:', '      it is', '      late']],
  ['- one two three', ['- one two', '  three']],
  ['  key who_live_0123456789', ['  key', '  who_live_0123456789']],
  ["$ curl -H 'a: b' http://x", ["$ curl -H 'a: b' http://x"]],
])('%s: a command or a word stays whole, and the rest hangs below the beginning', (text, lines) => {
  expect(wrapLines(text, 14).split('\n')).toEqual(lines)
})

it('a text wraps with its indentation; a command to be copied does not', () => {
  expect(wrapLines('Who is out next week\n  Ana, Ben, Chloé and Dan\n  whosout ask next week', 14)).toBe(
    ['Who is out', 'next week', '  Ana, Ben,', '  Chloé and', '  Dan', '  whosout ask next week'].join('\n'),
  )
})
