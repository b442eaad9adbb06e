import { editDistance } from '../edit-distance.js'
import type { AskQuery, AskReason } from '../query.js'
import type { ParseContext } from '../read.js'
import { textForm, withAsks, withWho } from '../text-form.js'
import type { NameBook } from '../who/book.js'
import { isNameWord } from '../who/names.js'
import { nearestNames } from '../who/nearest.js'
import { wordsBetween } from '../who/who.js'
import { likelyDays, unknownHolidays } from '../words/holidays.js'
import type { Token } from '../words/lexer.js'
import {
  compileHeadings,
  compilePhrases,
  openPhrases,
  phraseAt,
  wordsBelow,
  type PhraseTable,
} from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { daysIn } from './chunks.js'
import { otherNames, teamNames } from './misread.js'
import { cutShort, type Misread } from './refusal.js'

/** Phrases that some words give away: those without an answer, and those that ask something with a few other words. */

/** A phrase that was not understood, and how other words are read. */
export interface Misreading {
  readonly parsing: ParseContext
  readonly tokens: readonly Token[]
  /** What other words ask on their own; null: nothing. */
  readonly ask: (words: string) => AskQuery | null
}

/** Why a phrase has no answer; null: for another reason. */
type Refuse = (unread: Misreading) => Misread | null

interface KnownMatch<T> {
  readonly value: T
  readonly from: number
  readonly to: number
}

/** Where the phrases of a table are in the phrase. */
const findAll = <T>(table: PhraseTable<T>, unread: Misreading): readonly KnownMatch<T>[] => {
  const { meter } = unread.parsing.source
  const tokens = unread.tokens.map((token) => ({
    ...token,
    text: token.text.normalize('NFD').replace(/\p{M}/gu, ''),
  }))
  const found: KnownMatch<T>[] = []
  for (let at = 0; at < tokens.length;) {
    const match = phraseAt(table, tokens, at, tokens.length, meter)
    if (match) found.push({ value: match.value, from: at, to: match.next })
    at = match?.next ?? at + 1
  }
  return found
}

/** The phrase with other words in some places. */
const replaced = ({ tokens, parsing }: Misreading, found: readonly KnownMatch<string>[]): string => {
  const characters = [...parsing.source.characters]
  for (const { from, to, value } of found.toReversed()) {
    const { start } = tokens[from]!
    characters.splice(start, tokens[to - 1]!.end - start, value)
  }
  return characters.join('').trim()
}

/** What is said of a phrase with words of a table: `words` are the first of them, as typed. */
const refusing =
  <T>(
    table: PhraseTable<T>,
    misread: (unread: Misreading, found: readonly KnownMatch<T>[], words: string) => Misread | null,
  ): Refuse =>
  (unread) => {
    const found = findAll(table, unread)
    const [first] = found
    if (!first) return null
    const { tokens, parsing } = unread
    const words = wordsBetween(parsing.source, tokens[first.from]!, tokens[first.to - 1]!)
    return misread(unread, found, words)
  }

const digestFact =
  'Digests are set up with "/whosout digest" in Slack, or with "whosout digest" on the command line.'

/** A question about each of the first teams. */
const ofTeams = ({ teams }: NameBook, words: string): readonly string[] =>
  [...teams.values()].slice(0, 5).map((team) => withWho(words, { team, person: null }))

/** The phrase with other days instead of some words, keeping the person or team that was understood. */
const withOtherDays = (unread: Misreading, match: KnownMatch<unknown>, ...days: readonly string[]) => {
  // "on diwali" is not "on next week".
  const isLed = /^(?:on|at|over|during|for|around)$/u.test(unread.tokens[match.from - 1]?.text ?? '')
  const from = isLed ? match.from - 1 : match.from
  return days.map((value) => replaced(unread, [{ ...match, from, value }])).filter(unread.ask)
}

const holidays = compilePhrases<string | null>([...likelyDays, [unknownHolidays, null]])

