import { dayText } from '../../calendar/spans.js'
import type { AskPerson } from '../context.js'
import type { Named } from '../who/names.js'
import type { Scene } from '../read.js'
import { chunksOf, type Chunk } from './chunks.js'
import { isRefusal, type AskReason, type AskRefusal } from './refusal.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import type { AskQuery } from '../query.js'
import { spanWords } from '../show.js'
import { everyTeam, looksLikeName, numberSuggestions } from './suggestions.js'
import { textForm, withAsks, withWho, type Who } from '../text-form.js'
import { wordsBetween, type Mark } from '../who/who.js'

/** Why a phrase has no answer, with what was read of it and commands that have one. */
export interface Misread extends AskRefusal {
  /** The words in the way, as typed. */
  readonly words: string
  /** `off tomorrow`: what records the asker's own days away, where that was said. */
  readonly off?: string | null
}

const longestQuote = 80

export const cutShort = (words: string): string => {
  const characters = [...words]
  return characters.length <= longestQuote ? words : `${characters.slice(0, longestQuote - 1).join('')}…`
}

const wordsOf = ({ source, input }: Scene, chunks: readonly Chunk[]): string => {
  const [first, last] = [chunks[0], chunks.at(-1)]
  if (!first || !last) return cutShort(source.characters.join(''))
  return cutShort(wordsBetween(source, input.tokens[first.from]!, input.tokens[last.to - 1]!))
}

const outcomeWords = ({ outcome }: Chunk): readonly string[] => {
  if (!outcome) return []
  return isRefusal(outcome) ? outcome.suggestions : [spanWords(outcome.span)]
}

