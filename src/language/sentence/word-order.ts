import type { HalfDay } from '../question.js'
import { namesFrom } from '../who/lists.js'
import { splitWords, type Token } from '../words/lexer.js'
import { compileWords, phrasesByHeading } from '../words/phrases.js'
import { leads, states } from '../words/sentences.js'
import type { DateClues } from './bank-holidays.js'
import { find, type SentenceReader } from './draft.js'
import { isAfterIn } from './state.js'

/**
 * Words in the order of other languages, or of a chat, become the usual ones: in `phrases/word-order.txt` a heading is
 * what the phrases below it become. Words in capitals stand for others, which a heading of its own lists, or `endsOf`
 * finds; `...` stands for any words, `^` for the beginning, `$` for the end.
 */
const sections = [...phrasesByHeading('word-order')]

const isSlot = (part: string): boolean => /^(?:[A-Z]+|\.{3})$/u.test(part)

const partsOf = (words: string): readonly string[] =>
  words.split(' ').flatMap((part) => (isSlot(part) ? [part] : splitWords(part)))

const isList = (heading: string): boolean => heading.endsWith(':')

const lists = new Map(
  sections.flatMap(([heading, phrases]) =>
    isList(heading) ? [[heading, compileWords(phrases)] as const] : [],
  ),
)

interface Order {
  readonly parts: readonly string[]
  /** Those of them that are words. */
  readonly words: readonly string[]
  readonly isFirst: boolean
  readonly isLast: boolean
}

const orders = sections
  .filter(([heading]) => !isList(heading))
  .map(([heading, phrases]) => ({
    instead: partsOf(heading),
    ways: phrases.map((phrase): Order => {
      const parts = partsOf(phrase.replace(/^\^/u, '').replace(/\$$/u, ''))
      const words = parts.filter((part) => !isSlot(part))
      return { parts, words, isFirst: phrase.startsWith('^'), isLast: phrase.endsWith('$') }
    }),
  }))

/** In tokens. */
const maxDateLength = 8

const downFrom = (end: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, end - to + 1) }, (_, less) => end - less)

const next = (found: { readonly next: number } | null): readonly number[] => (found ? [found.next] : [])

/** Where that which a word in capitals stands for may end, when it begins at a token. */
const slots: Readonly<Record<string, (reader: SentenceReader, at: number) => readonly number[]>> = {
  '...': ({ tokens }, at) => downFrom(tokens.length, at),
  WORDS: ({ tokens }, at) => (tokens[at]?.text === 'people' ? [] : [at + 1, at + 2]),
  DATE: ({ tokens }, at) => downFrom(Math.min(tokens.length, at + maxDateLength), at + 1),
  HOLIDAY: ({ tokens }, at) => downFrom(Math.min(tokens.length, at + maxDateLength), at + 1),
  NAME: ({ source, tokens }, at) => next(namesFrom(source, tokens, at)),
  TEAM: ({ source, tokens }, at) => {
    const names = namesFrom(source, tokens, at)
    return names?.marks.every(({ named }) => named?.kind === 'team') ? next(names) : []
  },
  LEAD: (reader, at) => next(find(reader, leads, at)),
  STATE: (reader, at) => next(find(reader, states, at)),
  AWAY: (reader, at) => {
    const state = find(reader, states, at)
    return state?.value.preposition ? [] : next(state)
  },
  // Nobody is at a team called Leave who is on leave.
  AT: (reader, at) =>
    /^(?:at|on)$/u.test(reader.tokens[at]?.text ?? '') && !find(reader, states, at) ? [at + 1] : [],
  IN: ({ tokens }, at) =>
    tokens[at]?.text === 'in' && (at + 1 === tokens.length || isAfterIn(tokens, at + 1)) ? [at + 1] : [],
}

const endsOf = (reader: SentenceReader, part: string, at: number): readonly number[] => {
  const text = reader.tokens[at]?.text ?? ''
  const [slot, list] = [slots[part], lists.get(`${part}:`)]
  // A team may be called Leave.
  if (part === 'LEAVE' && reader.source.book.teams.has(text)) return []
  return slot?.(reader, at) ?? (list ? next(find(reader, list, at)) : text === part ? [at + 1] : [])
}

/** The beginnings of the parts that stand from a token on, and the end. Whether there is a date is looked at last. */
const placesOf = (
  reader: SentenceReader,
  clues: DateClues,
  order: Order,
  at: number,
  place = 0,
): readonly number[] | null => {
  const part = order.parts[place]
  if (part === undefined) return order.isLast && at < reader.tokens.length ? null : [at]
  const isMeant = part === 'DATE' ? clues.isDate : part === 'HOLIDAY' ? clues.isHoliday : null
  for (const end of endsOf(reader, part, at)) {
    const places = placesOf(reader, clues, order, end, place + 1)
    if (places && (!isMeant || isMeant(reader.tokens.slice(at, end)))) return [at, ...places]
  }
  return null
}

const textsOf = ({ tokens }: SentenceReader): ReadonlySet<string> => new Set(tokens.map(({ text }) => text))

/** The first place where words stand that become others. */
const firstOf = (
  reader: SentenceReader,
  clues: DateClues,
  ways: readonly Order[],
  start: number,
  texts: ReadonlySet<string>,
): { readonly parts: readonly string[]; readonly places: readonly number[] } | null => {
  for (const way of ways) {
    if (!way.words.every((word) => texts.has(word))) continue
    for (let at = start; at < (way.isFirst ? start + 1 : reader.tokens.length); at += 1) {
      const places = placesOf(reader, clues, way, at)
      if (places) return { parts: way.parts, places }
    }
  }
  return null
}

/** What reading a sentence needs besides the names. */
export interface SentenceClues extends DateClues {
  /** Whether a question mark was typed. */
  readonly hasMark: boolean
  /** Of today. */
  readonly half: HalfDay | null
  /** Nobody is left out. */
  readonly isWhole: boolean
}

/** Puts words into the usual order; one that stands instead of others is where the first of them was. */
export const toUsualOrder = (reader: SentenceReader, start: number, clues: SentenceClues): void => {
  let texts = textsOf(reader)
  for (const { instead, ways } of orders) {
    const found = firstOf(reader, clues, ways, start, texts)
    if (!found) continue
    const { parts, places } = found
    const used = new Set<number>()
    const words = instead.flatMap((part): readonly Token[] => {
      const place = parts.findIndex((one, at) => one === part && !used.has(at))
      used.add(place)
      if (place >= 0) return reader.tokens.slice(places[place], places[place + 1])
      // "off in the morning" is today's, or tomorrow's when that is over.
      const text = part === 'COMING' ? (clues.half === 'afternoon' ? 'tomorrow' : 'this') : part
      return [{ ...reader.tokens[places[0]!]!, kind: /\w/u.test(text) ? 'word' : 'mark', text }]
    })
    reader.tokens = [...reader.tokens.slice(0, places[0]), ...words, ...reader.tokens.slice(places.at(-1))]
    texts = textsOf(reader)
  }
}
