import type { AskContext } from './context.js'
import { timesNamed } from './read-phrase.js'
import { createReader, datesAt, find, findAnywhere, skipAll, type SentenceReader } from './sentence/draft.js'
import { politeBefore } from './sentence/sentence.js'
import { findState, stateAt } from './sentence/state.js'
import { withoutPossessive } from './who/names.js'
import { shortNameAt } from './who/short-names.js'
import { bareNameAt, nameAt, takeMarks, wordsBetween, type PhraseSource } from './who/who.js'
import { lex, type Token } from './words/lexer.js'
import { withoutClosing } from './words/normalize.js'
import { openPhrases, wordsBelow } from './words/phrases.js'
import { leads, states } from './words/sentences.js'

/** Clauses beside a question: why it is asked ("is ana in tomorrow? we have a demo"), or of whom ("need ana, is she in"). */

const openers = wordsBelow('courtesy', 'opens a reason')
const alone = wordsBelow('courtesy', 'says nothing')
const purposes = new Set(openPhrases('courtesy')('purposes'))
const limits = wordsBelow('courtesy', 'limits')

/** Where a clause may end: at a mark, or before a word that begins a reason. */
const borders =
  /(?<=[,;?!]|[:.](?=\s)|\s[-–—](?=\s))\s*|(?<!\b(?:i|we|because|cuz|just))\s+(?=(?:because|cuz|so (?:i|we)|since (?:i|we)|(?:i|we) (?:need|want) to|trying to|need to|want to|or (?:can|could|should|shall|may) (?:i|we)|or (?:is|are) (?:he|she|they))\b)/iu

const ofDays = new Set(['weekday', 'month', 'unit', 'day', 'holiday', 'ordinal', 'endOf'])

const isOfDay = (source: PhraseSource, tokens: readonly Token[], at: number): boolean =>
  datesAt(source, tokens, at).some(({ term }) => ofDays.has(term.kind))

const readerOf = (names: PhraseSource, clause: string): SentenceReader => {
  const source = { ...names, characters: [...clause] }
  const tokens = lex(source.characters).filter(({ kind }) => kind !== 'mark')
  return createReader(source, tokens)
}

/** The days and the teams that a clause beside a question names. */
interface NamedBeside {
  readonly days: readonly string[]
  readonly teams: readonly string[]
}

/** Null where a clause is no reason, or limits the question: by a person, a state or another question. */
const reasonIn = (names: PhraseSource, clause: string, context: AskContext): NamedBeside | null => {
  const reader = readerOf(names, clause)
  const { source, tokens } = reader
  const opener = find(reader, openers, 0)
  // "for the catering order"
  const isPurpose = tokens[0]?.text === 'for' && purposes.has(tokens.at(-1)!.text)
  const isAlone = (find(reader, alone, 0)?.next ?? 0) === tokens.length
  if (isAlone) return { days: [], teams: [] }
  if (!opener && !isPurpose) return null
  const times = timesNamed(source, tokens, context)
  const words = (from: number, to: number): string => wordsBetween(source, tokens[from]!, tokens[to - 1]!)
  const teams: string[] = []
  for (let at = opener?.next ?? 0; at < tokens.length;) {
    const time = times.find(({ from }) => from === at)
    const name = bareNameAt(source, tokens, at)
    const team = name?.named?.kind === 'team' ? name.named : null
    if (name && !team) return null
    // Short names of teams are words, too: "a customer call".
    if (name) teams.push(team!.isShort ? '' : words(at, name.next))
    // To plan cover is a reason to ask.
    const state = stateAt(reader, at, false)
    if ((!time && find(reader, limits, at)) || (state && state.value.remark !== 'no_cover')) return null
    at = time?.to ?? name?.next ?? at + 1
  }
  return { days: times.filter(({ kind }) => kind === 'when').map(({ from, to }) => words(from, to)), teams }
}

/**
 * The question without the clauses around it that give a reason, but with the day and the team that only they name; null
 * where there are none, or nothing else. `ofAll`: without the team.
 */
export const withoutReasons = (
  source: PhraseSource,
  clean: string,
  context: AskContext,
): { readonly question: string; readonly ofAll?: string } | null => {
  const clauses = clean.split(borders)
  const reasons = clauses.map((clause) => reasonIn(source, clause, context))
  const [first, last] = [reasons.indexOf(null), reasons.lastIndexOf(null)]
  const beside = reasons.flatMap((one) => one ?? [])
  if (first < 0 || (first === 0 && last === clauses.length - 1)) return null
  const from = clean.indexOf(clauses[first]!)
  const to = clean.lastIndexOf(clauses[last]!) + clauses[last]!.length
  const main = clean.slice(from, to).replace(/[\s,;:–—-]+$/u, '')
  const { source: ofMain, tokens } = readerOf(source, main)
  const isNamed = tokens.some(
    (_, at) => (bareNameAt(ofMain, tokens, at) ?? shortNameAt(source.book, tokens, at))?.named,
  )
  const isDated = timesNamed(ofMain, tokens, context).some(({ kind }) => kind === 'when')
  const [day, ...otherDays] = beside.flatMap(({ days }) => days)
  const [team, ...otherTeams] = isNamed ? [] : beside.flatMap(({ teams }) => teams)
  if ((day && isDated) || otherDays.length + otherTeams.length > 0 || team === '') return null
  const ofAll = day ? `${withoutClosing(main)} ${day}` : main
  return team === undefined ? { question: ofAll } : { question: `${withoutClosing(ofAll)} in ${team}`, ofAll }
}

