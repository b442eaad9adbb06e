import { dateWordsWith, withNextHoliday } from './calendar-days.js'
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

const tooLong = (clean: string): Understood =>
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
const otherCommand = (clean: string): Understood | null => {
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

const isAnswered = ({ ask }: Understood): boolean =>
  ask.kind === 'query' || (ask.kind === 'misunderstood' && ask.misunderstanding.reason === 'several_people')

const readAs = ({ ask, rules }: Understood, words: string, other?: string): Understood => {
  if (ask.kind !== 'query') return { ask, rules }
  const remarks = [`Read as "${cutShort(words)}".`, ...ask.query.remarks]
  const alternative = ask.query.alternative ?? other ?? null
  return { rules, ask: { kind: 'query', query: { ...ask.query, remarks, alternative } } }
}

/**
 * Where a phrase as typed is no question: what it asks by short names ("is jess in"), without what is said around it,
 * or of somebody who is named before it ("need to reach ana, is she around").
 */
const readAgain = (
  whole: Understood,
  typed: PhraseSource,
  clean: string,
  context: AskContext,
): Understood => {
  const tokens = lex(typed.characters)
  const isShort = tokens.some((_, at) => shortNameAt(typed.book, tokens, at))
  const source: PhraseSource = isShort ? { ...typed, isShort } : typed
  const words = typed.characters.join('')
  const main = withoutReasons(source, words, context)
  const short = isShort ? readPhrase(source, clean, context) : whole
  if (isAnswered(short)) return short
  const read = (said: string): Understood =>
    readPhrase({ ...source, characters: [...withoutClosing(said)] }, said, context)
  const question = main && read(main.question)
  if (question && isAnswered(question) && question.rules.some(({ rule }) => asking.has(rule)))
    return readAs(question, main.question, main.ofAll)
  const named = withNameOf(source, words + (clean.endsWith('?') ? '?' : ''))
  const said = named && (withoutReasons(source, named, context)?.question ?? named)
  const ofNamed = said ? read(said) : null
  if (said && ofNamed && isAnswered(ofNamed)) return readAs(ofNamed, said)
  // Nobody is unknown whom a short name means.
  return isShort ? short : whole
}

/** `parseAsk` with its working shown. */
export const explainAsk = (text: string, context: AskContext): Explanation => {
  const clean = cleanText(unescapeSlack(cleanText(text))).replace(ownName, '')
  const meter = { steps: text.length }
  if (isHelp(clean)) return { ask: { kind: 'help' }, rules: [], steps: meter.steps }
  const other = otherCommand(clean)
  if (other) return { ...other, steps: meter.steps }
  if (lengthOf(clean) > maximumLength) return { ...tooLong(clean), steps: meter.steps }
  const characters = [...withoutClosing(spellDigits(withoutPictures(clean)))]
  const source: PhraseSource = {
    characters,
    book: nameBookOf(context),
    dates: withNextHoliday(dateWordsWith(context.calendars), clean, context),
    meter,
  }
  const whole = readPhrase(source, clean, context)
  const read = isAnswered(whole) ? whole : readAgain(whole, source, clean, context)
  return { ...orBankHolidays(read, context), steps: meter.steps }
}

/**
 * Reads what a person typed after the command. Every text has an answer, and nothing is thrown. Days are in the
 * calendar of `context.today` (decisions, "Days" and "Slack").
 */
export const parseAsk = (text: string, context: AskContext): Ask => explainAsk(text, context).ask
