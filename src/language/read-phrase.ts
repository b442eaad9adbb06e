import { weekdays, dayNumber } from '../calendar/day.js'
import type { Calendar } from '../calendar/spans.js'
import { isMonthFirst, type AskContext } from './context.js'
import { lex, type Token } from './words/lexer.js'
import { takeException } from './who/exceptions.js'
import { distinct, takeList, withCommas } from './who/lists.js'
import { misreadKnown, misreadWords } from './misread/misread.js'
import { refuseHalves } from './misread/reworded.js'
import { misreadMark } from './misread/names.js'
import { chunksOf, daysIn, type Chunk } from './misread/chunks.js'
import type { Misread } from './misread/refusal.js'
import { fold } from './words/normalize.js'
import { teamIn, withinTeam, type Named } from './who/names.js'
import { noteOfTeam, takeOwnTeams, type TeamOfPerson } from './who/own-team.js'
import type { Phrase } from './parts.js'
import { shortNames } from './create-query.js'
import {
  datesOf,
  repairPhrase,
  refused,
  sentenceDates,
  understandOne,
  type Understood,
} from './understand.js'
import { type Understanding, withException, withKnown, withoutOpposites } from './keep-exception.js'
import type { AskQuery, Who } from './query.js'
import { createParseContext, readingsOf, whenBetween, type ParseContext } from './read.js'
import { misreadSentence } from './misread/sentence.js'
import { takeRepeat, takeAnyTime, takeWhole } from './sentence/repeats.js'
import type { Sentence } from './sentence/draft.js'
import { readSentence } from './sentence/sentence.js'
import { withAsks, withWho } from './text-form.js'
import { namesOf, whoOf } from './alternative.js'
import { inUsualWords } from './words/instead.js'
import { reservedWords } from './words/reserved.js'
import { tidyTokens, withoutElse } from './words/tidy.js'
import { bareNameAt, lexQuoted, takeMarks, type Mark, type Marks, type PhraseSource } from './who/who.js'

const workWeek = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

const calendarOf = (context: AskContext, isPast = false, isAhead = false): Calendar => ({
  today: dayNumber(context.today),
  weekStart: weekdays.indexOf(context.weekStart),
  monthFirst: isMonthFirst(context),
  workingDays: (context.workingDays ?? workWeek).map((day) => weekdays.indexOf(day)),
  isPast,
  isAhead,
})

/** The rules that read a holiday or its weekend, and nothing else. */
const ofHoliday = new Set(['when', 'moment', 'holiday', 'week of a day'])

/** A quoted expression of time is a date; a phrase that is quoted as a whole is read without its quotes. */
const openQuotes = (
  source: PhraseSource,
  tokens: readonly Token[],
  base: Omit<ParseContext, 'input'>,
): readonly Token[] =>
  tokens.flatMap((token, at) => {
    if (token.kind !== 'quoted' || ['@', ':'].includes(tokens[at - 1]?.text ?? '')) return [token]
    const inner = lexQuoted(source, token)
    if (tokens.length === 1 && !source.book.teams.has(fold(token.text))) return inner
    return inner.length > 0 && whenBetween(createParseContext(base, inner), 0, inner.length) ? inner : [token]
  })

/** The names whose tokens are still there. */
const marksLeft = (tokens: readonly Token[], marks: Marks): readonly Mark[] =>
  tokens.flatMap(({ kind, start }) => (kind === 'name' ? (marks.get(start) ?? []) : []))

const namesIn = (marks: readonly Mark[]): readonly Named[] => marks.flatMap(({ named }) => named ?? [])

/** `@lena team:design`, "is lena from design in": of the people with a name, the one in the team. */
const toldApart = (
  marks: readonly Mark[],
  base: Omit<ParseContext, 'input'>,
  tokens: readonly Token[],
): readonly Mark[] => {
  if (!marks.some(({ named }) => named?.kind === 'people')) return marks
  const first = readingsOf(createParseContext(base, tokens)).next()
  const bare = first.done ? [] : first.value.cut.names.map(({ named }) => named)
  const team = teamIn([...base.marked, ...bare])
  if (!team) return marks
  return marks.map((mark) => ({
    ...mark,
    named: mark.named && withinTeam(base.source.book, mark.named, team),
  }))
}

const leadsToName = new Set(['in', 'for', 'from', 'of', 'the', 'at', 'with', 'on', 'to'])

