import { fromBufferPromise, type Entry } from 'yauzl'
import { readXml, tooLarge, type Attributes, type XmlReader } from './xml.js'

/** Bytes of XML that are unpacked, and files in the container. */
const maxBytes = 200 * 1024 * 1024
const maxFiles = 10_000
const maxSheets = 1_000

/** In their order; null for the path of a sheet that is no table. */
interface WorkbookSheet {
  readonly name: string
  readonly path: string | null
  readonly hidden: boolean
}

export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly sharedStrings: string
  readonly styles: string
  /** Days are counted from 1904, as on old Macs. */
  readonly from1904: boolean
  /** False when there is no such file in the container. */
  read(path: string, reader: XmlReader): Promise<boolean>
}

/** `_x000D_` is how a spreadsheet writes a character that XML does not allow. */
export const unescape = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

const openContainer = async (bytes: Buffer): Promise<Workbook['read']> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (files.size === maxFiles) throw tooLarge()
    files.set(entry.fileName, entry)
  }
  let total = 0
  return async (path, reader) => {
    const entry = files.get(path)
    if (!entry) return false
    // The container's own sizes: whatever unpacks to more is broken.
    if ((total += entry.uncompressedSize) > maxBytes) throw tooLarge()
    await readXml(await zip.openReadStreamPromise(entry), reader)
    return true
  }
}

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

const relationOf = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]

/** Opens an `.xlsx` file. Throws when it is none. */
export const openWorkbook = async (bytes: Buffer): Promise<Workbook> => {
  const read = await openContainer(bytes)
  const paths = { worksheet: new Map<string, string>(), sharedStrings: '', styles: '' }
  const hasRelations = await read('xl/_rels/workbook.xml.rels', {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship' || paths.worksheet.size > maxSheets) return false
      const kind = type.slice(type.lastIndexOf('/') + 1)
      if (kind === 'worksheet') paths.worksheet.set(id, pathOf(target))
      if (kind === 'sharedStrings' || kind === 'styles') paths[kind] = pathOf(target)
      return true
    },
  })
  const sheets: WorkbookSheet[] = []
  let from1904: boolean | undefined
  const hasSheets = await read('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 ??= ['1', 'true'].includes(attributes['date1904'] ?? '')
      const { name: title, state = 'visible' } = attributes
      if (name !== 'sheet' || !title) return false
      const path = paths.worksheet.get(relationOf(attributes) ?? '') ?? null
      if (sheets.push({ name: unescape(title), path, hidden: state !== 'visible' }) > maxSheets)
        throw tooLarge()
      return true
    },
  })
  if (!hasRelations || !hasSheets) throw new Error('This container is not a spreadsheet.')
  const { sharedStrings, styles } = paths
  return {
    sheets,
    sharedStrings: sharedStrings || 'xl/sharedStrings.xml',
    styles: styles || 'xl/styles.xml',
    from1904: from1904 ?? false,
    read,
  }
}
