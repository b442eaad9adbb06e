/** A piece of text: plain, or with a mark that each surface renders in its own way. Names are never markup. */
export type TextSpan = string | { readonly bold: string } | { readonly code: string }

export type Line = readonly TextSpan[]

/** A part of a message. */
export type Part =
  | { readonly kind: 'line'; readonly line: Line }
  /** One line each; when not all of them fit, the first ones and the number of the others. */
  | { readonly kind: 'list'; readonly heading: Line | null; readonly lines: readonly Line[] }
  /** Shown beside the answer, in smaller type. */
  | { readonly kind: 'note'; readonly line: Line }
  /** Commands for likely meanings; shown as buttons where there are any. */
  | { readonly kind: 'suggestions'; readonly lines: readonly Line[] }

/** A message from whosout, independent of the surface: Slack or a terminal. */
export interface Message {
  readonly title: string
  /** There is more than the message shows, so the surface should offer the rest. */
  readonly is_cut?: boolean
  readonly parts: readonly Part[]
  /** The address of a calendar page of the same people, which opens it to whoever has it: never for a log. */
  readonly calendar?: string
}

/** How a message is worded. */
export interface Voice {
  /** Writes a command so that it can be copied: `/whosout next week`. */
  readonly write: (words: string) => string
  /**
   * For people who read it on another day, or did not ask: no "today", no "you", no notes on how the question was read.
   */
  readonly absolute: boolean
  /** Lines of an answer, its title included and notes not; absent: as many as it takes to name everybody. */
  readonly lines?: number
}

export const bold = (text: string): TextSpan => ({ bold: text })
export const code = (text: string): TextSpan => ({ code: text })

export const line = (...spans: Line): Part => ({ kind: 'line', line: spans })
export const note = (...spans: Line): Part => ({ kind: 'note', line: spans })

/** A heading without lines is left out. */
export const list = (heading: Line | null, lines: readonly Line[]): readonly Part[] =>
  lines.length === 0 ? [] : [{ kind: 'list', heading, lines }]

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const plainSpan = (span: TextSpan): string => {
  if (typeof span === 'string') return span
  return 'bold' in span ? span.bold : span.code
}

export const plainLine = (spans: Line): string => spans.map(plainSpan).join('')

/** In place of the lines that did not fit. */
export const andMore = (count: number): string => `and ${count} more`

/** The lines that a person reads below a title; notes are beside the answer. */
export const countLines = (parts: readonly Part[]): number =>
  parts.reduce((count, part) => {
    if (part.kind === 'line') return count + 1
    return part.kind === 'list' ? count + part.lines.length + (part.heading ? 1 : 0) : count
  }, 0)

/** Where the lines are counted, the first ones of the lists, and how many are left out. */
export const cutToLines = (message: Message, { lines }: Pick<Voice, 'lines'>): Message => {
  const over = lines === undefined ? 0 : 1 + countLines(message.parts) - lines
  if (over <= 0) return message
  // One line more goes, for the line that says how many.
  let left = over + 1
  const parts = message.parts.toReversed().map((part): Part => {
    if (part.kind !== 'list' || left === 0) return part
    const gone = Math.min(left, part.lines.length)
    left -= gone
    const more: readonly Line[] = left === 0 ? [[andMore(over + 1)]] : []
    return { ...part, lines: [...part.lines.slice(0, part.lines.length - gone), ...more] }
  })
  return { ...message, is_cut: true, parts: parts.toReversed() }
}

/** "Ana", "Ana and Ben", "Ana, Ben and Cem". */
export const joined = (words: readonly string[], last = 'and'): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${last} `)

export const people = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
