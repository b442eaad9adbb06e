import { dayText } from '../../calendar/spans.js'
import { nameOf, whoOf } from '../alternative.js'
import type { AskPerson } from '../context.js'
import type { AskQuery, Who } from '../query.js'
import { spanOf, whenOf, type ParseContext } from '../read.js'
import { spanWords, textForm, withAsks, withWho } from '../text-form.js'
import { nameKey, type NameBook } from '../who/book.js'
import { teamOf, type Mark } from '../who/names.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import { lex } from '../words/lexer.js'
import { openPhrases } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import { vocabulary } from '../words/vocabulary.js'
import { chunksOf, daysOf, ofKind, wordsOf, type Chunk } from './chunks.js'
import { cutShort, isRefusal, type AskRefusal, type Misread } from './refusal.js'

/** Why a phrase has no answer: names that nobody has or several share, and words that cannot be read together. */

/** A command about days and people that asks the same thing as the phrase; none where nothing is known. */
export const say = ({ asks }: ParseContext, days: string, ...who: readonly Who[]): string => {
  const command = withWho(days, ...who)
  return command && withAsks(asks, command)
}

/** The same about those who were named, as far as that is known. */
const sayKnown = (parsing: ParseContext, chunks: readonly Chunk[], days: string): string => {
  const { joined, marked } = parsing
  const named = chunks.flatMap((chunk) => chunk.named ?? [])
  const who = joined.length > 0 ? joined.map((one) => whoOf([one])) : [whoOf([...marked, ...named])]
  return say(parsing, days, ...who)
}

/** Where more people share a name, only the first of them are looked at. */
const maxAlike = 20

/** Of people with one name, those who can be told apart: by a Slack id, by their full name, or with their team. */
const apart = (people: readonly AskPerson[], book: NameBook) => {
  const looked = people.slice(0, maxAlike)
  const who = looked.flatMap((person): readonly Who[] => {
    const others = book.fullNames.get(nameKey(person.name))!.filter((one) => one !== person)
    if (person.slackId !== undefined || others.length === 0) return [{ team: null, person }]
    const team = teamOf(book, person)
    return team && others.every((one) => teamOf(book, one) !== team) ? [{ team, person }] : []
  })
  return { who, areAll: who.length === looked.length }
}

export const teamNames = ({ teams }: NameBook): string => {
  const names = [...teams.values()].map(({ name }) => name)
  return names.slice(0, 20).join(', ') + (names.length > 20 ? `, and ${names.length - 20} more` : '')
}

/** Names that may be meant by one that nobody has; otherwise all teams. */
export const otherNames = (book: NameBook, near: readonly Who[]): string => {
  if (near.length > 0) return didYouMean(near.map(nameOf))
  const teams = teamNames(book)
  return ` No team or person has that name${teams && ` (teams: ${teams})`}.`
}

/** Several teams, or several people, that were named without a word between them. */
const refuseNames = (parsing: ParseContext, chunks: readonly Chunk[]): Misread | null => {
  const bare = ofKind(chunks, 'name')
  const all = [...parsing.marked, ...bare.map(({ named }) => named!)]
  const teams = all.filter(({ kind }) => kind === 'team')
  const isTeams = teams.length > 1
  const names = isTeams ? teams : all.filter(({ kind }) => kind !== 'team')
  if (names.length < 2) return null
  return {
    reason: isTeams ? 'several_teams' : 'unknown_words',
    ...(bare.length > 0 && { words: wordsOf(parsing, bare) }),
    fact: `Ask about one ${isTeams ? 'team' : 'person'} at a time.`,
    suggestions: names
      .flatMap((named) =>
        named.kind === 'people' ? apart(named.people, parsing.source.book).who : [whoOf([named])],
      )
      .slice(0, 4)
      .map((who) => say(parsing, daysOf(chunks)[0] ?? '', who)),
  }
}