/** Words that stand for English words of days: the phrase with those; otherwise those days alone. */
const refusingDays = (table: string, reason: AskReason, fact: string): Refuse =>
  refusing(compileHeadings(table), (unread, found, words) => {
    const whole = replaced(unread, found)
    // Which of days that repeat, or how many, is not answered by one of them.
    const isOfMany = reason === 'recurring' && /^(?:which|what|how)$/u.test(unread.tokens[0]!.text)
    const days = unread.ask(whole) ? [whole] : found.map(({ value }) => value).slice(0, 3)
    return { reason, words, fact, suggestions: isOfMany ? [] : days }
  })

/** "everyone except desgn tomorrow": the same question without a name that is like it. */
const refuseException: Refuse = (unread) => {
  const { tokens, parsing } = unread
  const { book } = parsing.source
  const from = findAll(wordsBelow('people', 'except'), unread)[0]?.to ?? tokens.length
  const { kind, text: words } = tokens[from] ?? { text: '' }
  if (kind !== 'word' || reservedWords.has(words) || isNameWord(book, words)) return null
  const near = nearestNames(book, words)
  const suggestions = near
    .map((who) => replaced(unread, [{ from, to: from + 1, value: withWho('', who) }]))
    .filter(unread.ask)
  const fact = `I cannot find "${words}".${otherNames(book, near)}`
  return { reason: 'unknown_words', words, fact, suggestions: [...suggestions, 'help'] }
}

const joints = /\s*(?:[,;]|\s(?:and|then|also|plus)\s)\s*/iu

/** "design tomorrow, engineering friday": questions with different days. */
const refuseParts: Refuse = ({ parsing, ask }) => {
  const parts = parsing.source.characters.join('').split(joints).filter(Boolean)
  const areQuestions = parts.length > 1 && parts.length <= 4 && parts.every((part) => ask(part)?.isDated)
  const fact = 'That is more than one question. Ask one at a time.'
  return areQuestions ? { reason: 'two_questions', fact, suggestions: parts } : null
}

/** The short words that questions consist of. A misspelled one is never answered, but always suggested. */
const telling = openPhrases('requests')('words of questions')

const nearWords = (typed: string): readonly string[] => {
  // "who is of tomorrow"
  if (typed === 'of') return ['off']
  const isLike = (word: string): boolean => word.length > 3 || word.includes(typed[0]!)
  return telling.filter((word) => isLike(word) && editDistance(typed, word, 1) === 1)
}

const [maxSlips, maxTried] = [2, 3]

/** "who is oot tomorrow": the question with that word corrected, or two of them. */
const refuseSlip: Refuse = (unread) => {
  const { parsing, tokens } = unread
  const { source } = parsing
  const isStrange = ({ kind, text }: Token): boolean =>
    text === 'of' || (kind === 'word' && !reservedWords.has(text) && !isNameWord(source.book, text))
  const strange = [...tokens.keys()].filter((at) => isStrange(tokens[at]!))
  if (strange.length > maxSlips || strange.length === tokens.length) return null
  let ways: readonly (readonly KnownMatch<string>[])[] = [[]]
  for (const from of strange) {
    const words = nearWords(tokens[from]!.text).slice(0, maxTried)
    // A day that is misspelled beside it is repaired when the words are read.
    ways = ways.flatMap((way) => [...words.map((value) => [...way, { from, to: from + 1, value }]), way])
  }
  const suggestions = ways
    .filter((way) => way.length > 0)
    .map((way) => replaced(unread, way))
    .filter(unread.ask)
    .slice(0, maxTried)
  if (suggestions.length === 0) return null
  const words = wordsBetween(source, tokens[strange[0]!]!, tokens[strange.at(-1)!]!)
  return {
    reason: 'unknown_words',
    words,
    fact: `I cannot read "${cutShort(words)}". Did you mean "${suggestions[0]!}"?`,
    suggestions,
  }
}

const halfDays =
  /\b(?:for |on |with |doing |taking )?(?:only |just )?(?:a )?half(?: of)?[- ](?:a |the )?days?\b(?: off)?/iu

/** "only in the morning", "this morning but not this afternoon" */
const oneHalf = /\b(?:only|just)\b|(?:,| but)+ not\b.*/iu

