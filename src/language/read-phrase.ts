import { weekdays, dayNumber } from '../calendar/day.js'
import type { AskContext } from './context.js'
import { lex, type Token } from './words/lexer.js'
import { takeException } from './who/exceptions.js'
import { takeList, withCommas } from './who/lists.js'
import { misreadKnown, refuseHalves, type Misreading } from './misread/known.js'
import { misreadMark } from './misread/misread.js'
import { chunksOf, daysIn } from './misread/chunks.js'
import type { Misread } from './misread/refusal.js'
import { fold } from './words/normalize.js'
import { distinct, type Mark, type Named } from './who/names.js'
import { noteOfTeam, takeOwnTeams, type TeamOfPerson } from './who/own-team.js'
import { namedIn, refused, repairPhrase, sentenceDates, understand } from './understand.js'
import { type Understanding, withUnderstood } from './keep-exception.js'
import type { AskQuery, Understood, Who } from './query.js'
import {
  createParseContext,
  isShared,
  namesIn,
  toldApart,
  whenOf,
  type ParseContext,
  type Phrase,
} from './read.js'
import { misreadSentence } from './misread/sentence.js'
import { takeRepeat, takeAnyTime, takeWhole } from './sentence/repeats.js'
import { readSentence } from './sentence/sentence.js'
import { withAsks, withWho } from './text-form.js'
import { whoOf } from './alternative.js'
import { reservedWords } from './words/reserved.js'
import { inUsualWords, tidyTokens } from './words/tidy.js'
import { bareNameAt, lexQuoted, markOf, takeMarks, type PhraseSource } from './who/who.js'

/** The rules that read a holiday or its weekend, and nothing else. */
const ofHoliday = new Set(['when', 'moment', 'holiday', 'week of a day'])

/** A quoted expression of time is a date; a phrase that is quoted as a whole is read without its quotes. */
const openQuotes = (plain: Omit<ParseContext, 'input'>, tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at) => {
    if (token.kind !== 'quoted' || ['@', ':'].includes(tokens[at - 1]?.text ?? '')) return [token]
    const inner = lexQuoted(plain.source, token)
    if (tokens.length === 1 && !plain.source.book.teams.has(fold(token.text))) return inner
    return inner.length > 0 && whenOf(plain, inner) ? inner : [token]
  })

/** The names whose tokens are still there. */
const marksLeft = (tokens: readonly Token[]): readonly Mark[] =>
  tokens.flatMap((token) => markOf(token) ?? [])

const isUnclear = ({ named }: Mark): boolean => named === null || isShared(named)

const leadsToName = new Set(['in', 'for', 'from', 'of', 'the', 'at', 'with', 'on', 'to'])

/** Words that introduce a name are removed with it: "next week in @design", "#design team tomorrow". */
const withoutNames = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ kind, text }, at) => {
    const isName = (place: number): boolean => tokens[place]?.kind === 'name'
    const behind = leadsToName.has(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1
    const isLead = leadsToName.has(text) && isName(behind)
    return kind !== 'name' && !isLead && !(text === 'team' && isName(at - 1))
  })

/** "both toms", "either tom", "the toms": all who have the name. */
const namesakes = ({ characters }: PhraseSource, marks: readonly Mark[]): readonly Named[] => {
  const [mark] = marks
  if (marks.length !== 1 || mark?.named?.kind !== 'people') return []
  const text = characters.join('').toLowerCase()
  const before = text.slice(0, text.indexOf(mark.words.toLowerCase()))
  const isPlural = /\bthe $/u.test(before) && mark.words.endsWith('s')
  return isPlural || /\b(?:both|either|neither|all|any)(?: of)?(?: the)? $/u.test(before)
    ? mark.named.people.map((person): Named => ({ kind: 'person', person }))
    : []
}

const noTeam = ({ person, words }: TeamOfPerson): Misread => ({
  reason: 'no_team',
  words,
  fact: person === 'me' ? 'I do not know which team you are in.' : `${person.name} has no team.`,
  suggestions: person === 'me' ? [] : [withWho('', { team: null, person })],
})

const plainContext = (source: PhraseSource, context: AskContext): Omit<ParseContext, 'input'> => ({
  source,
  calendar: {
    today: dayNumber(context.today),
    weekStart: weekdays.indexOf(context.weekStart),
    monthFirst:
      context.dateOrder === 'month' ||
      (context.dateOrder === 'locale' && /^en[-_]us$/iu.test(context.locale)),
    workingDays: context.workingDays?.map((day) => weekdays.indexOf(day)) ?? [0, 1, 2, 3, 4],
    isPast: false,
    isAhead: false,
  },
  marked: [],
  joined: [],
  asks: 'out',
})

/** Where days and times of a day are named among other words. */
export const timesNamed = (source: PhraseSource, tokens: readonly Token[], context: AskContext) => {
  const chunks = chunksOf(createParseContext(plainContext(source, context), tokens))
  return chunks.filter(({ kind }) => kind === 'when' || kind === 'time')
}

/** More words than that are no question, and reading them again would take long. */
const maxKnown = 24

