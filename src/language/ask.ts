import { dateWordsWith } from './calendar-days.js'
import { vocabulary } from './words/vocabulary.js'
import { nameBookOf } from './who/book.js'
import { shortNameAt } from './who/short-names.js'
import { lex } from './words/lexer.js'
import type { AskContext } from './context.js'
import { commands } from './words/sentences.js'
import { cutShort } from './misread/refusal.js'
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
import { digestFact } from './misread/known.js'
import { isOfAnyone, type Ask, type Explanation } from './query.js'
import { withNameOf } from './pronouns.js'
import { readPhrase } from './read-phrase.js'
import { textForm } from './text-form.js'
import { withoutReasons } from './reasons.js'
import { refused, type Understood } from './understand.js'
import type { PhraseSource } from './who/who.js'

const help: Understood = { ask: { kind: 'help' }, rules: [] }

const listsOfCommands =
  'Here you can only ask who is in and who is out. In Slack, "/whosout help" lists what you can type; on the command line, "whosout --help" lists the commands.'

/** Words for help, another command typed where only questions are answered, or more than is read. */
const unasked = (clean: string): Understood | null => {
  const bare = withoutMarks(clean)
  const forms = [clean, bare, withoutClosing(bare), bare.replace(/\.$/u, '')].map(fold)
  if (/^\?+$/u.test(bare) || forms.some((words) => vocabulary.help.includes(words))) return help
  const typed = forms.find((form) => commands.includes(form))
  if (typed !== undefined) {
    const fact = typed.includes('digest') ? digestFact : listsOfCommands
    return refused({ reason: 'other_command', fact, suggestions: ['help'] }, clean)
  }
  const fact = `That is more than ${maximumLength} characters.`
  return lengthOf(clean) > maximumLength
    ? refused({ reason: 'too_long', fact, suggestions: [] }, clean)
    : null
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
  const { range, except, isDated, who } = query
  const hasSome = calendars.some(
    ({ place, days }) => place === null && days.some(({ date }) => range.from <= date && date <= range.to),
  )
  if (!hasSome || !isDated || !isOfAnyone(who) || except.length > 0) return read
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
  const ofNamed = named && read(named)
  if (ofNamed && isAnswered(ofNamed)) return readAs(ofNamed, named)
  // Nobody is unknown whom a short name means.
  return short
}

/** `parseAsk` with its working shown. */
export const explainAsk = (text: string, context: AskContext): Explanation => {
  const clean = cleanText(unescapeSlack(cleanText(text))).replace(ownName, '')
  const meter = { steps: text.length }
  const other = unasked(clean)
  if (other) return { ...other, steps: meter.steps }
  const characters = [...withoutClosing(spellDigits(withoutPictures(clean)))]
  const source: PhraseSource = {
    characters,
    book: nameBookOf(context),
    dates: dateWordsWith(context),
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
