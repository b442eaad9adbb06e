import { describe, expect, it } from 'vitest'
import { openImportRoom } from './room.js'
import { workbook } from './workbook.js'

const { open } = openImportRoom()

const people = 'Name;E-Mail\nJörg Weiß;joerg@acme.test\n'
const leaves = 'E-Mail;Art;Von;Bis\njoerg@acme.test;Urlaub;23.11.2026;27.11.2026\n'
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')
const named = (name: string, content: string | Uint8Array) => ({ name, content })
const tabbed = (text: string) => text.replaceAll(';', '\t')

describe('a file is read', () => {
  const record = {
    email: 'joerg@acme.test',
    type: 'PTO',
    start: Date.UTC(2026, 10, 23),
    end: '2026-11-27T00:00:00.000Z',
  }
  const head = [
    ['Acme GmbH', 'Abwesenheiten', '2026'],
    ['Stand', '23.11.2026', 'Seite', '1'],
  ]
  it.each<readonly [name: string, content: string | Uint8Array]>([
    ['in UTF-16, separated by tabs, as Excel saves Unicode text', utf16(tabbed(leaves))],
    ['in UTF-16 with the other order of bytes', utf16(leaves).swap16()],
    ['in UTF-8 with a mark at its beginning', `\uFEFF${leaves}`],
    ['separated by tabs', tabbed(leaves)],
    ['separated by bars', leaves.replaceAll(';', '|')],
    [
      'with other separators within cells',
      leaves.replace('Bis', 'Bis;Kommentar').replace('27.11.2026', '27.11.2026;a|b|c|d, e, f, g, h'),
    ],
    ['with a line that names the separator', `sep=;\n${leaves}`],
    ['with titles of several cells', `Acme GmbH;Abwesenheiten;2026;\nStand;23.11.2026;;\n\n${leaves}`],
    ['with a title of another separator', `Absences, all teams\n${leaves}`],
    ['with a header of two rows', leaves.replace('Von;Bis', 'Zeitraum;\n;;Von;Bis')],
    ['with a heading over groups of columns', `Person;Abwesenheit;;\n${leaves}`],
    ['with totals and a remark below', `${leaves}Summe;;;5\nExported on 23 Nov 2026;;;\n1 row\n`],
    ['without the empty cells at the end', leaves.replace('Von;Bis', 'Von;Bis;Kommentar')],
    ['with date-times', leaves.replace('27.11.2026', '27.11.2026 23:30')],
    [
      'as an array of records',
      JSON.stringify([record, { ...record, start: '2026-12-24', end: null, extra: 1 }].slice(0, 1)),
    ],
    [
      'as a workbook with a title and merged headers',
      workbook({
        S: [
          ...head,
          ['E-Mail', 'Art', 'Zeitraum', null],
          [null, null, 'Von', 'Bis'],
          ['joerg@acme.test', 'Urlaub', { day: '2026-11-23' }, { day: '2026-11-27' }],
          ['Summe', null, null, 5],
        ],
      }),
    ],
  ])('%s', async (_, content) => {
    const isBook = typeof content !== 'string' && content[0] === 0x50
    const room = await open()
    await room.takeJson('', people)
    expect(await room.takeJson('', named(isBook ? 'a.xlsx' : 'a.csv', content))).toMatchObject({
      code: 0,
      leaves: { added: 1 },
    })
    const { out } = await room.run('leaves list --json')
    expect(JSON.parse(out)).toMatchObject([{ start_date: '2026-11-23', end_date: '2026-11-27' }])
  })

  it.each(['a.xls', 'a.xlsx'])('as text that is named %s', async (name) => {
    const room = await open()
    await room.takeJson('', people)
    expect(await room.takeJson('', named(name, tabbed(leaves)))).toMatchObject({
      code: 0,
      leaves: { added: 1 },
    })
  })

  it('in Windows-1252 where it is not UTF-8, and the summary says so', async () => {
    const room = await open()
    const content = Buffer.concat([
      Buffer.from(people, 'latin1'),
      Buffer.from([0x80]),
      Buffer.from(';euro@acme.test\n'),
    ])
    const { out } = await room.take('', named('a.csv', content))
    expect(out).toMatch(/a\.csv was read as Windows-1252\.$/m)
    const { out: listed } = await room.run('members list --json')
    expect(JSON.parse(listed)).toMatchObject([{ name: '€' }, { name: 'Jörg Weiß' }])
  })

  it('and JSON says what was read from where', async () => {
    const room = await open()
    const { read } = await room.takeJson('', named('p.csv', people), named('l.txt', utf16(tabbed(leaves))))
    expect(read).toEqual([
      { file: expect.stringContaining('p.csv'), sheet: null, kind: 'members', rows: 1, encoding: 'UTF-8' },
      { file: expect.stringContaining('l.txt'), sheet: null, kind: 'leaves', rows: 1, encoding: 'UTF-16' },
    ])
  })
})

