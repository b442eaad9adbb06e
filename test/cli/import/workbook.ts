import { strToU8, zipSync } from 'fflate'

/**
 * A cell as Excel keeps it: a text, a number, or a day as the number of a day with the format of dates. Or as other
 * programs write it: a formula without its result.
 */
export type Cell = string | number | { readonly day: string } | { readonly formula: string } | null

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const letter = (column: number): string => String.fromCharCode(65 + column)

const serialOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

const cellXml = (cell: Cell, reference: string, shared: string[]): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'object' && 'formula' in cell)
    return `<c r="${reference}"><f>${escape(cell.formula)}</f></c>`
  if (typeof cell === 'object') return `<c r="${reference}" s="1"><v>${serialOf(cell.day)}</v></c>`
  shared.push(cell)
  return `<c r="${reference}" t="s"><v>${shared.length - 1}</v></c>`
}

const sheetXml = (rows: readonly (readonly Cell[])[], shared: string[]): string => {
  const data = rows.map(
    (row, y) =>
      `<row r="${y + 1}">${row.map((cell, x) => cellXml(cell, `${letter(x)}${y + 1}`, shared)).join('')}</row>`,
  )
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data.join('')}</sheetData></worksheet>`
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An `.xlsx` file with these sheets, as small as Excel accepts it. */
export const workbook = (
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  extra: Readonly<Record<string, Uint8Array>> = {},
  hidden: readonly string[] = [],
): Uint8Array => {
  const shared: string[] = []
  const names = Object.keys(sheets)
  const parts = Object.values(sheets).map((rows) => sheetXml(rows, shared))
  const list = names.map(
    (name, at) =>
      `<sheet name="${escape(name)}" sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const links = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  links.push(`<Relationship Id="rIdS" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/>`)
  links.push(`<Relationship Id="rIdT" Type="${relations}/styles" Target="styles.xml"/>`)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  }
  parts.forEach((xml, at) => (files[`xl/worksheets/sheet${at + 1}.xml`] = xml))
  return zipSync({
    ...Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
    ...extra,
  })
}