const pronoun = /\b(?<who>he|she|they|his|her|their)(?:(?:['’]|(?<=he)(?=s))(?<verb>s|re|ll))?\b(?!['’])/iu
const verbs: Readonly<Record<string, string>> = { s: ' is', re: ' are', ll: ' will' }

/** Where the clause of a pronoun begins, where no mark says so: "can you reach ana when is she back". */
const asking =
  /\s(?=(?:(?:do|does) (?:you|anyone|anybody) know |any idea )?(?:(?:un)?till? when|since when|for how long|how long|when['’]?s?|where|if|whether|which days|is|are|was|were|will|does|did|has)(?: (?:is|are|was|were|will|does|did|has))? (?:he|she|they|his|her|their)\b)/iu

const marks = /(?:[,;:?!]|\.(?=\s)|\s[-–—](?=\s))+\s*/gu

/** The people who are named, but the asker, as typed. */
const peopleIn = (source: PhraseSource): ReadonlySet<string> => {
  const tokens = takeMarks(source, lex(source.characters))
  const people = new Set<string>()
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!
    const { named, next } = nameAt(source, tokens, at) ??
      shortNameAt(source.book, tokens, at) ?? { named: null, next: at + 1 }
    const isOther = named?.kind === 'people' || (named?.kind === 'person' && named.person !== 'me')
    if (isOther) people.add(withoutPossessive(wordsBetween(source, token, tokens[next - 1]!)))
    at = next
  }
  return people
}

/** "is ana in": what is asked of somebody already. */
const asksAlready = (names: PhraseSource, clause: string): boolean => {
  const reader = readerOf(names, clause)
  const start = skipAll(reader, politeBefore, 0)
  return find(reader, leads, start) !== null && findAnywhere(reader, states, start) !== null
}

const hasDay = (names: PhraseSource, words: string): boolean => {
  const { source, tokens } = readerOf(names, words)
  return tokens.some((_, at) => isOfDay(source, tokens, at))
}

/** Where the question begins: in the clause of a pronoun, or with a state and nobody it is of: "for ana: back when?" */
const startOf = (names: PhraseSource, clean: string): number => {
  const said = pronoun.exec(clean)?.index
  const borders = [...clean.matchAll(marks)].map(({ 0: mark, index }) => index + mark.length)
  if (said !== undefined) return borders.findLast((at) => at <= said) ?? (asking.exec(clean)?.index ?? -1) + 1
  const last = borders.findLast((at) => at < clean.length) ?? 0
  const rest = clean.slice(last)
  return /\?|\bwhen\b/u.test(rest) && find(readerOf(names, rest), states, 0) ? last : 0
}

/** Days before a question are its own, unlike those that say since when or that something was so. */
const notOfQuestion =
  /(?<!\b(?:i|we) )\b(?:was|were|had|took|been)\b|\b(?:(?:since|all|whole) (?:\S+ )?\S+|for (?:a|the|\d+|two|three) \S+|for ages)$/iu

const dayBefore = /^(?:on|from|until|till?|by|in|this|next|the|\d+)\b(?!.*\b(?:or|and)$)/iu

const several = /\b(?:teams?|people|folks|guys|(?:any|some|every)(?:one|body))\b/iu

/** The question about the one person who is named before it, with the name; null where it is no such question. */
export const withNameOf = (names: PhraseSource, clean: string): string | null => {
  const start = startOf(names, clean)
  const before = clean.slice(0, start).replace(/[\s,;:?!.–—-]+$/u, '')
  const people = peopleIn({ ...names, characters: [...before] })
  const [person] = people
  const isOfTeam = /^the/iu.test(pronoun.exec(clean)?.[0] ?? '') && several.test(before)
  if (start <= 0 || person === undefined || people.size > 1 || isOfTeam) return null
  if (before.split(marks).some((clause) => asksAlready(names, clause))) return null
  const rest = clean.slice(start)
  const question = pronoun.test(rest)
    ? rest.replace(new RegExp(pronoun.source, 'giu'), (_, who: string, verb: string = '') =>
        /^(?:his|her|their)$/iu.test(who) ? `${person}'s` : person + (verbs[verb.toLowerCase()] ?? ''),
      )
    : `${person} ${rest}`
  if (hasDay(names, question) || !hasDay(names, before) || notOfQuestion.test(before)) return question
  // "i need ana tomorrow, is she in"; but not "is friday ok for ana or is she off"
  const days = before.slice(before.indexOf(person) + person.length).trim()
  const isStated = findState(readerOf(names, before), 0, false) !== null
  const { source, tokens } = readerOf(names, days)
  const areDays = tokens.length > 0 && (dayBefore.test(days) || isOfDay(source, tokens, 0))
  return isStated || !areDays ? null : question.replace(/(?=[?!;,]|$)/u, ` ${days}`)
}