/** Words that introduce a name are removed with it: "next week in @design", "#design team tomorrow". */
const withoutNames = (tokens: readonly Token[]): readonly Token[] => {
  const gone = new Set<Token>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    gone.add(token)
    if (tokens[at + 1]?.text === 'team') gone.add(tokens[at + 1]!)
    for (let before = at - 1; before >= Math.max(0, at - 2); before -= 1) {
      if (!leadsToName.has(tokens[before]!.text)) break
      gone.add(tokens[before]!)
    }
  }
  return tokens.filter((token) => !gone.has(token))
}

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

const noTeam = ({ person, words }: TeamOfPerson): Misread => {
  const isAsker = person === 'me'
  return {
    reason: 'no_team',
    words,
    fact: isAsker ? 'I do not know which team you are in.' : `${person.name} has no team.`,
    suggestions: isAsker ? [] : [withWho('', { team: null, person })],
  }
}

const plainBase = (source: PhraseSource, context: AskContext) =>
  ({
    source,
    calendar: calendarOf(context),
    marked: [],
    joined: [],
    asks: 'out',
    half: context.half ?? null,
    knowsAsker: context.asker !== undefined,
  }) as const

/** Where days and times of a day are named among other words. */
export const timesNamed = (
  source: PhraseSource,
  tokens: readonly Token[],
  context: AskContext,
): readonly Chunk[] =>
  chunksOf(createParseContext(plainBase(source, context), tokens)).filter(
    ({ kind }) => kind === 'when' || kind === 'time',
  )

/** A phrase whose marked names, exceptions and repeating days were found. */
const openPhrase = (source: PhraseSource, context: AskContext) => {
  const tidied = tidyTokens(lex(source.characters), source.book)
  const usual = inUsualWords(tidied.tokens, source.book, source.meter)
  const { isAny, tokens: told } = takeAnyTime(source, usual)
  const tidy = { ...tidied, tokens: withCommas(source, withoutElse(told, source.meter)) }
  const plain = plainBase(source, context)
  const taken = takeMarks(source, openQuotes(source, tidy.tokens, plain))
  const { marks } = taken
  const own = takeOwnTeams(source, taken.tokens, marks, context.asker)
  const isDate = (tokens: readonly Token[]): boolean =>
    whenBetween(createParseContext(plain, tokens), 0, tokens.length) !== null
  const isHoliday = (tokens: readonly Token[]): boolean => {
    const used = whenBetween(createParseContext(plain, tokens), 0, tokens.length)?.trace ?? []
    return used.some(({ rule }) => rule === 'holiday') && used.every(({ rule }) => ofHoliday.has(rule))
  }
  const exception = takeException(source, own.tokens, marks, isDate)
  const kept = exception?.tokens ?? own.tokens
  const repeat = takeRepeat(source, kept, isDate)
  const whole = takeWhole(source, repeat?.tokens ?? kept, isDate)
  const tokens = whole?.tokens ?? repeat?.tokens ?? kept
  return { tidy, isAny, plain, marks, own, isDate, isHoliday, exception, repeat, whole, tokens }
}

const maxKnown = 24

/** Everybody who is named in what is asked, each once. */
const everyNamed = (source: PhraseSource, marks: Marks, tokens: readonly Token[]) => {
  const whoIn = (all: readonly Named[]): readonly Who[] =>
    distinct(all.filter(({ kind }) => kind === 'team' || kind === 'person')).map((one) => whoOf([one]))
  const marked = namesIn([...marks.values()])
  const bare = tokens.flatMap(({ text }, at) =>
    reservedWords.has(text) ? [] : (bareNameAt(source, tokens, at)?.named ?? []),
  )
  return { marked: whoIn(marked), named: whoIn([...marked, ...bare]) }
}

/** Reads one phrase after cleaning. `clean` still has its closing punctuation. */
export const readPhrase = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
  isPart = false,
): Understood => {
  const opened = openPhrase(source, context)
  const sentence = readSentence(source, opened.tokens, opened.marks, {
    hasMark: clean.includes('?'),
    isDate: opened.isDate,
    isHoliday: opened.isHoliday,
    half: opened.plain.half,
    isWhole: opened.exception === null,
  })
  const understood = withoutOpposites(readOpened(source, clean, context, isPart, opened, sentence), sentence)
  if (isPart) return understood
  const ask = (words: string): AskQuery | null => readPart(words, source, context)
  // More words than that are no question, and reading them again would take long.
  const read = opened.tokens.slice(0, maxKnown)
  const known = (): Understanding => ({
    ...everyNamed(source, opened.marks, read),
    days: daysIn(createParseContext(opened.plain, read)),
  })
  const kept = withKnown(understood, known, ask)
  return opened.exception ? withException(kept, opened.exception, ask) : kept
}