/** What is so of one half of a day and not of the other is not one question; each half is. */
export const refuseHalves: Refuse = ({ parsing, ask }) => {
  const text = parsing.source.characters.join('')
  const halves = new Set(text.toLowerCase().match(/\b(?:morning|afternoon)\b/gu))
  // "in this morning but off this afternoon": one question after the other, about the same people.
  const clauses = halves.size > 1 ? text.split(/,? (?:but|and) /iu).flatMap((words) => ask(words) ?? []) : []
  const isOfHalf = halfDays.test(text) || (halves.size > 0 && oneHalf.test(text))
  const whole = isOfHalf ? ask(text.replace(halfDays, 'leave').replace(oneHalf, '')) : null
  const each = whole ? (['morning', 'afternoon'] as const).map((half) => ({ ...whole, half })) : []
  const people = clauses.map((one) => ({ ...one, who: clauses[0]!.who, asked_for: 'people' as const }))
  const asked = people.length > 1 ? people : each
  if (asked.length === 0) return null
  return {
    reason: 'time_of_day',
    words: text,
    fact: 'I can tell you about the morning or the afternoon of a day. Ask about one of them at a time.',
    suggestions: asked.map(textForm),
  }
}

/** In the order in which they are tried, on the phrase as typed, before its spelling is repaired. */
const refusals: readonly Refuse[] = [
  refuseHalves,
  refusing(wordsBelow('requests', 'digest'), () => ({
    reason: 'other_command',
    fact: digestFact,
    suggestions: ['help'],
  })),
  // "which teams are there"
  refusing(wordsBelow('requests', 'teams'), ({ tokens, parsing }, [found]) => {
    const { book } = parsing.source
    if (found!.to - found!.from < tokens.length || book.teams.size === 0) return null
    const fact = `The teams are ${teamNames(book)}.`
    return { reason: 'other_command', fact, suggestions: ofTeams(book, '') }
  }),
  refusing(wordsBelow('requests', 'allowance'), () => ({
    reason: 'free_question',
    fact: 'I know who is out and when, but not how many days of leave anybody has left.',
    suggestions: ['me'],
  })),
  // "which team has most people out next week": how many of each team are.
  refusing(wordsBelow('requests', 'ranking'), ({ tokens, parsing }) => {
    const [days = ''] = daysIn(parsing)
    const asks = tokens.some(({ text }) => text === 'in' || text === 'working') ? 'in' : 'out'
    const isOfTeams = tokens.slice(0, 2).some(({ text }) => text === 'team' || text === 'teams')
    return {
      reason: 'free_question',
      fact: 'I can say who is out and how many, but I do not compare teams, people or days.',
      suggestions: isOfTeams
        ? ofTeams(parsing.source.book, `how many are ${asks} ${days}`.trim())
        : [days && withAsks(asks, days)],
    }
  }),
  refusing(holidays, (unread, [found], words) => {
    const days = found!.value === null ? ['this week', 'next week', 'next month'] : [found!.value]
    const fact = "I don't know that holiday; give its date."
    return { reason: 'unknown_holiday', words, fact, suggestions: withOtherDays(unread, found!, ...days) }
  }),
  // "mondays", "every week"
  refusingDays(
    'recurring',
    'recurring',
    'I can answer for one day or one range of days, but not for days that repeat.',
  ),
  refusingDays('foreign', 'other_language', 'I only understand English: tomorrow, next week, 17.12.'),
  // Words of time that name no specific day, of everybody.
  refusing(wordsBelow('days', 'vague'), (unread, [found], words) => {
    if (unread.parsing.marked.length + unread.parsing.joined.length > 0) return null
    const suggestions = withOtherDays(unread, found!, 'next few days', 'this week', 'next week')
    return { reason: 'unknown_words', words, fact: `"${words}" does not name a day.`, suggestions }
  }),
  refuseException,
  refuseParts,
  refuseSlip,
]

/** Why a phrase that is about something known has no answer; null: anything else. */
export const misreadKnown = (unread: Misreading): Misread | null => {
  for (const refuse of refusals) {
    const found = refuse(unread)
    if (found) return { words: unread.parsing.source.characters.join(''), ...found }
  }
  return null
}
