import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import { showPlainly } from '../domain/organization/name.js'

type Style = 'bold' | 'green' | 'yellow' | 'red'

/** What lists are laid out for. */
export interface Layout {
  /** Columns of the terminal; letters of East Asia and emoji take two. */
  readonly width: number
  /** Everything in full, however wide. */
  readonly wide: boolean
  /** Returns the text as it is where no colours are wanted. */
  readonly paint: (style: Style, text: string) => string
}

/** A text that depends on where it is shown. */
export type LaidOut = (layout: Layout) => string

/** A field, or a text made of the row. Nothing is shown as `-`. */
type CellValue<Row> = keyof Row | ((row: Row) => string | number | null)

interface TableColumn<Row> {
  readonly value: CellValue<Row>
  /** Left out where rows would not fit on a line, the lowest first; `always`: shown only with `--wide`. */
  readonly drop?: number | 'always'
  /** A long text: it stands below its row where it does not fit beside it. */
  readonly below?: true
  readonly style?: (cell: string) => Style
  /** Ids are asked for, and so shown in full. */
  readonly ids?: true
}

/** What stands under each heading. */
export type Columns<Row> = Readonly<Record<string, CellValue<Row> | TableColumn<Row>>>

const isColumn = <Row>(column: Columns<Row>[string]): column is TableColumn<Row> => typeof column === 'object'

/** The colour of the state of a key, a link or a source. */
export const stateStyle = (state: string): Style => {
  if (['active', 'new', 'ok'].includes(state)) return 'green'
  return ['expired', 'failing', 'revoked'].includes(state) ? 'red' : 'yellow'
}

const gap = '  '
/** Longer texts wrap before a column is left out for them. */
const longText = 24
/** Longer words break before those of other columns, so that one long address does not squeeze the rest of its list. */
const longWord = 40
const instant = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z/g
export const anyId = /\b([\da-f]{8})(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g

const wrap = (text: string, width: number, hard = true): readonly string[] =>
  stringWidth(text) <= width ? [text] : wrapAnsi(text, width, { hard }).split('\n')

/** What begins a line: its indentation, a sign such as `-`, or a word that its text stands two blanks beside. */
const lineStart = /^\s*(?:[-*•>] |\S+ {2,}(?=\S))?/u
/** A command to be pasted, on a line of its own or at the end of one. */
const commandLine = /^\s*(?:\$ )?(?:\S*whosout|node|curl) /
const endsInCommand = /^(.*:) ((?:\S*whosout|node|curl) (?:(?!, |[;()]).)*[^.])$/

const wrapLine = (line: string, width: number): readonly string[] => {
  if (stringWidth(line) <= width || commandLine.test(line)) return [line]
  const [start] = lineStart.exec(line)!
  const hanging = ' '.repeat(stringWidth(start))
  const [, before, command] = endsInCommand.exec(line) ?? []
  if (before !== undefined) return [...wrapLine(before, width), `${hanging || '  '}${command}`]
  const room = Math.max(width - hanging.length, 1)
  return wrap(line.slice(start.length), room, false).map((part, index) => (index ? hanging : start) + part)
}

/**
 * A text of several lines. What is wrapped hangs below its beginning; a command to be pasted keeps its line, and a word
 * is never broken, because it may be a secret or an address.
 */
export const wrapLines = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n')

const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0)

interface DrawnColumn<Row> extends TableColumn<Row> {
  readonly heading: string
  readonly cells: readonly string[]
  /** Of its widest cell, and of its longest word. */
  readonly natural: number
  readonly word: number
}

const draw =
  <Row>(rows: readonly Row[], wide: boolean) =>
  ([name, column]: readonly [string, Columns<Row>[string]]): DrawnColumn<Row> => {
    const { value, ...rest }: TableColumn<Row> = isColumn(column) ? column : { value: column }
    const cells = rows.map((row) => {
      const text = showPlainly(String((typeof value === 'function' ? value(row) : row[value]) ?? '-'))
      const brief = wide ? text : text.replace(instant, '$1 $2Z')
      return wide || rest.ids ? brief : brief.replace(anyId, '$1…')
    })
    const heading = name.trim()
    const texts = [heading, ...cells]
    const word = Math.min(widest(texts.flatMap((text) => text.split(' '))), longWord)
    return { ...rest, value, heading, cells, natural: widest(texts), word }
  }

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, gap.length * (widths.length - 1))

