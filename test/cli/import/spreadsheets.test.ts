import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openImportRoom } from './room.js'
import { workbook, type Cell } from './workbook.js'

const { open } = openImportRoom()

const people = workbook({
  Team: [
    ['Name', 'Email'],
    ['Ann', 'ann@acme.test'],
  ],
  'A & B': [['x']],
})

const sheetOf = (xml: string | Uint8Array) => {
  const sheet =
    typeof xml === 'string' ? Buffer.from(`<worksheet><sheetData>${xml}</sheetData></worksheet>`) : xml
  return workbook({ S: [] }, { 'xl/worksheets/sheet1.xml': sheet })
}
const far = Array.from({ length: 1_000 }, (_, i) => `<row><c r="XFD${i + 1}"><v>1</v></c></row>`).join('')
const noEmail = workbook({
  S: [
    ['Name', 'Email'],
    ['Ann', 'ann'],
  ],
})
const leaves = workbook({
  S: [
    ['Email', 'Type', 'From', 'To'],
    ['ann@acme.test', 'PTO', 46_346, 46_347],
  ],
})
const uncalculated = (header: string, cell: Cell) =>
  workbook({
    S: [
      ['Email', 'Type', 'From', 'To', header],
      ['ann@acme.test', 'PTO', { day: '2026-12-07' }, { day: '2026-12-08' }, cell],
    ],
  })
const unreadable = 'cannot be read as a spreadsheet'
const tooLarge = 'is too large as a spreadsheet'

describe('of an .xlsx file, import says', () => {
  it.each<[name: string, file: Uint8Array, said: string, options?: string]>([
    [
      'a sheet that is not there',
      people,
      'has no sheet "Leaves"; its sheets are "Team", "A & B"',
      '--sheet Leaves',
    ],
    ['a sheet by a position that is not there', people, 'has no sheet "3"', '--sheet 3'],
    ['rows by their numbers', noEmail, 'row 2: email: must be an e-mail'],
    ['numbers in place of dates', leaves, 'Excel serial number'],
    [
      'a status without its result',
      uncalculated('Status', { formula: 'VLOOKUP(A2,X!A:B,2,0)' }),
      'row 2: status: is a formula without its result',
    ],
    ['an archive that is no spreadsheet', zipSync({ 'a.txt': new Uint8Array(3) }), unreadable],
    ['a spreadsheet that is cut off', people.slice(0, people.length - 60), unreadable],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is an old Excel file or has a password'],
    ['one that unfolds to 300 MB', sheetOf(new Uint8Array(300 * 1_024 * 1_024)), tooLarge],
    ['one whose few cells stand a million columns apart', sheetOf(far), tooLarge],
  ])('%s', async (_, file, said, options = '') => {
    const { take } = await open()
    const { code, err } = await take(options, file)
    expect(code).toBe(1)
    expect(err).toContain(said)
  })

  it('are never guessed once numbers are declared to be dates', async () => {
    const { takeJson } = await open()
    const read = { code: 0, leaves: { added: 1 } }
    expect(await takeJson('--date-format excel', people, leaves)).toMatchObject(read)
  })
})
