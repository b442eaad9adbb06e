import { dateWordsWith } from './calendar-days.js'
import { vocabulary } from './words/vocabulary.js'
import { nameBookOf } from './who/book.js'
import { shortNameAt } from './who/short-names.js'
import { lex } from './words/lexer.js'
import type { AskContext } from './context.js'
import { openPhrases } from './words/phrases.js'
import { cutShort } from './misread/refusal.js'
import {
  cleanText,
  fold,
  lengthOf,
  maximumLength,
  maximumTyped,
  spellDigits,
  tooLong,
  unescapeSlack,
  withoutClosing,
  withoutMarks,
  withoutPictures,
} from './words/normalize.js'
import type { Ask, Explanation, Understood } from './query.js'
import { readPhrase } from './read-phrase.js'
import { withNameOf, withoutReasons } from './clauses.js'
import { refused } from './understand.js'
import type { PhraseSource } from './who/who.js'

const listsOfCommands =
  'Here you can only ask who is in and who is out. In Slack, "/whosout help" lists what you can type; on the command line, "whosout --help" lists the commands.'

const commands = openPhrases('requests')('commands')

/** Words for help, another command typed where only questions are answered, or more than is read. */
const unasked = (clean: string): Understood | null => {
  const bare = withoutMarks(clean)
  const forms = [clean, bare, withoutClosing(bare), bare.replace(/\.$/u, '')].map(fold)
  if (/^\?+$/u.test(bare) || forms.some((form) => vocabulary.help.includes(form)))
    return { ask: { kind: 'help' }, rules: [] }
  if (forms.some((form) => commands.includes(form)))
    return refused({ reason: 'other_command', fact: listsOfCommands, suggestions: ['help'] }, clean)
  return lengthOf(clean) <= maximumLength ? null : refusedAsLong(clean, maximumLength)
}

const refusedAsLong = (text: string, most: number): Understood =>
  refused({ reason: 'too_long', fact: tooLong(most), suggestions: [] }, text.slice(0, most))

/** Addressed to the program, "@whosout who is out", "/whosout next week"; or no word at all. */
const ownName = /^(?:[@/]?whosout(?:[:,]\s*|\s+|$)|\.$)/iu

/**
 * A phrase as typed; where that is no question, what it asks by short names ("is jess in"), without what is said around
 * it, or of somebody who is named before it ("need to reach ana, is she around").
 */
const readAny = (typed: PhraseSource, clean: string, context: AskContext): Understood => {
  const whole = readPhrase(typed, clean, context)
  if (whole.ask.kind === 'query') return whole
  const tokens = lex(typed.characters)
  const isShort = tokens.some((_, at) => shortNameAt(typed.book, tokens, at))
  const source: PhraseSource = isShort ? { ...typed, isShort } : typed
  const short = isShort ? readPhrase(source, clean, context) : whole
  if (short.ask.kind === 'query') return short
  const read = (said: string, other?: string): Understood | null => {
    const { ask, rules } = readPhrase({ ...source, characters: [...withoutClosing(said)] }, said, context)
    if (ask.kind !== 'query') return null
    const remarks = [`Read as "${cutShort(said)}".`, ...ask.query.remarks]
    const alternative = ask.query.alternative ?? other ?? null
    return { rules, ask: { ...ask, query: { ...ask.query, remarks, alternative } } }
  }
  const words = typed.characters.join('')
  const main = withoutReasons(source, words, context)
  const question = main && read(main.question, main.ofAll)
  const isAsking = question?.rules.some(({ rule }) => rule === 'question' || rule === 'bank holidays')
  if (question && isAsking) return question
  const named = withNameOf(source, words + (clean.endsWith('?') ? '?' : ''))
  // Nobody is unknown whom a short name means.
  return (named === null ? null : read(named)) ?? short
}

/** `parseAsk` with its working shown. */
export const explainAsk = (text: string, context: AskContext): Explanation => {
  if (text.length > maximumTyped) return { ...refusedAsLong(text, maximumTyped), steps: 0 }
  const clean = cleanText(unescapeSlack(cleanText(text))).replace(ownName, '')
  const meter = { steps: text.length }
  const characters = [...withoutClosing(spellDigits(withoutPictures(clean)))]
  const source = { characters, book: nameBookOf(context), dates: dateWordsWith(context), meter }
  const read = unasked(clean) ?? readAny(source, clean, context)
  return { ...read, steps: meter.steps }
}

/** Reads what a person typed after the command (decisions, "Days" and "Slack"). Every text has an answer; none throws. */
export const parseAsk = (text: string, context: AskContext): Ask => explainAsk(text, context).ask
