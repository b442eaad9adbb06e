import type { KnownBlock } from '@slack/web-api'
import { joinDates } from '../../domain/words/join-dates.js'
import { andMore, plainLine, type Line, type Message, type Part } from '../../domain/words/message.js'
import { section } from './elements.js'
import { drawLine, escape, isolate, mrkdwn } from './mrkdwn.js'

/**
 * Slack's limits (docs.slack.dev/reference/block-kit/blocks). Slack does not say whether it counts characters or bytes,
 * so text is cut by bytes, the stricter of the two.
 */
export const maxBlocks = 50
export const maxSectionLength = 3_000
export const maxTitleLength = 150
const maxContextElements = 10

/**
 * Bytes of `text` and `blocks` together as JSON. Slack refuses messages somewhere above 12,000, undocumented
 * (slackapi/bolt-js#2509); we stay well below that and count everything else against it.
 */
export const maxMessageLength = 8_000

/** Maximum shares of that size, so that no uncuttable part can fill it alone. */
export const maxTextLength = 1_000
const maxLineLength = 2_000
const maxNotesLength = 2_000

export interface SlackMessage {
  /** The whole message, for notifications and screen readers, which get nothing else. */
  readonly text: string
  readonly blocks: readonly KnownBlock[]
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** At most `limit` bytes, never splitting a character; `size` of each character as it will be written. */
const cut = (text: string, limit: number, size: (character: string) => number = bytesOf): string => {
  const characters = [...text.slice(0, limit + 1)]
  let room = limit
  let count = 0
  // The ellipsis takes three bytes.
  let fits = 0
  for (const character of characters) {
    room -= size(character)
    if (room < 0) return `${characters.slice(0, fits).join('')}…`
    count++
    if (room >= 3) fits = count
  }
  return text
}

/** The visible text is never longer than a line, but with markup it may be. */
const escapedSize = (character: string): number => bytesOf(escape(character))

/** A line that is too long with markup loses its markup and its end. */
const drawShort = (line: Line): string => {
  const drawn = drawLine(line)
  return bytesOf(drawn) <= maxLineLength ? drawn : escape(cut(plainLine(line), maxLineLength, escapedSize))
}

/** Bidi-isolated when there is room for that. */
const isolateWithin = (text: string, limit: number): string => {
  const isolated = isolate(text)
  return bytesOf(isolated) <= limit ? isolated : cut(text, limit)
}

/** Plain text for titles, buttons and options, cut to a number of bytes. */
export const shortText = (text: string, limit: number) =>
  ({ type: 'plain_text', text: isolateWithin(text, limit), emoji: false }) as const

const header = (title: string): KnownBlock => {
  const joined = joinDates(title)
  return {
    type: 'header',
    text: shortText(bytesOf(joined) <= maxTitleLength ? joined : title, maxTitleLength),
  }
}

/** The size as Slack counts it. */
const sizeOf = (value: unknown): number => bytesOf(JSON.stringify(value))

type ListPart = Extract<Part, { kind: 'list' }>

/** Packs lines into as few sections as possible. */
const sectionsOf = (lines: readonly string[]): readonly KnownBlock[] => {
  const texts: string[] = []
  for (const line of lines.map(joinDates)) {
    const last = texts.at(-1)
    if (last !== undefined && bytesOf(last) + 1 + bytesOf(line) <= maxSectionLength)
      texts[texts.length - 1] = `${last}\n${line}`
    else texts.push(line)
  }
  return texts.map(section)
}

/** More lines than a message has room for, however short they are. */
const maxLines = 1_000

/** A list with its lines in markup; `count`: the number of lines before any were dropped. */
interface DrawnList {
  readonly heading: readonly string[]
  readonly lines: readonly string[]
  readonly count: number
}

const isList = (part: KnownBlock | DrawnList): part is DrawnList => 'lines' in part

const drawList = ({ heading, lines }: ListPart): DrawnList => {
  const drawn = lines.slice(0, maxLines).flatMap(drawLong)
  const rest = Math.max(lines.length - maxLines, 0)
  return { heading: heading ? [drawShort(heading)] : [], lines: drawn, count: drawn.length + rest }
}

/** A long line of names continues on the next line, and breaks between two names. */
const drawLong = (line: Line): readonly string[] => {
  const drawn = drawLine(line)
  if (bytesOf(drawn) <= maxLineLength) return [drawn]
  const lines: string[] = []
  for (const piece of drawn.split(/(?<=, )/)) {
    const last = lines.at(-1)
    if (last !== undefined && bytesOf(last) + bytesOf(piece) <= maxLineLength)
      lines[lines.length - 1] = last + piece
    else lines.push(piece)
  }
  return lines.some((one) => bytesOf(one) > maxLineLength) ? [drawShort(line)] : lines
}

const showLines = ({ heading, lines, count }: DrawnList, shown: number): readonly KnownBlock[] =>
  sectionsOf([...heading, ...lines.slice(0, shown), ...(shown < count ? [andMore(count - shown)] : [])])

/** As many lines as fit into a budget, in bytes of JSON; none if necessary. */
const fitList = (list: DrawnList, budget: number): readonly KnownBlock[] => {
  const whole = showLines(list, list.lines.length)
  if (sizeOf(whole) <= budget) return whole
  let [fits, tooMany] = [0, list.lines.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (sizeOf(showLines(list, middle)) <= budget) fits = middle
    else tooMany = middle
  }
  return showLines(list, fits)
}

/** Each list gets the same budget; short lists leave their remainder to the longer ones. */
const fitLists = (
  lists: readonly DrawnList[],
  budget: number,
): ReadonlyMap<DrawnList, readonly KnownBlock[]> => {
  const size = (list: DrawnList): number => sizeOf(showLines(list, list.lines.length))
  const fitted = new Map<DrawnList, readonly KnownBlock[]>()
  let room = budget
  for (const list of [...lists].sort((a, b) => size(a) - size(b))) {
    const blocks = fitList(list, Math.floor(room / (lists.length - fitted.size)))
    fitted.set(list, blocks)
    room -= sizeOf(blocks)
  }
  return fitted
}

/** Notes that appear together in a message; those that do not fit are dropped. */
const drawNotes = (notes: readonly Line[], room: number): readonly KnownBlock[] => {
  const elements = notes.slice(0, maxContextElements).map((line) => mrkdwn(drawShort(line)))
  while (elements.length > 0 && sizeOf(elements) > room) elements.pop()
  return elements.length === 0 ? [] : [{ type: 'context', elements }]
}

/** Everything in its place, with lists not sized yet. */
const drawParts = (parts: readonly Part[]): readonly (KnownBlock | DrawnList)[] => {
  const drawn: (KnownBlock | DrawnList)[] = []
  let room = maxNotesLength
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!
    if (part.kind === 'line') drawn.push(section(drawShort(part.line)))
    else if (part.kind === 'list') drawn.push(drawList(part))
    else if (part.kind === 'note') {
      const end = parts.findIndex(({ kind }, place) => place > at && kind !== 'note')
      const notes = parts
        .slice(at, end < 0 ? parts.length : end)
        .flatMap((one) => ('line' in one ? [one.line] : []))
      const blocks = drawNotes(notes, room)
      room -= sizeOf(blocks)
      drawn.push(...blocks)
      at += notes.length - 1
    }
  }
  return drawn
}