describe('of a workbook', () => {
  const header = ['E-Mail', 'Art', 'Von', 'Bis']
  const leaf = (first: string) => ['joerg@acme.test', 'Urlaub', { day: first }, { day: first }]
  const sheets = {
    Cover: [['Absences 2026'], ['Please fill in', 'by Friday']],
    People: [
      ['Name', 'E-Mail'],
      ['Jörg Weiß', 'joerg@acme.test'],
    ],
    November: [header, leaf('2026-11-23')],
    December: [header, leaf('2026-12-23')],
    Sums: [
      ['Name', 'Days'],
      ['Jörg Weiß', 2],
    ],
    Empty: [],
  }

  it('a sheet of work shifts beside leaves is left out and named', async () => {
    const room = await open()
    const { People, November } = sheets
    const Shifts = [
      ['Email', 'Shift', 'Start', 'End'],
      ['joerg@acme.test', 'Early', '2026-12-07', '2026-12-07'],
    ]
    const { code, out } = await room.take('', workbook({ People, November, Shifts }))
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Sheets without columns of members or leaves: "Shifts"'),
    ])
  })

  it('every sheet with known columns is read, and the others are named', async () => {
    const room = await open()
    const said = await room.take('', workbook(sheets))
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toContain('1 member added; 2 leaves added')
    expect(said.out).toContain('Sheets without columns of members or leaves: "Cover", "Sums".')
    const { read } = await room.takeJson('', workbook(sheets))
    expect(read).toMatchObject([
      { sheet: 'People', kind: 'members', rows: 1, encoding: null },
      { sheet: 'November', kind: 'leaves', rows: 1 },
      { sheet: 'December', kind: 'leaves', rows: 1 },
    ])
  })

  it('--sheet reads the ones it names', async () => {
    const { takeJson } = await open()
    expect(await takeJson('--sheet People --sheet 3', workbook(sheets))).toMatchObject({
      leaves: { added: 1 },
    })
  })

  it('hidden sheets are left out and named, and --sheet reads them', async () => {
    const room = await open()
    const book = workbook(sheets, {}, ['December'])
    expect((await room.take('', book)).out).toContain('Hidden sheets that were left out: "December"')
    expect(await room.takeJson('--sheet December', book)).toMatchObject({ leaves: { added: 1 } })
  })

  it('a sheet of leaves with a column too few is a problem, whatever the others have', async () => {
    const { take } = await open()
    const { code, err } = await take(
      '',
      workbook({ ...sheets, December: [['E-Mail', 'Von', 'Bis'], ['x@acme.test']] }),
    )
    expect(code).toBe(1)
    expect(err).toContain('1.xlsx (December), row 1: the column "type" of leaves is missing')
  })

  it('without any known sheet, that is the problem', async () => {
    const { take } = await open()
    const { Cover, Sums } = sheets
    expect((await take('', workbook({ Cover, Sums }))).err).toContain(
      'has no sheet with the columns of members or leaves',
    )
  })

  it('the value of a formula is read', async () => {
    const room = await open()
    const { People } = sheets
    const xml = `<worksheet><sheetData><row r="1">${header.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>
      <row r="2"><c t="str"><f>LOWER(A9)</f><v>joerg@acme.test</v></c><c t="str"><f>B1&amp;""</f><v>Urlaub</v></c>
      <c s="1"><f>TODAY()</f><v>46349</v></c><c s="1"><f>C2+1</f><v>46350.98</v></c></row></sheetData></worksheet>`
    const book = workbook({ People, Leaves: [] }, { 'xl/worksheets/sheet2.xml': Buffer.from(xml) })
    expect(await room.takeJson('', book)).toMatchObject({ code: 0 })
    const { out } = await room.run('leaves list --json')
    expect(JSON.parse(out)).toMatchObject([{ start_date: '2026-11-23', end_date: '2026-11-24' }])
  })
})

describe('a file that cannot be read says why', () => {
  it.each<readonly [name: string, content: string | Uint8Array, said: string]>([
    ['photo.xlsx', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'is not an Excel file'],
    ['report.xls', '<html><table><tr><td>Email</td></tr></table></html>', 'is a web page or XML'],
    ['report.csv', '\uFEFF\n<?xml version="1.0"?><Workbook/>', 'is a web page or XML'],
    ['photo.csv', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'is not a text file'],
    [
      'team.ics',
      'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
      'is a calendar: add its address with "whosout sources add calendar',
    ],
  ])('%s', async (name, content, said) => {
    const { take } = await open()
    const { code, err } = await take('', named(name, content))
    expect([code, err]).toEqual([1, expect.stringContaining(said)])
  })
})
