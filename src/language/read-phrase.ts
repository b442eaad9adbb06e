import { weekdays, dayNumber } from '../calendar/day.js'
import { isMonthFirst, type AskContext } from './context.js'
import { lex, type Token } from './words/lexer.js'
import { takeException } from './who/exceptions.js'
import { takeList, withCommas } from './who/lists.js'
import { misreadKnown, misreadWords } from './misread/misread.js'
import { refuseHalves } from './misread/reworded.js'
import { misreadMark } from './misread/names.js'
import { chunksOf, daysIn, type Chunk } from './misread/chunks.js'
import type { Misread } from './misread/refusal.js'
import { fold } from './words/normalize.js'
import { distinct, teamIn, withinTeam, type Mark, type Named } from './who/names.js'
import { noteOfTeam, takeOwnTeams, type TeamOfPerson } from './who/own-team.js'
import type { Phrase } from './parts.js'
import { shortNames } from './create-query.js'
import {
  datesOf,
  namesRead,
  refused,
  repairPhrase,
  sentenceDates,
  understand,
  type Understood,
} from './understand.js'
import { type Understanding, withException, withKnown, withoutOpposites } from './keep-exception.js'
import type { AskQuery, Who } from './query.js'
import { createParseContext, whenOf, type ParseContext } from './read.js'
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
const openQuotes = (plain: PlainContext, tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at) => {
    if (token.kind !== 'quoted' || ['@', ':'].includes(tokens[at - 1]?.text ?? '')) return [token]
    const inner = lexQuoted(plain.source, token)
    if (tokens.length === 1 && !plain.source.book.teams.has(fold(token.text))) return inner
    return inner.length > 0 && whenOf(plain, inner) ? inner : [token]
  })

/** The names whose tokens are still there. */
const marksLeft = (tokens: readonly Token[]): readonly Mark[] =>
  tokens.flatMap((token) => markOf(token) ?? [])

const namesIn = (marks: readonly Mark[]): readonly Named[] => marks.flatMap(({ named }) => named ?? [])

