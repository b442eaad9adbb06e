/** A piece of text: plain, or with a mark that each surface draws in its own way. Nobody's name is ever markup. */
export type TextSpan = string | { readonly bold: string } | { readonly code: string }

export type Line = readonly TextSpan[]

/** What is said together. */
export type Part =
  | { readonly kind: 'line'; readonly line: Line }
  /** One line each; where not all of them fit, the first ones and how many more there are. */
  | { readonly kind: 'list'; readonly heading: Line | null; readonly lines: readonly Line[] }
  /** Said beside the answer, smaller. */
  | { readonly kind: 'note'; readonly line: Line }
  /** Commands that could be meant; where there are buttons, those ask. */
  | { readonly kind: 'suggestions'; readonly lines: readonly Line[] }

/** What whosout says, whatever shows it: Slack or a terminal. */
export interface Message {
  readonly title: string
  /** There is more than it says, so that it should offer the rest. */
  readonly is_cut?: boolean
  readonly parts: readonly Part[]
  /** The address of a calendar page of the same people, which opens it to whoever has it: never for a log. */
  readonly calendar?: string
}

/** How it is said. */
export interface Voice {
  /** Writes a command so that it can be copied: `/whosout next week`. */
  readonly write: (words: string) => string
  /** For people who read it on another day, or did not ask: no "today", no "you", nothing about how it was asked. */
  readonly absolute: boolean
}

export const bold = (text: string): TextSpan => ({ bold: text })
export const code = (text: string): TextSpan => ({ code: text })

export const line = (...spans: Line): Part => ({ kind: 'line', line: spans })
export const note = (...spans: Line): Part => ({ kind: 'note', line: spans })

/** No heading over no lines. */
export const list = (heading: Line | null, lines: readonly Line[]): readonly Part[] =>
  lines.length === 0 ? [] : [{ kind: 'list', heading, lines }]

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const plainSpan = (span: TextSpan): string => {
  if (typeof span === 'string') return span
  return 'bold' in span ? span.bold : span.code
}

export const plainLine = (spans: Line): string => spans.map(plainSpan).join('')

/** In place of what did not fit. */
export const andMore = (count: number): string => `and ${count} more`

export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)