/** Without the columns that give way to the others. */
const thin = <Row>(columns: readonly DrawnColumn<Row>[], width: number): readonly DrawnColumn<Row>[] => {
  const rank = ({ drop }: TableColumn<Row>): number => (typeof drop === 'number' ? drop : Infinity)
  const first = Math.min(...columns.map(rank))
  const wanted = columns.map(({ natural, word }) => Math.max(word, Math.min(natural, longText)))
  if (first === Infinity || sum(wanted) <= width) return columns
  const rest = columns.filter((column) => rank(column) > first)
  return thin(rest, width)
}

/** Takes from the widest column until all fit, first from those in which no word is broken. */
const fit = <Row>(columns: readonly DrawnColumn<Row>[], width: number): readonly number[] => {
  const widths = columns.map(({ natural }) => Math.min(natural, width))
  while (sum(widths) > width) {
    const spare = widths.map((own, index) => (own > columns[index]!.word ? own : 0))
    const from = spare.some((own) => own > 0) ? spare : widths
    const most = Math.max(...from)
    widths[from.indexOf(most)] = most - 1
  }
  return widths
}

/** Cells beside each other, on as many lines as the longest of them needs. */
const lineUp = (cells: readonly string[], widths: readonly number[]): readonly string[] => {
  const blocks = cells.map((cell, index) => wrap(cell, widths[index]!))
  return Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, line) => {
    const parts = blocks.map((block) => block[line] ?? '')
    return parts
      .slice(0, parts.findLastIndex((part) => part !== '') + 1)
      .map((part, index, { length }) =>
        index === length - 1 ? part : part + ' '.repeat(widths[index]! - stringWidth(part)),
      )
      .join(gap)
  })
}

/**
 * Rows under their headings, no wider than the terminal and without trailing blanks. Cells may contain text from others
 * (names, callers' addresses), so terminal control characters in them are replaced.
 */
export const inColumns =
  <Row>(columns: Columns<Row>, rows: readonly Row[]): LaidOut =>
  ({ width, wide, paint }) => {
    const room = wide ? Infinity : width
    const all = Object.entries(columns).map(draw(rows, wide))
    const wanted = all.filter(({ drop, natural }) => natural > 0 && (wide || drop !== 'always'))
    const isBelow = sum(wanted.map(({ natural }) => natural)) > room
    const below = wanted.filter(({ below }) => below && isBelow)
    const shown = thin(
      wanted.filter((column) => !below.includes(column)),
      room,
    )
    const widths = fit(shown, room)
    const headings = shown.map(({ heading }) => heading && paint('bold', heading))
    const body = rows.flatMap((_, row) => {
      const cells = shown.map(({ cells, style }) => {
        const cell = cells[row]!
        return style && cell ? paint(style(cell), cell) : cell
      })
      const under = below.map(({ cells }) => cells[row]!).filter((text) => text !== '')
      const indent = gap + gap
      return [
        ...lineUp(cells, widths),
        ...under.flatMap((text) => wrap(text, width - indent.length)).map((line) => indent + line),
      ]
    })
    return [...(headings.join('') === '' ? [] : lineUp(headings, widths)), ...body].join('\n')
  }

/** The fields of one thing, a line each. */
export const inFields = (fields: Readonly<Record<string, unknown>>): LaidOut => {
  const shown = ([, value]: readonly [string, unknown]): string =>
    Array.isArray(value) ? value.join(', ') || 'none' : String(value ?? '-')
  return inColumns({ '': ([name]) => name, ' ': { value: shown, ids: true } }, Object.entries(fields))
}