/** A phrase whose marked names, exceptions, repeating days and words of a question were found. */
const openPhrase = (source: PhraseSource, clean: string, context: AskContext) => {
  const tidied = tidyTokens(lex(source.characters), source.book)
  const usual = inUsualWords(tidied.tokens, source.book, source.meter)
  const told = takeAnyTime(source, usual)
  const plain = plainContext(source, context)
  const quoted = openQuotes(plain, withCommas(source, told ?? usual))
  const own = takeOwnTeams(source, takeMarks(source, quoted), context.asker)
  const isDate = (tokens: readonly Token[]): boolean => whenOf(plain, tokens) !== null
  const isHoliday = (tokens: readonly Token[]): boolean => {
    const rules = whenOf(plain, tokens)?.trace.map(({ rule }) => rule) ?? []
    return rules.includes('holiday') && rules.every((rule) => ofHoliday.has(rule))
  }
  const exception = takeException(source, own.tokens, isDate)
  const kept = exception?.tokens ?? own.tokens
  const repeat = takeRepeat(source, kept, isDate)
  const whole = takeWhole(source, repeat?.tokens ?? kept, isDate)
  const tokens = whole ?? repeat?.tokens ?? kept
  const hasMark = clean.includes('?')
  const clues = { hasMark, isDate, isHoliday, half: context.half ?? null, isWhole: !exception }
  const sentence = readSentence(source, tokens, clues)
  const list = sentence.error ? null : takeList(source, sentence.tokens)
  const alone = list?.tokens ?? sentence.tokens
  const marked = marksLeft(alone)
  const alike = list ? [] : namesakes(source, marked)
  const found = alike.length > 0 ? [] : marked
  const { asks, isPast, denied } = sentence
  const calendar = { ...plain.calendar, isPast, isAhead: asks === 'back' || denied === 'back' }
  const joined = list ? distinct(namesIn(list.marks)) : alike
  const read = { source, calendar, asks, marked: namesIn(found), joined }
  const asTyped = createParseContext(read, withoutNames(alone))
  const isAmbiguous = found.some(({ named }) => named?.kind === 'people')
  const left = isAmbiguous ? toldApart(found, namedIn(asTyped).names, source) : found
  const ofTeams = new Set(own.found.map((one) => one.team && noteOfTeam(one)))
  const phrase: Phrase = {
    context,
    parsing: { ...asTyped, marked: namesIn(left) },
    sentence,
    tokens: own.tokens,
    marks: [...left, ...(list?.marks ?? [])],
    isEither: list?.isEither ?? false,
    exception,
    repeat: repeat?.repeat ?? null,
    isWhole: whole !== null,
    isAny: told !== null,
    corrections: tidied.corrections,
    remarks: [...ofTeams, sentence.note, repeat?.note].flatMap((note) => note ?? []),
    clean,
  }
  const lost = own.found.find(({ team }) => team === null)
  return { phrase, lost, plain, known: tokens.slice(0, maxKnown) }
}

/** Everybody who is named in what is asked, each once, and the days. */
const understandingOf = ({ phrase, plain, known }: ReturnType<typeof openPhrase>): Understanding => {
  const whoIn = (named: readonly Named[]): readonly Who[] =>
    distinct(named.filter(({ kind }) => kind === 'team' || kind === 'person')).map((one) => whoOf([one]))
  const marked = namesIn(marksLeft([...phrase.tokens, ...phrase.sentence.tokens]))
  const bare = known.flatMap(({ text }, at) =>
    reservedWords.has(text) ? [] : (bareNameAt(plain.source, known, at)?.named ?? []),
  )
  const days = daysIn(createParseContext(plain, known))
  const { exception, sentence } = phrase
  return { exception, sentence, marked: whoIn(marked), named: whoIn([...marked, ...bare]), days }
}

/** Reads one phrase after cleaning. `clean` still has its closing punctuation. */
export const readPhrase = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
  isPart = false,
): Understood => {
  const opened = openPhrase(source, clean, context)
  const { phrase, lost } = opened
  /** What a part of the phrase asks on its own, to suggest what can be asked instead. */
  const ask = (words: string): AskQuery | null => {
    const part = readPhrase({ ...source, characters: [...words] }, `${words}?`, context, true).ask
    return part.kind === 'query' ? part.query : null
  }
  const understood = lost
    ? refused(noTeam(lost), clean)
    : readOpened({ ...phrase, ask: isPart ? () => null : ask })
  const isWhole = understood.ask.kind === 'query' && !phrase.exception
  return isPart || isWhole ? understood : withUnderstood(understood, understandingOf(opened), ask)
}

/** Why the words were not read that are no names and no days, or whom somebody means by a name that several have. */
const refusalOf = (phrase: Phrase & Misreading): Misread | null => {
  const { parsing, sentence, exception, marks } = phrase
  if (sentence.error) {
    const halves = sentence.error === 'statement' ? null : refuseHalves(phrase)
    const failed = { ...phrase, ...sentenceDates(parsing), who: whoOf(parsing.marked) }
    return halves ?? misreadSentence(sentence.error, failed)
  }
  const unclear = marks.find(isUnclear)
  if (unclear) return misreadMark(parsing, unclear, namedIn(parsing).date)
  const excepted = exception?.marks.find(isUnclear)
  if (!excepted) return null
  const misread = misreadMark({ ...parsing, asks: 'out' }, excepted, '')
  const { names, date } = namedIn(parsing)
  const asked = withAsks(parsing.asks, withWho(date, whoOf(names)))
  const suggestions = misread.suggestions.map((words) => `${asked || 'everyone'} except ${words}`)
  return { ...misread, suggestions }
}

const readOpened = (phrase: Phrase & Misreading): Understood => {
  const refusal = refusalOf(phrase)
  const understood = refusal ? null : understand(phrase)
  if (understood) return understood
  const misread = refusal ?? misreadKnown(phrase)
  return misread ? refused(misread, phrase.clean) : repairPhrase(phrase)
}