const isBare = (character: string): boolean => /^[^\p{L}\p{M}\p{N}\s"“”]$/u.test(character)

/** Strange words with the marks that cling to them: `:palm_tree:`, `$ne`. */
const strangeWords = ({ source, input }: Scene, chunks: readonly Chunk[]): string => {
  const { characters } = source
  let start = input.tokens[chunks[0]!.from]!.start
  let end = input.tokens[chunks.at(-1)!.to - 1]!.end
  while (start > 0 && isBare(characters[start - 1]!)) start -= 1
  while (end < characters.length && isBare(characters[end]!) && !',;'.includes(characters[end]!)) end += 1
  return cutShort(characters.slice(start, end).join(''))
}

/** Who was found, as far as it is one team and one person. */
const whoOf = ({ marked }: Scene, chunks: readonly Chunk[]): { team: Named | null; person: Named | null } => {
  const all = [...marked, ...chunks.flatMap(({ named }) => (named ? [named] : []))]
  return {
    team: all.find(({ kind }) => kind === 'team') ?? null,
    person: all.find(({ kind }) => kind === 'person') ?? null,
  }
}

const addWho = (words: string, scene: Scene, chunks: readonly Chunk[]): string => {
  return say(scene, words, known(scene, chunks))
}

const known = (scene: Scene, chunks: readonly Chunk[]): Who => {
  const { team, person } = whoOf(scene, chunks)
  return {
    team: team?.kind === 'team' ? team.team : null,
    person: person?.kind === 'person' ? person.person : null,
  }
}

/** A command about days and people that asks what the phrase asked. */
const say = ({ asks }: Scene, words: string, who: Who): string => {
  const command = withWho(words, who)
  return command === '' ? '' : withAsks(asks, command)
}

/** The last of them is help. */
const examplesOf = ({ index }: Scene): readonly string[] => index.vocabulary.examples

const quoteRead = (scene: Scene, chunks: readonly Chunk[]): string | null => {
  const read = chunks.filter(({ kind }) => kind === 'when' || kind === 'name')
  return read.length === 0 ? null : read.map((chunk) => `"${wordsOf(scene, [chunk])}"`).join(' and ')
}

const firstWhen = (chunks: readonly Chunk[]): readonly string[] =>
  chunks
    .filter(({ kind }) => kind === 'when')
    .flatMap(outcomeWords)
    .slice(0, 1)

/** Words that are neither a date nor a name. A question of another kind is told apart by its first word. */
const refuseUnknown = (
  scene: Scene,
  chunks: readonly Chunk[],
  offending: readonly Chunk[],
  guesses: readonly AskQuery[],
): Misread => {
  const { source, index } = scene
  const first = scene.input.tokens[0]
  const isQuestion = first?.kind === 'word' && index.vocabulary.questions.includes(first.text)
  const words = offending.length > 0 ? strangeWords(scene, offending) : wordsOf(scene, offending)
  const read = quoteRead(scene, chunks)
  const said = read === null ? `I cannot read "${words}".` : `I read ${read} but not "${words}".`
  const when = firstWhen(chunks)[0]
  const isTeams = /\bteams?\b/iu.test(source.characters.join(''))
  const isName =
    (isTeams && !isQuestion) ||
    (!isQuestion && offending.some(({ kind }) => kind === 'unknown') && looksLikeName(words))
  const near = isName ? nearestNames(source.book, words) : []
  const meant = [
    ...guesses.flatMap(({ corrections }) => corrections.map(({ read: word }) => `"${word}"`)),
    ...near.map(({ team, person }) => team?.name ?? (person && person !== 'me' ? person.name : '')),
  ]
  const fact =
    meant.length > 0 ? didYouMean([...new Set(meant)].slice(0, 3)) : isName ? ` ${everyTeam(scene)}` : ''
  const reason: AskReason = isQuestion ? 'free_question' : 'unknown_words'
  const rest = addWho(when ?? '', scene, chunks)
  return {
    reason,
    words: isQuestion ? wordsOf(scene, []) : words,
    fact: `${isQuestion ? 'I answer who is in and who is out, and when. ' : ''}${said}${fact}`,
    suggestions: [
      ...guesses.map(textForm),
      ...chunks
        .flatMap(({ named }) => sharedBy(named, scene))
        .map((person) => say(scene, when ?? '', { ...known(scene, chunks), person })),
      ...near.map((who) => say(scene, when ?? '', { ...known(scene, chunks), ...whoFound(who) })),
      rest,
      ...(rest === '' ? examplesOf(scene) : examplesOf(scene).slice(-1)),
    ].filter((suggestion) => suggestion !== ''),
  }
}

/** The people whose name is not enough. */
const sharedBy = (named: Named | undefined, scene: Scene): readonly AskPerson[] =>
  named?.kind === 'people' ? apart(named.people, scene) : []

/** What is known of it, to put over what was read. */
const whoFound = ({ team, person }: Who): Partial<Who> => ({
  ...(team ? { team } : {}),
  ...(person ? { person } : {}),
})

/** The first days that are named among other words; empty when none are. */
export const dateWithin = (scene: Scene): string => firstWhen(chunksOf(scene))[0] ?? ''

const ofKind = (chunks: readonly Chunk[], kind: Chunk['kind']): readonly Chunk[] =>
  chunks.filter((chunk) => chunk.kind === kind)

/** From the first to the last of some chunks, with what stands between them. */
const stretch = (chunks: readonly Chunk[], some: readonly Chunk[]): readonly Chunk[] =>
  chunks.slice(chunks.indexOf(some[0]!), chunks.indexOf(some.at(-1)!) + 1)

const refuseNames = (scene: Scene, chunks: readonly Chunk[]): Misread | null => {
  const names = ofKind(chunks, 'name')
  const teams = names.filter(({ named }) => named?.kind === 'team')
  const isTeams = teams.length + scene.marked.filter(({ kind }) => kind === 'team').length > 1
  const people = names.filter(({ named }) => named?.kind !== 'team')
  const isPeople = people.length + scene.marked.filter(({ kind }) => kind !== 'team').length > 1
  if (!isTeams && !isPeople) return null
  const when = firstWhen(chunks)[0] ?? ''
  const all = [...scene.marked, ...names.flatMap(({ named }) => (named ? [named] : []))]
  return {
    reason: isTeams ? 'several_teams' : 'unknown_words',
    words: wordsOf(scene, isTeams ? (teams.length > 1 ? stretch(chunks, teams) : chunks) : people),
    fact: isTeams ? 'One team for each question.' : 'One person for each question.',
    suggestions: all.slice(0, 4).flatMap((named) => {
      if (named.kind === 'team' && isTeams) return [say(scene, when, { team: named.team, person: null })]
      return named.kind === 'person' && !isTeams
        ? [say(scene, when, { team: null, person: named.person })]
        : []
    }),
  }
}

const todayWords = ({ calendar }: Scene): string => dayText(calendar.today)

const refuseTime = (scene: Scene, chunks: readonly Chunk[]): Misread | null => {
  const times = ofKind(chunks, 'time')
  if (times.length === 0) return null
  const day = firstWhen(chunks)[0] ?? todayWords(scene)
  return {
    reason: 'time_of_day',
    words: wordsOf(scene, times.slice(0, 1)),
    fact: 'I keep whole days, not times.',
    suggestions: [addWho(day, scene, chunks)],
  }
}

const refuseMeaning = (scene: Scene, chunks: readonly Chunk[]): Misread | null => {
  for (const chunk of ofKind(chunks, 'when'))
    if (chunk.outcome && isRefusal(chunk.outcome))
      return {
        ...chunk.outcome,
        words: wordsOf(scene, [chunk]),
        suggestions: chunk.outcome.suggestions.map((words) => addWho(words, scene, chunks)),
      }
  return null
}

const refuseRanges = (scene: Scene, chunks: readonly Chunk[]): Misread | null => {
  const dates = ofKind(chunks, 'when')
  if (dates.length < 2) return null
  return {
    reason: 'two_ranges',
    words: wordsOf(scene, stretch(chunks, dates)),
    fact: 'These dates are not one range.',
    suggestions: dates
      .slice(0, 3)
      .map((chunk) => addWho(outcomeWords(chunk)[0] ?? todayWords(scene), scene, chunks)),
  }
}

const refuseNumber = (scene: Scene, chunks: readonly Chunk[]): Misread | null => {
  const numbers = ofKind(chunks, 'number')
  if (numbers.length === 0) return null
  const words = wordsOf(scene, stretch(chunks, numbers))
  return {
    reason: 'bare_number',
    words,
    fact: `"${words}": days, or days of which month?`,
    suggestions: numberSuggestions(scene, numbers).map((suggestion) => addWho(suggestion, scene, chunks)),
  }
}

/** Whether a token became part of a date: a repair that did not is no repair. */
export const isInDate = (scene: Scene, at: number): boolean =>
  chunksOf(scene).some(({ kind, from, to }) => kind === 'when' && from <= at && at < to)

/** A phrase that no cut could read: what of it could be read, and what stood in the way. */
export const misreadWords = (scene: Scene, guesses: readonly AskQuery[]): Misread => {
  const chunks = chunksOf(scene)
  const unknown = ofKind(chunks, 'unknown')
  if (unknown.length > 0)
    return refuseTime(scene, chunks) ?? refuseUnknown(scene, chunks, stretch(chunks, unknown), guesses)
  return (
    refuseNames(scene, chunks) ??
    refuseTime(scene, chunks) ??
    refuseMeaning(scene, chunks) ??
    refuseRanges(scene, chunks) ??
    refuseNumber(scene, chunks) ??
    refuseUnknown(scene, chunks, ofKind(chunks, 'joint'), guesses)
  )
}

const mostSuggested = 5

/** The first who can be named alone: by a Slack id, or by a full name that no other has. */
const apart = (people: readonly AskPerson[], { source }: Scene): readonly AskPerson[] => {
  const found: AskPerson[] = []
  for (const person of people) {
    if (person.slackId !== undefined || source.book.unique.has(person)) found.push(person)
    if (found.length === mostSuggested) break
  }
  return found
}

/** A name that nobody has, or that several share. `date` is what else was read, as words; perhaps empty. */
export const misreadMark = (scene: Scene, { named, words }: Mark, date: string): Misread => {
  const people = named?.kind === 'people' ? apart(named.people, scene) : []
  const teams = named?.kind === 'teams' ? named.teams : []
  const isMail = words.includes('@') && !words.startsWith('@') && !words.startsWith('<@')
  const bare = words.replace(/^[@#]|^\p{L}+:/u, '').replaceAll('"', '')
  const near: readonly Who[] = named ? [] : nearestNames(scene.source.book, bare)
  const shared: readonly Who[] = [
    ...people.map((person) => ({ team: null, person })),
    ...teams.map((team) => ({ team, person: null })),
  ]
  const offered = (shared.length > 0 ? shared : near)
    .slice(0, mostSuggested)
    .map((who) => say(scene, date, who))
  const meant = near.map(({ team, person }) => team?.name ?? (person && person !== 'me' ? person.name : ''))
  return {
    reason: 'unknown_words',
    words: isMail ? 'that address' : cutShort(words),
    fact: isMail
      ? 'No member has that e-mail address.'
      : named?.kind === 'people'
        ? `"${words}" is the name of several people.`
        : named?.kind === 'teams'
          ? `"${words}" may be one of several teams.`
          : `I cannot find "${cutShort(words)}".${meant.length > 0 ? didYouMean(meant) : ` ${everyTeam(scene)}`}`,
    suggestions:
      offered.length > 0
        ? offered
        : date === ''
          ? examplesOf(scene)
          : [say(scene, date, { team: null, person: null }), ...examplesOf(scene).slice(-1)],
  }
}
