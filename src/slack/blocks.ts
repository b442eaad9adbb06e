import type { KnownBlock } from '@slack/web-api'
import { andMore, plainLine, type Line, type Message, type Part } from '../domain/words/message.js'
import { drawLine, escape } from './mrkdwn.js'

/** Slack's own limits (docs.slack.dev/reference/block-kit/blocks). */
export const mostBlocks = 50
export const longestSection = 3_000
export const longestTitle = 150
const mostContextElements = 10

/**
 * Characters of `text` and `blocks` together as JSON. Slack refuses somewhere above 12,000, undocumented
 * (slackapi/bolt-js#2509): well below that, the rest is counted.
 */
export const longestMessage = 8_000

/** Shares of it, so that nothing that is never cut can fill it alone. */
const longestText = 200
const longestLine = 2_000
const longestNotes = 2_000

export interface SlackMessage {
  /** For notifications and screen readers. */
  readonly text: string
  readonly blocks: readonly KnownBlock[]
}

/** At most `limit` UTF-16 units, never half a character. */
const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const kept = [...text.slice(0, limit - 1)]
  if (/[\uD800-\uDBFF]/.test(kept.at(-1) ?? '')) kept.pop()
  return `${kept.join('')}…`
}

/** A line that is too long when drawn loses its marks and its end. An escaped character has 5 at most. */
const drawShort = (line: Line): string => {
  const drawn = drawLine(line)
  return drawn.length <= longestLine ? drawn : escape(cut(plainLine(line), longestLine / 5))
}

/** Verbatim: Slack looks for no names, channels or links in it. */
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true }) as const

const section = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) })

const header = (title: string): KnownBlock => ({
  type: 'header',
  text: { type: 'plain_text', text: cut(title, longestTitle), emoji: false },
})

/** What Slack counts of a value, and we with it. */
const sizeOf = (value: unknown): number => JSON.stringify(value).length

type ListPart = Extract<Part, { kind: 'list' }>

/** Lines in as few sections as they fit into. */
const sectionsOf = (lines: readonly string[]): readonly KnownBlock[] => {
  const texts: string[] = []
  for (const line of lines) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + line.length <= longestSection)
      texts[texts.length - 1] = `${last}\n${line}`
    else texts.push(line)
  }
  return texts.map(section)
}

/** More lines than a message has room for, however short they are. */
const mostLines = 1_000

/** A list with its lines drawn. */
interface DrawnList {
  readonly heading: readonly string[]
  readonly lines: readonly string[]
  readonly count: number
}

const isList = (part: KnownBlock | DrawnList): part is DrawnList => 'lines' in part

const drawList = ({ heading, lines }: ListPart): DrawnList => ({
  heading: heading ? [drawShort(heading)] : [],
  lines: lines.slice(0, mostLines).map(drawShort),
  count: lines.length,
})

const showLines = ({ heading, lines, count }: DrawnList, shown: number): readonly KnownBlock[] =>
  sectionsOf([...heading, ...lines.slice(0, shown), ...(shown < count ? [andMore(count - shown)] : [])])

/** As many lines as fit into a budget, in characters of JSON; none, if need be. */
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

/** The same budget for every list; what a short one leaves is the longer ones'. */
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

/** The first notes, as many as there is room for. */
const notesBlocks = (notes: readonly Line[]): readonly KnownBlock[] => {
  const elements = notes.slice(0, mostContextElements).map((line) => mrkdwn(drawShort(line)))
  while (elements.length > 0 && sizeOf(elements) > longestNotes) elements.pop()
  return elements.length === 0 ? [] : [{ type: 'context', elements }]
}

const isNote = (part: Part): part is Extract<Part, { kind: 'note' }> => part.kind === 'note'

const textOf = ({ title, parts }: Message): string => {
  const first = parts.find(({ kind }) => kind === 'line')
  const said = first?.kind === 'line' ? [plainLine(first.line)] : []
  return escape(cut([title, ...said].join(' · '), longestText))
}

/**
 * A message as Slack takes it, whatever its size: what is not a list is always there, and lists share what room is
 * left. `extra` blocks (buttons) come last and are counted.
 */
export const drawMessage = (message: Message, extra: readonly KnownBlock[] = []): SlackMessage => {
  const text = textOf(message)
  const title = header(message.title)
  const notes = notesBlocks(message.parts.filter(isNote).map(({ line }) => line))
  const said = message.parts.flatMap((part): readonly (KnownBlock | DrawnList)[] => {
    if (part.kind === 'note') return []
    return part.kind === 'line' ? [section(drawShort(part.line))] : [drawList(part)]
  })
  const lists = said.filter(isList)
  const rest = said.filter((part) => !isList(part))
  const room = longestMessage - sizeOf({ text, blocks: [title, ...rest, ...notes, ...extra] })
  const fitted = fitLists(lists, room)
  const body = said.flatMap((part) => (isList(part) ? (fitted.get(part) ?? []) : [part]))
  return { text, blocks: [title, ...body, ...notes, ...extra].slice(0, mostBlocks) }
}
