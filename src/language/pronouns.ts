import { readerOf, isOfDay } from './reasons.js'
import { find, findAnywhere, skipAll } from './sentence/reader.js'
import { findState, states } from './sentence/state.js'
import { kindOfDate } from './words/english.js'
import { leads } from './words/leads.js'
import { lex } from './words/lexer.js'
import { reservedWords } from './words/reserved.js'
import { politeBefore } from './words/sentences.js'
import { withoutPossessive } from './who/names.js'
import { shortNameAt } from './who/short-names.js'
import { nameAt, takeMarks, wordsBetween, type PhraseSource } from './who/who.js'

/** "trying to reach ana, is she around": a question about somebody who is named before it. */

const pronoun = /\b(?<who>he|she|they|his|her|their)(?:(?:['’]|(?<=he)(?=s))(?<verb>s|re|ll))?\b(?!['’])/iu
const verbs: Readonly<Record<string, string>> = { s: ' is', re: ' are', ll: ' will' }

/** Where the clause of a pronoun begins, where no mark says so: "can you reach ana when is she back". */
const asking =
  /\s(?=(?:(?:do|does) (?:you|anyone|anybody) know |any idea )?(?:(?:un)?till? when|since when|for how long|how long|when['’]?s?|where|if|whether|which days|is|are|was|were|will|does|did|has)(?: (?:is|are|was|were|will|does|did|has))? (?:he|she|they|his|her|their)\b)/iu

const marks = /(?:[,;:?!]|\.(?=\s)|\s[-–—](?=\s))+\s*/gu

/** Everybody else who is named, as typed, and whether a team is. */
const namedIn = (source: PhraseSource) => {
  const tokens = takeMarks(source, lex(source.characters))
  const people = new Set<string>()
  let isTeam = false
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!
    const isMeant = !reservedWords.has(token.text) || kindOfDate(token.text) !== null
    const name = isMeant ? (nameAt(source, tokens, at) ?? shortNameAt(source.book, tokens, at)) : null
    const named = name?.named
    const next = name?.next ?? at + 1
    if (named?.kind === 'team' || named?.kind === 'teams') isTeam = true
    else if (named && !(named.kind === 'person' && named.person === 'me'))
      people.add(withoutPossessive(wordsBetween(source, token, tokens[next - 1]!)))
    at = next
  }
  return { people, isTeam }
}

/** "is ana in": what is asked of somebody already. */
const asksAlready = (names: PhraseSource, clause: string): boolean => {
  const reader = readerOf(names, clause)
  const start = skipAll(reader, politeBefore, 0)
  const isIf = /^(?:if|whether)$/u.test(reader.tokens[start - 1]?.text ?? '')
  return (isIf || find(reader, leads, start) !== null) && findAnywhere(reader, states, start) !== null
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
  const { people, isTeam } = namedIn({ ...names, characters: [...before] })
  const [person] = people
  const isOfTeam = /^the/iu.test(pronoun.exec(clean)?.[0] ?? '') && (isTeam || several.test(before))
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