/** `@lena team:design`, "is lena from design in": of the people with a name, the one in the team. */
const toldApart = (marks: readonly Mark[], parsing: ParseContext): readonly Mark[] => {
  if (!marks.some(({ named }) => named?.kind === 'people')) return marks
  const team = teamIn(namesRead(parsing))
  if (!team) return marks
  return marks.map((mark) => ({
    ...mark,
    named: mark.named && withinTeam(parsing.source.book, mark.named, team),
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

const plainContext = (source: PhraseSource, context: AskContext) =>
  ({
    source,
    calendar: {
      today: dayNumber(context.today),
      weekStart: weekdays.indexOf(context.weekStart),
      monthFirst: isMonthFirst(context),
      workingDays: context.workingDays?.map((day) => weekdays.indexOf(day)) ?? [0, 1, 2, 3, 4],
      isPast: false,
      isAhead: false,
    },
    marked: [],
    joined: [],
    asks: 'out',
  }) as const

type PlainContext = ReturnType<typeof plainContext>

/** Where days and times of a day are named among other words. */
export const timesNamed = (
  source: PhraseSource,
  tokens: readonly Token[],
  context: AskContext,
): readonly Chunk[] =>
  chunksOf(createParseContext(plainContext(source, context), tokens)).filter(
    ({ kind }) => kind === 'when' || kind === 'time',
  )

/** A phrase whose marked names, exceptions, repeating days and words of a question were found. */
const openPhrase = (source: PhraseSource, clean: string, context: AskContext) => {
  const tidied = tidyTokens(lex(source.characters), source.book)
  const usual = inUsualWords(tidied.tokens, source.book, source.meter)
  const { isAny, tokens: told } = takeAnyTime(source, usual)
  const plain = plainContext(source, context)
  const quoted = openQuotes(plain, withCommas(source, told))
  const own = takeOwnTeams(source, takeMarks(source, quoted), context.asker)
  const isDate = (tokens: readonly Token[]): boolean => whenOf(plain, tokens) !== null
  const isHoliday = (tokens: readonly Token[]): boolean => {
    const used = whenOf(plain, tokens)?.trace ?? []
    return used.some(({ rule }) => rule === 'holiday') && used.every(({ rule }) => ofHoliday.has(rule))
  }
  const exception = takeException(source, own.tokens, isDate)
  const kept = exception?.tokens ?? own.tokens
  const repeat = takeRepeat(source, kept, isDate)
  const whole = takeWhole(source, repeat?.tokens ?? kept, isDate)
  const tokens = whole?.tokens ?? repeat?.tokens ?? kept
  const hasMark = clean.includes('?')
  const half = context.half ?? null
  const sentence = readSentence(source, tokens, {
    hasMark,
    isDate,
    isHoliday,
    half,
    isWhole: !exception,
  })
  const notes = own.found.flatMap((one) => (one.team ? noteOfTeam(one) : []))
  const read = {
    context,
    sentence,
    typed: own.tokens,
    except: distinct(namesIn(exception?.marks ?? [])),
    exceptDays: exception?.days ?? [],
    exceptWeekdays: exception?.weekdays ?? [],
    repeat: repeat?.repeat ?? null,
    isWhole: whole !== null,
    isAny,
    corrections: [...tidied.corrections, ...shortNames(exception?.marks ?? [])],
    remarks: [...notes, ...[sentence.note, repeat?.note].flatMap((note) => note ?? [])],
    clean,
    isBlank: clean === '' || clean === '.',
  }
  return { read, plain, own, exception, tokens }
}

type OpenedPhrase = ReturnType<typeof openPhrase>

const maxKnown = 24

/** Everybody who is named in what is asked, each once, and the days. */
const understandingOf = ({ plain, read, own, tokens: all }: OpenedPhrase): Understanding => {
  const whoIn = (named: readonly Named[]): readonly Who[] =>
    distinct(named.filter(({ kind }) => kind === 'team' || kind === 'person')).map((one) => whoOf([one]))
  // More words than that are no question, and reading them again would take long.
  const tokens = all.slice(0, maxKnown)
  const marked = namesIn(marksLeft([...own.tokens, ...read.sentence.tokens]))
  const bare = tokens.flatMap(({ text }, at) =>
    reservedWords.has(text) ? [] : (bareNameAt(plain.source, tokens, at)?.named ?? []),
  )
  const days = daysIn(createParseContext(plain, tokens))
  return { marked: whoIn(marked), named: whoIn([...marked, ...bare]), days }
}

/** Reads one phrase after cleaning. `clean` still has its closing punctuation. */
export const readPhrase = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
  isPart = false,
): Understood => {
  const opened = openPhrase(source, clean, context)
  /** What a part of the phrase asks on its own, to suggest what can be asked instead. */
  const ask = (words: string): AskQuery | null => {
    const part = readPhrase({ ...source, characters: [...words] }, `${words}?`, context, true).ask
    return part.kind === 'query' ? part.query : null
  }
  const understood = readOpened(opened, isPart ? () => null : ask)
  const meant = withoutOpposites(understood, opened.read.sentence)
  if (isPart) return meant
  const kept = withKnown(meant, () => understandingOf(opened), ask)
  return opened.exception ? withException(kept, opened.exception, ask) : kept
}

const isUnclear = ({ named }: Mark): boolean =>
  named === null || named.kind === 'people' || named.kind === 'teams'

const readOpened = (
  { read, plain, own, exception }: OpenedPhrase,
  ask: (words: string) => AskQuery | null,
): Understood => {
  const { source } = plain
  const { sentence, clean } = read
  const refuse = (misread: Misread): Understood => refused(misread, clean)
  const list = sentence.error ? null : takeList(source, sentence.tokens)
  const alone = list?.tokens ?? sentence.tokens
  const marked = marksLeft(alone)
  const alike = list ? [] : namesakes(source, marked)
  const found = alike.length > 0 ? [] : marked
  const { asks, isPast, denied } = sentence
  const asTyped = createParseContext(
    {
      source,
      calendar: { ...plain.calendar, isPast, isAhead: asks === 'back' || denied === 'back' },
      asks,
      marked: namesIn(found),
      joined: list ? distinct(namesIn(list.marks)) : alike,
    },
    withoutNames(alone),
  )
  const left = toldApart(found, asTyped)
  const parsing = { ...asTyped, marked: namesIn(left) }
  const lost = own.found.find(({ team }) => team === null)
  if (lost) return refuse(noTeam(lost))
  const unread = { parsing, tokens: own.tokens, ask }
  if (sentence.error) {
    const halves = sentence.error === 'statement' ? null : refuseHalves(unread)
    const failed = { ...unread, ...sentenceDates(parsing), sentence, clean, who: whoOf(parsing.marked) }
    return refuse(halves ?? misreadSentence(sentence.error, failed))
  }
  const all = [...left, ...(list?.marks ?? [])]
  const unclear = all.find(isUnclear)
  if (unclear) return refuse(misreadMark(parsing, unclear, datesOf(parsing).date))
  const unclearException = exception?.marks.find(isUnclear)
  if (unclearException) {
    const misread = misreadMark({ ...parsing, asks: 'out' }, unclearException, '')
    const question = withAsks(asks, withWho(datesOf(parsing).date, whoOf(namesRead(parsing))))
    const suggestions = misread.suggestions.map((words) => `${question || 'everyone'} except ${words}`)
    return refuse({ ...misread, suggestions })
  }
  if (parsing.joined.length > 0 && left.length > 0) return refuse(misreadWords(parsing, []))
  const phrase: Phrase = { ...read, parsing, marks: all, isEither: list?.isEither ?? false }
  const understood = understand(phrase)
  if (understood) return understood
  const known = misreadKnown(unread)
  return known ? refuse(known) : repairPhrase(phrase)
}
