import { dateWordsWith } from './calendar-days.js'
import { vocabulary } from './words/vocabulary.js'
import { nameBookOf } from './who/book.js'
import { shortNameAt } from './who/short-names.js'
import { lex } from './words/lexer.js'
import type { AskContext } from './context.js'
import { commands } from './words/sentences.js'
import { cutShort } from './misread/say.js'
import {
  cleanText,
  fold,
  lengthOf,
  maximumLength,
  spellDigits,
  unescapeSlack,
  withoutClosing,
  withoutMarks,
  withoutPictures,
} from './words/normalize.js'
import { digestFact } from './misread/subjects.js'
import { isOfAnyone, type Ask, type Explanation } from './query.js'
import { withNameOf } from './pronouns.js'
import { readPhrase } from './read-phrase.js'
import { textForm } from './text-form.js'
import { withoutReasons } from './reasons.js'
import { refused, type Understood } from './understand.js'
import type { PhraseSource } from './who/who.js'

const tooLong = (clean: string): Ask =>
  refused({
    reason: 'too_long',
    words: cutShort(clean),
    fact: `That is more than ${maximumLength} characters.`,
    suggestions: [],
  })

/** The phrase without the quotes around it and without the punctuation that ends it. */
const bareForms = (clean: string): readonly string[] => {
  const bare = withoutMarks(clean)
  return [clean, bare, withoutClosing(bare), bare.replace(/\.$/u, '')].map(fold)
}

const isHelp = (clean: string): boolean =>
  /^\?+$/u.test(withoutMarks(clean)) || bareForms(clean).some((words) => vocabulary.help.includes(words))

/** Another command, typed where only questions are answered. */
const otherCommand = (clean: string): Ask | null => {
  const typed = bareForms(clean).find((words) => commands.includes(words))
  if (typed === undefined) return null
  return refused({
    reason: 'other_command',
    words: cutShort(clean),
    fact: typed.includes('digest')
      ? digestFact
      : 'Here you can only ask who is in and who is out. In Slack, "/whosout help" lists what you can type; on the command line, "whosout --help" lists the commands.',
    suggestions: vocabulary.examples.slice(-1),
  })
}

/** Addressed to the program: "@whosout who is out", "/whosout next week". */
const ownName = /^[@/]?whosout(?:[:,]\s*|\s+|$)/iu

/** "any holidays next week" asks for bank holidays where the asker has some then; leave is the other meaning. */
const orBankHolidays = (read: Understood, { calendars = [] }: AskContext): Understood => {
  const { ask, rules } = read
  const isOfHolidays = rules.some(({ rule, words }) => rule === 'state' && /^holidays?$/iu.test(words))
  const isOfPeople = rules.some(({ rule, words }) => rule === 'question' && !/^any$/iu.test(words))
  if (ask.kind !== 'query' || !isOfHolidays || isOfPeople) return read
  const { query } = ask
  if (!query.isDated || !isOfAnyone(query.who) || query.except.length > 0) return read
  const hasSome = calendars.some(
    ({ place, days }) =>
      place === null && days.some(({ date }) => query.range.from <= date && date <= query.range.to),
  )
  if (!hasSome || query.ranges.length > 0) return read
  const ofHolidays = { asks: 'holidays', asked_for: 'holidays', form: 'list', state: 'out' } as const
  const meant = { ...query, ...ofHolidays, kind: null, quantity: null, clipped: null }
  return { rules, ask: { kind: 'query', query: { ...meant, alternative: textForm(query) } } }
}

/** Rules that only a question has. */
const asking = new Set(['question', 'bank holidays'])

/** Where the whole is no question, the one that is whole without what was said around it. */
const withoutClauses = (whole: Understood, source: PhraseSource, context: AskContext): Understood => {
  const main = whole.ask.kind === 'misunderstood' ? withoutReasons(source, source.characters.join('')) : null
  if (main === null) return whole
  const read = readPhrase({ ...source, characters: [...main] }, main, context)
  return read.ask.kind === 'query' && read.rules.some(({ rule }) => asking.has(rule))
    ? readAs(read, main)
    : whole
}

/** "tom is out until when": not of tomorrow. */
const ofTom = /^tom (?:is|was|has|and|&) /iu

/** Where the phrase is no question, the one about those whom a short name means: "is jess in". */
const withShortNames = (
  whole: Understood,
  source: PhraseSource,
  clean: string,
  context: AskContext,
): Understood => {
  const isOfName = ofTom.test(clean)
  const tokens = whole.ask.kind === 'misunderstood' || isOfName ? lex(source.characters) : []
  if (!tokens.some((_, at) => shortNameAt(source.book, tokens, at))) return whole
  const short = readPhrase({ ...source, isShort: true }, clean, context)
  return short.ask.kind === 'query' || isShared(short.ask) || isOfName ? short : whole
}

const isShared = (ask: Ask): boolean =>
  ask.kind === 'misunderstood' && ask.misunderstanding.reason === 'several_people'

/** Reads a phrase, also by short names and without the reasons around it. */
const readAll = (source: PhraseSource, clean: string, context: AskContext): Understood =>
  withoutClauses(withShortNames(readPhrase(source, clean, context), source, clean, context), source, context)

/** Where the whole is no question, the one about somebody named before it: "need to reach ana, is she around". */
const aboutNamed = (
  whole: Understood,
  source: PhraseSource,
  clean: string,
  context: AskContext,
): Understood => {
  const mark = clean.endsWith('?') ? '?' : ''
  const question =
    whole.ask.kind === 'misunderstood' ? withNameOf(source, source.characters.join('') + mark) : null
  if (question === null) return whole
  const read = readAll({ ...source, characters: [...withoutClosing(question)] }, question, context)
  if (read.ask.kind !== 'query') return isShared(read.ask) ? read : whole
  return read.ask.query.remarks.some((remark) => remark.startsWith('Read as "'))
    ? read
    : readAs(read, question)
}

const readAs = ({ ask, rules }: Understood, words: string): Understood => {
  if (ask.kind !== 'query') return { ask, rules }
  const remarks = [`Read as "${cutShort(words)}".`, ...ask.query.remarks]
  return { rules, ask: { kind: 'query', query: { ...ask.query, remarks } } }
}

/** `parseAsk` with its working shown. */
export const explainAsk = (text: string, context: AskContext): Explanation => {
  const clean = cleanText(unescapeSlack(cleanText(text))).replace(ownName, '')
  const meter = { steps: text.length }
  if (isHelp(clean)) return { ask: { kind: 'help' }, rules: [], steps: meter.steps }
  const other = otherCommand(clean)
  if (other) return { ask: other, rules: [], steps: meter.steps }
  if (lengthOf(clean) > maximumLength) return { ask: tooLong(clean), rules: [], steps: meter.steps }
  const characters = [...withoutClosing(spellDigits(withoutPictures(clean)))]
  const source: PhraseSource = {
    characters,
    book: nameBookOf(context),
    dates: dateWordsWith(context.calendars),
    meter,
  }
  const whole = aboutNamed(readAll(source, clean, context), source, clean, context)
  return { ...orBankHolidays(whole, context), steps: meter.steps }
}

/**
 * Reads what a person typed after the command. Every text has an answer, and nothing is thrown. Days are in the
 * calendar of `context.today` (decisions, "Days" and "Slack").
 */
export const parseAsk = (text: string, context: AskContext): Ask => explainAsk(text, context).ask