/** A name that nobody has, or that several people share. `date` is what else was read, as words; it may be empty. */
export const misreadMark = (parsing: ParseContext, { named, words }: Mark, date: string): Misread => {
  const { book } = parsing.source
  const others = date === '' ? [] : [say(parsing, date), 'help']
  const offer = (who: readonly Who[]): readonly string[] =>
    who.length > 0 ? who.slice(0, 5).map((one) => say(parsing, date, one)) : others
  if (named?.kind === 'people') {
    const { who, areAll } = apart(named.people, book)
    // Where not even their teams differ, only the address tells people apart. The asker types it: it is never shown.
    const hint = areAll ? '' : ' Give the e-mail address of the one you mean.'
    const fact = `"${words}" is the name of several people.${hint}`
    const teams = new Set(named.people.slice(0, maxAlike).flatMap((one) => teamOf(book, one) ?? []))
    const theirs = [...teams].map((team) => ({ team, person: null }))
    return { reason: 'several_people', words, fact, suggestions: offer(who.length > 0 ? who : theirs) }
  }
  if (named?.kind === 'teams') {
    const who = named.teams.map((team) => ({ team, person: null }))
    const fact = `"${words}" could be one of several teams.`
    return { reason: 'several_teams', words, fact, suggestions: offer(who) }
  }
  const near = nearestNames(book, words.replace(/^[@#]|^\p{L}+:/u, '').replaceAll('"', ''))
  const isAddress = /^[^@<].*@/u.test(words)
  return {
    reason: 'unknown_words',
    words: isAddress ? 'that address' : words,
    fact: isAddress
      ? 'No member has that e-mail address.'
      : `I cannot find "${cutShort(words)}".${otherNames(book, near)}`,
    suggestions: offer(near),
  }
}

/** Words that are never names, however they are spelled. */
const noNames = new Set(openPhrases('people')('never names'))

/** Whether unknown words could be a name: one to three words of letters, none of them a common word. */
const looksLikeName = (words: string): boolean =>
  /^(?:\p{L}[\p{L}\p{M}.'’-]+(?:\s+|$)){1,3}$/u.test(words) &&
  words
    .split(/\s+/u)
    .every((word) => !noNames.has(word.toLowerCase()) && !reservedWords.has(word.toLowerCase()))

/** Words that are neither a date nor a name. A question about something else is recognized by its first word. */
const refuseUnknown = (
  parsing: ParseContext,
  chunks: readonly Chunk[],
  offending: readonly Chunk[],
  guesses: readonly AskQuery[],
): Misread => {
  const { source, input } = parsing
  const typed = source.characters.join('')
  const isQuestion = vocabulary.questions.includes(input.tokens[0]?.text ?? '')
  const words = offending.length > 0 ? wordsOf(parsing, offending) : ''
  const read = chunks
    .filter(({ kind }) => kind === 'when' || kind === 'name')
    .map((chunk) => `"${wordsOf(parsing, [chunk])}"`)
  const known = read.length > 0 ? `I read ${read.join(' and ')} but not` : 'I cannot read'
  const said = words === '' ? 'I cannot read that as one question.' : `${known} "${words}".`
  const isUnknown = offending[0]?.kind === 'unknown' && looksLikeName(words)
  const isName = !isQuestion && (isUnknown || /\bteams?\b/iu.test(typed))
  const near = isName ? nearestNames(source.book, words) : []
  const repaired = guesses.flatMap(({ corrections }) => corrections.map((one) => `"${one.read}"`))
  const meant = [...new Set([...repaired, ...near.map(nameOf)])].slice(0, 3)
  const other = isName && meant.length === 0 ? otherNames(source.book, near) : didYouMean(meant)
  const [days = ''] = daysOf(chunks)
  const shared = chunks.flatMap(({ named }) =>
    named?.kind === 'people' ? apart(named.people, source.book).who : [],
  )
  const rest = sayKnown(parsing, chunks, days)
  const examples = /^off /iu.test(typed) ? ['me'] : vocabulary.examples
  return {
    reason: isQuestion ? 'free_question' : 'unknown_words',
    words: (isQuestion ? '' : words) || typed,
    fact: `${isQuestion ? 'I can tell you who is in, who is out, and when. ' : ''}${said}${other}`,
    suggestions: [
      ...guesses.map(textForm),
      ...[...shared, ...near].map((who) => say(parsing, days, who)),
      ...(rest === '' ? examples : [rest, 'help']),
    ],
  }
}

/** 24 may be 24 days or the 24th, 12-14 a date or two days of a month, 2027 a year. */
const numberSuggestions = (parsing: ParseContext, numbers: readonly Chunk[]): readonly string[] => {
  const [first, second] = numbers.map(({ from }) => parsing.input.tokens[from]!.text)
  const alone = first!.length > 3 ? [`year ${first}`] : [`next ${first} days`, `the ${first}th`]
  const meant = second === undefined ? alone : [`${first}.${second}.`, `the ${first}th to the ${second}th`]
  return meant.flatMap((words) => {
    const span = spanOf(whenOf(parsing, lex([...words]))?.outcome)
    return span ? spanWords(span) : []
  })
}

/** For a phrase that could not be read in any way: what was recognized, and what was not. */
export const misreadWords = (parsing: ParseContext, guesses: readonly AskQuery[]): Misread => {
  const chunks = chunksOf(parsing)
  const of = (kind: Chunk['kind']): readonly Chunk[] => ofKind(chunks, kind)
  const [unknown, times, dates, numbers] = [of('unknown'), of('time'), of('when'), of('number')]
  const ranges = daysOf(chunks)
  const fault = (at: readonly Chunk[], { suggestions, ...refusal }: AskRefusal): Misread => ({
    ...refusal,
    words: wordsOf(parsing, at),
    suggestions: suggestions.map((days) => sayKnown(parsing, chunks, days)),
  })
  const names = unknown.length === 0 ? refuseNames(parsing, chunks) : null
  if (names) return names
  const isOfWork = numbers.length > 0 && wordsOf(parsing, numbers) === '9 to 5'
  const hours = times[0] ?? (isOfWork ? numbers[0] : undefined)
  if (hours) {
    const suggestions = [ranges[0] ?? dayText(parsing.calendar.today)]
    const fact = 'I know days and halves of days, but not times.'
    return fault([hours], { reason: 'time_of_day', fact, suggestions })
  }
  if (unknown.length > 0) return refuseUnknown(parsing, chunks, unknown, guesses)
  for (const date of dates) if (date.outcome && isRefusal(date.outcome)) return fault([date], date.outcome)
  if (dates.length > 1)
    return fault(dates, {
      reason: 'two_ranges',
      fact: 'These dates are not one range.',
      suggestions: ranges.slice(0, 3),
    })
  if (numbers.length === 0) return refuseUnknown(parsing, chunks, of('joint'), guesses)
  const fact = `"${wordsOf(parsing, numbers)}" is not clear. Which days do you mean?`
  return fault(numbers, { reason: 'bare_number', fact, suggestions: numberSuggestions(parsing, numbers) })
}
