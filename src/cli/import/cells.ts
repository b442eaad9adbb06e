import { refusal, tooLarge, type Attributes, type XmlReader } from './xml.js'
import { isUnreadable, unnamedError, withoutResult } from '../../domain/roster/unreadable.js'
import { unescape } from './workbook.js'

/** What a spreadsheet program allows in one sheet. */
const maxRows = 1_048_576
const maxColumns = 16_384
const maxTextLength = 32_767
/** Cells including the empty ones before them, and characters of all cells and of all shared texts. */
const maxCells = 5_000_000
const maxCharacters = 64_000_000

/** Counts characters; throws when a cell, or all cells together, have more than there can be. */
const createTextCount = () => {
  let total = 0
  return (text: string): string => {
    if (text.length > maxTextLength)
      throw refusal(
        `has a cell of more than ${maxTextLength.toLocaleString('en')} characters: shorten it, or save the sheet as CSV`,
      )
    if ((total += text.length) > maxCharacters) throw tooLarge()
    return text
  }
}

/** Collects the text of one cell or shared text: in `t`, but not in `rPh`, which says how to pronounce it. */
const createTextReader = () => {
  let [text, inText, spoken] = ['', false, false]
  const mark = (name: string, on: boolean): void => {
    if (name === 't') inText = on
    if (name === 'rPh') spoken = on
  }
  return {
    open: (name: string) => mark(name, true),
    close: (name: string) => mark(name, false),
    add(part: string) {
      if (inText && !spoken && text.length <= maxTextLength) text += part
    },
    take() {
      const taken = text
      text = ''
      return taken
    },
  }
}

/** Reads the texts that cells refer to by number. */
export const createSharedTexts = () => {
  const texts: string[] = []
  const reader = createTextReader()
  const count = createTextCount()
  const xml: XmlReader = {
    open: (name) => {
      reader.open(name)
      return name === 'si'
    },
    text: reader.add,
    close: (name) => {
      reader.close(name)
      if (name === 'si' && texts.push(unescape(count(reader.take()))) > maxCells) throw tooLarge()
    },
  }
  return { texts, xml }
}

export interface CellFormats {
  readonly texts: readonly string[]
  /** Whether each style shows a date. */
  readonly dates: readonly boolean[]
  readonly from1904: boolean
}

const day = 86_400_000
/** The day that spreadsheets count from, so that days after February 1900 come out right. */
const firstDay = Date.UTC(1899, 11, 30)
const daysTo1904 = 1_462

/** Dates as days; any time other than midnight is kept, so that the person can correct it. */
const textOfDate = (instant: number): string => {
  // Spreadsheets store the time of day as an inexact fraction.
  const text = new Date(Math.round(instant / 1_000) * 1_000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

const broken = (): Error => new Error('A cell is not as the format demands.')

const numberIn = (value: string): number => {
  const number = Number(value)
  if (Number.isNaN(number)) throw broken()
  return number
}

/** The text of a cell: `value` is what stands in `v`, `inline` what stands in `is`. */
const textOfCell = (
  { t: type = 'n', s: style = '' }: Attributes,
  value: string,
  inline: string,
  { texts, dates, from1904 }: CellFormats,
): string => {
  if (type === 'inlineStr') return unescape(inline)
  if (type === 'e') return isUnreadable(value) ? value : unnamedError
  if (value === '') return ''
  if (type === 'str') return unescape(value)
  if (type === 's') return texts[numberIn(value)] ?? raise()
  if (type === 'b') return value === '1' ? 'true' : value === '0' ? 'false' : raise()
  if (type === 'd') return textOfDate(Date.parse(value))
  if (type !== 'n') return raise()
  if (!dates[Number(style)]) return String(numberIn(value))
  return textOfDate(firstDay + Math.floor((numberIn(value) + (from1904 ? daysTo1904 : 0)) * day))
}

const raise = (): never => {
  throw broken()
}

/** The row and the column of `B14`, from 1. */
const placeOf = (reference: string): readonly [row: number, column: number] => {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,9})$/.exec(reference) ?? raise()
  const column = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return [Number(digits), column]
}

/** Reads the rows of a sheet; a row may be shorter than others. */
export const createSheetReader = (formats: CellFormats) => {
  const rows: string[][] = []
  const reader = createTextReader()
  const count = createTextCount()
  let [cells, row, column] = [0, 0, 0]
  let [ended, inValue, numbered] = [false, false, false]
  let [hasFormula, hasValue] = [false, false]
  let cell: Attributes | null = null
  let value = ''

  const openRow = (number: number): void => {
    if (!(number > row)) throw broken()
    if (number > maxRows) throw tooLarge()
    row = number
    column = 0
  }
  const openCell = ({ r: reference }: Attributes): void => {
    const [ofRow, ofColumn] = reference === undefined ? [row, column + 1] : placeOf(reference)
    // A row without a number has that of its cells.
    if (!numbered && column === 0 && ofRow > row) openRow(ofRow)
    if (ofRow !== row || ofColumn <= column) throw broken()
    cells += ofColumn - column
    column = ofColumn
    if (column > maxColumns || cells > maxCells) throw tooLarge()
  }
  const closeCell = (attributes: Attributes): void => {
    // An empty text may be the result of a formula.
    const isOpen = hasFormula && value === '' && !(hasValue && attributes['t'] === 'str')
    const text = isOpen ? withoutResult : textOfCell(attributes, value, reader.take(), formats).trim()
    value = ''
    if (text === '') return
    while (rows.length < row) rows.push([])
    const texts = rows[row - 1]!
    while (texts.length < column - 1) texts.push('')
    texts.push(count(text))
  }

  const xml: XmlReader = {
    open: (name, attributes) => {
      if (name === 'row') {
        numbered = attributes['r'] !== undefined
        openRow(numbered ? Number(attributes['r']) : row + 1)
      } else if (name === 'c') {
        openCell((cell = attributes))
        hasFormula = hasValue = false
      } else if (name === 'v') inValue = hasValue = true
      else if (name === 'f') hasFormula = true
      else reader.open(name)
      return name === 'row' || name === 'c'
    },
    text: (part) => {
      if (cell === null) return
      if (!inValue) reader.add(part)
      else if (value.length <= maxTextLength) value += part
    },
    close: (name) => {
      if (name === 'c' && cell !== null) {
        closeCell(cell)
        cell = null
      } else if (name === 'v') inValue = false
      else if (name === 'sheetData') ended = true
      else reader.close(name)
    },
    ended: () => ended,
  }
  return { rows, xml }
}