const readOpened = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
  isPart: boolean,
  opened: ReturnType<typeof openPhrase>,
  sentence: Sentence,
): Understood => {
  const { tidy, plain, marks, own, exception, repeat, whole } = opened
  const refuse = (misread: Misread): Understood => ({ ask: refused(misread, clean), rules: [] })
  const list = sentence.error ? null : takeList(source, sentence.tokens, marks)
  const alone = list ? list.tokens : sentence.tokens
  const marked = marksLeft(alone, marks)
  const alike = list ? [] : namesakes(source, marked)
  const found = alike.length > 0 ? [] : marked
  const tokens = withoutNames(alone)
  const joined = list ? distinct(namesIn(list.marks)) : alike
  const asTyped: Omit<ParseContext, 'input'> = {
    ...plain,
    calendar: calendarOf(context, sentence.isPast, sentence.asks === 'back' || sentence.denied === 'back'),
    asks: sentence.asks,
    marked: namesIn(found),
    joined,
  }
  const left = toldApart(found, asTyped, tokens)
  const base = { ...asTyped, marked: namesIn(left) }
  const parsing = createParseContext(base, tokens)
  const lost = own.found.find(({ team }) => team === null)
  if (lost) return refuse(noTeam(lost))
  const ask = (words: string): AskQuery | null => (isPart ? null : readPart(words, source, context))
  const unread = { parsing, tokens: own.tokens, ask }
  if (sentence.error) {
    const halves = sentence.error === 'statement' ? null : refuseHalves(unread)
    if (halves) return refuse(halves)
    const dates = sentenceDates(parsing, base, tokens)
    return refuse(
      misreadSentence(sentence.error, { ...unread, ...dates, sentence, clean, who: whoOf(parsing.marked) }),
    )
  }
  const all = [...left, ...(list?.marks ?? [])]
  const isUnclear = ({ named }: Mark): boolean =>
    named === null || named.kind === 'people' || named.kind === 'teams'
  const unclear = all.find(isUnclear)
  if (unclear) return refuse(misreadMark(parsing, unclear, datesOf(parsing).date))
  const unclearException = exception?.marks.find(isUnclear)
  if (unclearException) {
    const misread = misreadMark({ ...parsing, asks: 'out' }, unclearException, '')
    const first = readingsOf(parsing).next()
    const who = whoOf(first.done ? namesIn(left) : namesOf(first.value, parsing))
    const question = withAsks(sentence.asks, withWho(datesOf(parsing).date, who))
    return refuse({
      ...misread,
      suggestions: misread.suggestions.map((words) => `${question || 'everyone'} except ${words}`),
    })
  }
  const phrase: Phrase = {
    parsing,
    sentence,
    uses: sentence.uses,
    marks: all,
    isEither: list?.isEither ?? false,
    except: distinct(namesIn(exception?.marks ?? [])),
    exceptDays: exception?.days ?? [],
    exceptWeekdays: exception?.weekdays ?? [],
    repeat: repeat?.repeat ?? null,
    isWhole: whole !== null,
    isAny: opened.isAny,
    corrections: [...tidy.corrections, ...shortNames(exception?.marks ?? [])],
    remarks: [...own.found.map(noteOfTeam), ...[sentence.note, repeat?.note].flatMap((note) => note ?? [])],
    clean,
    isBlank: clean === '' || clean === '.',
  }
  if (joined.length > 0 && left.length > 0) return refuse(misreadWords(parsing, []))
  const understood = understandOne(phrase)
  if (understood) return understood
  const known = misreadKnown(unread)
  return known ? refuse(known) : repairPhrase(phrase, base, tokens)
}

/** What a part of a phrase asks on its own, to suggest what can be asked instead. */
const readPart = (words: string, source: PhraseSource, context: AskContext): AskQuery | null => {
  const { ask } = readPhrase({ ...source, characters: [...words] }, `${words}?`, context, true)
  return ask.kind === 'query' ? ask.query : null
}
