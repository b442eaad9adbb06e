import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openSpreadsheet } from '../../../src/cli/import/spreadsheet.js'
import { workbook } from './workbook.js'

const readSpreadsheet = async (bytes: Buffer, sheet = '1') => {
  const book = await openSpreadsheet(bytes)
  return 'unreadable' in book ? book : book.read(sheet)
}

const parts = (sheet: string, more: Readonly<Record<string, string>> = {}): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries({
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData><mergeCells/></worksheet>`,
      ...more,
    }).map(([name, xml]) => [name, strToU8(xml)]),
  )
const read = (sheet: string, more?: Readonly<Record<string, string>>) =>
  readSpreadsheet(Buffer.from(workbook({ S: [] }, parts(sheet, more))))

const inline = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is>${text}</is></c></row>`
const styles = (numFmts: string, cellXfs: string, base = '') => ({
  'xl/styles.xml': `<styleSheet><numFmts>${numFmts}</numFmts><cellStyleXfs>${base}</cellStyleXfs><cellXfs>${cellXfs}</cellXfs><cellStyles><xf numFmtId="14"/></cellStyles></styleSheet>`,
})
const shared = (xml: string) => ({ 'xl/sharedStrings.xml': `<sst>${xml}</sst>` })
const number = (value: number | string, style = 0) =>
  `<row r="1"><c r="A1" s="${style}"><v>${value}</v></c></row>`
const sharedCell = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'

const from1904 = {
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
}
const ownFormat = styles('<numFmt numFmtId="164" formatCode="[$-407]dd/mm/yyyy;@"/>', '<xf numFmtId="164"/>')
const basedOn = styles(
  '',
  '<xf numFmtId="0" xfId="1"/><xf xfId="1"/>',
  '<xf numFmtId="0"/><xf numFmtId="14"/>',
)

const cells: readonly (readonly [
  name: string,
  sheet: string,
  rows: readonly (readonly string[])[],
  more?: Readonly<Record<string, string>>,
])[] = [
  ['a text of its own', inline('<t> Ann </t>'), [['Ann']]],
  ['a text in several formats', inline('<r><t>An</t></r><r><rPr><b/></rPr><t>n</t></r>'), [['Ann']]],
  ['a text with what XML escapes', inline('<t>A &amp; B &#233; <![CDATA[<c>]]></t>'), [['A & B é <c>']]],
  ['a text with what XML does not allow', inline('<t>a_x0041__x000a_b\u0007</t>'), [['aA\nb\u0007']]],
  ['a shared text', sharedCell, [['Ann']], shared('<si><t>Ann</t></si><si><t>Bob</t></si>')],
  [
    'a shared text with its pronunciation',
    sharedCell,
    [['東京']],
    shared('<si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'),
  ],
  [
    'a formula with the text that it gave',
    '<row r="1"><c r="A1" t="str"><f>B1&amp;C1</f><v>Ann</v></c><c r="B1" t="str"><f>D1</f><v></v></c><c r="C1"><f>1+1</f><v>2</v></c></row>',
    [['Ann', '', '2']],
  ],
  [
    'a formula without its result',
    '<row r="1"><c r="A1"><f>B1+4</f></c><c r="B1" s="1"><f>D1</f><v></v></c><c r="C1" t="str"><f t="shared" si="0"/></c><c r="D1"><v>2</v></c><c r="E1" s="1"/></row>',
    [['#FORMULA!', '#FORMULA!', '#FORMULA!', '2']],
  ],
  [
    'a truth, and errors',
    '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><f>X</f><v>#N/A</v></c><c r="D1" t="e"><v>?</v></c><c r="E1" t="e"/><c r="F1"><v>1</v></c></row>',
    [['true', 'false', '#N/A', '#ERROR!', '#ERROR!', '1']],
  ],
  ['a number', number('1.50E+2'), [['150']]],
  ['a day', number(46_346, 1), [['2026-11-20']]],
  ['a day with an hour', number(46_346.75, 1), [['2026-11-20 18:00:00']]],
  ['a day written out', '<row r="1"><c r="A1" t="d"><v>2026-11-20T00:00:00Z</v></c></row>', [['2026-11-20']]],
  ['a day counted from 1904', number(44_884, 1), [['2026-11-20']], from1904],
  ['a day in a format of the file', number(46_346, 0), [['2026-11-20']], ownFormat],
  ['a day in the format of the style that it is based on', number(46_346, 1), [['2026-11-20']], basedOn],
  ['a number in a style that is not there', number(46_346, 7), [['46346']]],
  [
    'rows and cells with others between them',
    '<row r="2"><c r="C2"><v>1</v></c></row><row r="4"><c r="A4"/><c r="B4"><v>2</v></c></row><row r="9"/>',
    [[], ['', '', '1'], [], ['', '2']],
  ],
  [
    'rows and cells without their places',
    '<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="B3"><v>3</v></c></row><row><c><v>4</v></c></row>',
    [['1', '2'], [], ['', '3'], ['4']],
  ],
  ['single quotes', `<row r='1'><c r='B1' t='inlineStr'><is><t>x</t></is></c></row>`, [['', 'x']]],
]

describe('a cell of a spreadsheet', () => {
  it.each(cells.map(([name, sheet, rows, more]) => ({ name, sheet, rows, more })))(
    'with $name',
    async ({ sheet, rows, more }) => {
      expect(await read(sheet, more)).toEqual({ cells: rows })
    },
  )

  it('is found whatever the elements are called before their colon, and wherever the sheet is', async () => {
    const file = workbook(
      {},
      {
        'xl/workbook.xml': strToU8(
          '<x:workbook xmlns:x="a" xmlns:q="b"><x:sheets><x:sheet name="A &amp; B" sheetId="7" state="hidden" q:id="r9"/></x:sheets></x:workbook>',
        ),
        'xl/_rels/workbook.xml.rels': strToU8(
          '<Relationships><Relationship Id="r9" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/other/one.xml"/></Relationships>',
        ),
        'other/one.xml': strToU8(
          '<x:worksheet xmlns:x="a"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        ),
      },
    )
    expect(await readSpreadsheet(Buffer.from(file), 'a & b')).toEqual({ cells: [['1']] })
  })
})

const dateFormats = [
  ...['yyyy-mm-dd', 'd/m/yy', 'm/d/yyyy;@', '[$-409]d-mmm-yy;@', 'dd\\.mm\\.yyyy', 'mmm dddd, yyyy'],
  ...['yyyy"年"m"月"d"日"', 'd mmmm yyyy г.', '[$-411]ge.m.d;yyyy', '[<45000]"Old: "yyyy-mm-dd;0'],
  ...['[h]:mm:ss', 'mm:ss.0', 'h:mm AM/PM'],
]
const otherFormats = [
  ...['General', '0', '#,##0.00', '0.00\\m', '0%', '[Red]0;[Blue]0', '"day "0'],
  ...['@', '# ?/?', '0.0E+00', 'qq', ''],
]

describe('the format of a cell', () => {
  const shownIn = (format: string) => {
    const code = format.replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const more = styles(`<numFmt numFmtId="164" formatCode="${code}"/>`, '<xf numFmtId="164"/>')
    return read(number(46_346, 0), more)
  }

  it.each(dateFormats)('%s shows a date', async (format) =>
    expect(await shownIn(format)).toEqual({ cells: [['2026-11-20']] }),
  )
  it.each(otherFormats)('%s shows a number', async (format) =>
    expect(await shownIn(format)).toEqual({ cells: [['46346']] }),
  )
})

const broken = 'cannot be read as a spreadsheet: save it again as .xlsx, or as CSV'
const large = 'is too large as a spreadsheet: save the sheet as CSV, or split it'
const text = (length: number) => inline(`<t>${'a'.repeat(length)}</t>`)

/** Files of a few kilobytes that took minutes, or gigabytes. */
const hostile: readonly (readonly [
  name: string,
  sheet: () => string,
  said: string,
  more?: () => Readonly<Record<string, string>>,
])[] = [
  ['a row of a large number', () => '<row r="1000000000000000"><c r="A1000000000000000"/></row>', large],
  ['a row beyond the last', () => '<row r="1048577"/>', large],
  ['a column beyond the last', () => '<row r="1"><c r="XFE1"/></row>', large],
  [
    'cells far apart in single quotes',
    () => Array.from({ length: 400 }, (_, i) => `<row r='${i + 1}'><c r='XFD${i + 1}'/></row>`).join(''),
    large,
  ],
  ['millions of empty cells', () => `<row>${'<c/>'.repeat(2_000_000)}</row>`, large],
  ['millions of empty rows', () => '<row/>'.repeat(1_100_000), large],
  ['millions of elements that nobody reads', () => '<x/>'.repeat(2_000_000), large],
  ['millions of beginnings of a cell', () => '<c '.repeat(2_000_000), broken],
  ['millions of elements within each other', () => '<a>'.repeat(2_000_000), large],
  [
    'millions of attributes',
    () => `<row ${Array.from({ length: 200_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
    large,
  ],
  ['a comment of megabytes', () => `<!--${'x'.repeat(10_000_000)}-->`, large],
  ['a cell of megabytes', () => text(10_000_000), large],
  [
    'a cell of 32,768 characters',
    () => text(32_768),
    'has a cell of more than 32,767 characters: shorten it, or save the sheet as CSV',
  ],
  [
    'a long text that thousands of cells share',
    () => Array.from({ length: 3_000 }, () => `<row><c t="s"><v>0</v></c></row>`).join(''),
    large,
    () => shared(`<si><t>${'a b'.repeat(10_000)}</t></si>`),
  ],
  ['entities of its own', () => inline('<t>&b;</t>'), broken],
  ['a row out of order', () => '<row r="2"/><row r="1"/>', broken],
  ['a cell out of order', () => '<row r="1"><c r="B1"/><c r="A1"/></row>', broken],
  ['a cell in another row', () => '<row r="1"><c r="A2"/></row>', broken],
  ['a shared text that is not there', () => sharedCell, broken],
  [
    'thousands of sheets',
    () => '',
    large,
    () => ({ 'xl/workbook.xml': `<workbook>${'<sheet name="S"/>'.repeat(1_001)}</workbook>` }),
  ],
  ['a day after the end of time', () => number('1e300', 1), broken],
]

describe('a spreadsheet is refused for', () => {
  it.each(hostile.map(([name, sheet, said, more]) => ({ name, sheet, said, more })))(
    '$name',
    async ({ sheet, said: unreadable, more }) => {
      expect(await read(sheet(), more?.())).toEqual({ unreadable })
    },
  )

  it('thousands of files, before any is unpacked', async () => {
    const files = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}.xml`, new Uint8Array()]))
    expect(await readSpreadsheet(Buffer.from(workbook({ S: [] }, files)))).toEqual({
      unreadable: large,
    })
  })

  it('a file that unpacks to more than it says', async () => {
    const file = Buffer.from(workbook({ S: [['x']] }, parts('<row/>'.repeat(100_000))))
    const size =
      '<row/>'.repeat(100_000).length + '<worksheet><sheetData></sheetData><mergeCells/></worksheet>'.length
    const stated = Buffer.alloc(4)
    stated.writeUInt32LE(size)
    const lie = Buffer.from([100, 0, 0, 0])
    for (let at = file.indexOf(stated); at !== -1; at = file.indexOf(stated)) lie.copy(file, at)
    expect(await readSpreadsheet(file)).toEqual({ unreadable: broken })
  })
})