/** A part as screen readers read it: a heading before its lines, and a full stop after every line. */
const spoken = (part: Part): string => {
  if (part.kind === 'line' || part.kind === 'note') return plainLine(part.line)
  const lines = part.lines.map(plainLine).join('; ')
  if (part.kind === 'suggestions') return `Try: ${lines}`
  return part.heading ? `${plainLine(part.heading)}: ${lines}` : lines
}

const withEnd = (text: string): string => (/[.!?:…]$/u.test(text) ? text : `${text}.`)

const textOf = ({ title, parts }: Message): string => {
  const said = [title, ...parts.map(spoken)].map((text) => withEnd(text.trim())).join(' ')
  const short = escape(cut(said, maxTextLength, (character) => escape(character).length))
  const isolated = isolate(short)
  return isolated.length <= maxTextLength ? isolated : short
}

/** Not in the text of a message: notifications show it, and the address is a secret. */
const drawCalendar = ({ calendar }: Message): readonly KnownBlock[] =>
  calendar === undefined ? [] : [{ type: 'context', elements: [mrkdwn(`<${escape(calendar)}|Calendar>`)] }]

/**
 * A message as Slack takes it, whatever its size: what is not a list is always there, and lists share what room is
 * left. A link to the calendar and `controls` come last and are counted.
 */
export const drawMessage = (message: Message, controls: readonly KnownBlock[] = []): SlackMessage => {
  const extra = [...drawCalendar(message), ...controls]
  const text = textOf(message)
  const title = header(message.title)
  const said = drawParts(message.parts)
  const lists = said.filter(isList)
  const rest = said.filter((part) => !isList(part))
  const room = maxMessageLength - sizeOf({ text, blocks: [title, ...rest, ...extra] })
  const fitted = fitLists(lists, room)
  const body = said.flatMap((part) => (isList(part) ? (fitted.get(part) ?? []) : [part]))
  return { text, blocks: [title, ...body, ...extra].slice(0, maxBlocks) }
}
