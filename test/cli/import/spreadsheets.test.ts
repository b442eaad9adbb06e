import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openImportRoom } from './room.js'
import { workbook } from './workbook.js'

const { open } = openImportRoom()

const people = workbook({
  Team: [
    ['Name', 'Email'],
    ['Ann', 'ann@acme.test'],
  ],
  'A & B': [['x']],
})
const megabyte = 1_024 * 1_024

const cases: readonly (readonly [name: string, file: Uint8Array, words: readonly string[], said: string])[] =
  [
    [
      'a sheet that is not there',
      people,
      ['--sheet', 'Leaves'],
      'has no sheet "Leaves"; its sheets are "Team", "A & B"',
    ],
    ['a sheet by a position that is not there', people, ['--sheet', '3'], 'has no sheet "3"'],
    [
      'rows by their numbers',
      workbook({
        S: [
          ['Name', 'Email'],
          ['Ann', 'ann'],
        ],
      }),
      [],
      'row 2: email: must be an e-mail',
    ],
    [
      'numbers in place of dates',
      workbook({
        S: [
          ['Email', 'Type', 'From', 'To'],
          ['a@b.test', 'PTO', 46_346, 46_347],
        ],
      }),
      [],
      'Excel serial number',
    ],
    [
      'an archive that is no spreadsheet',
      zipSync({ 'a.txt': new Uint8Array(3) }),
      [],
      'cannot be read as a spreadsheet',
    ],
    [
      'a spreadsheet that is cut off',
      people.slice(0, people.length - 60),
      [],
      'cannot be read as a spreadsheet',
    ],
    [
      'an old Excel file',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      [],
      'is an old Excel file or has a password',
    ],
    [
      'one that unfolds to 300 MB',
      workbook({ S: [['Name', 'Email']] }, { 'xl/worksheets/sheet1.xml': new Uint8Array(300 * megabyte) }),
      [],
      'is too large as a spreadsheet',
    ],
    [
      'one whose few cells stand a million columns apart',
      workbook(
        { S: [] },
        {
          'xl/worksheets/sheet1.xml': Buffer.from(
            `<worksheet><sheetData>${Array.from({ length: 1_000 }, (_, i) => `<row><c r="XFD${i + 1}"><v>1</v></c></row>`).join('')}</sheetData></worksheet>`,
          ),
        },
      ),
      [],
      'is too large as a spreadsheet',
    ],
  ]

describe('of an .xlsx file, import says', () => {
  it.each(cases)('%s', async (_, file, words, said) => {
    const { take } = await open()
    const { code, err } = await take(words, file)
    expect(code).toBe(1)
    expect(err).toContain(said)
  })

  it('are never guessed once numbers are declared to be dates', async () => {
    const { takeJson } = await open()
    const leaves = workbook({
      S: [
        ['Email', 'Type', 'From', 'To'],
        ['ann@acme.test', 'PTO', 46_346, 46_347],
      ],
    })
    expect(await takeJson(['--date-format', 'excel'], people, leaves)).toMatchObject({
      code: 0,
      leaves: { added: 1 },
    })
  })
})
