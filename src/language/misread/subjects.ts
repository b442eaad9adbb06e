import { compileWords, phraseAt, type PhraseTable } from '../words/phrases.js'
import * as words from '../words/sentences.js'
import type { Token } from '../words/lexer.js'
import type { IsUnderstood } from './known.js'
import { cutShort, type Misread } from './say.js'
import { withWho } from '../text-form.js'
import { bareNameAt, wordsBetween, type Marks, type PhraseSource } from '../who/who.js'

/**
 * Questions about something other than who is in or out, recognized so that people can be pointed to the right place.
 */

const digest = compileWords(words.digestWords)
const teamLists = compileWords(words.teamLists)
const allowances = compileWords(words.allowances)
const exceptions = compileWords(words.exceptions)

export const digestFact =
  'Digests are set up with "/whosout digest" in Slack, or with "whosout digest" on the command line.'

interface WordsPlace {
  readonly from: number
  readonly next: number
}

const findIn = (
  table: PhraseTable<true>,
  tokens: readonly Token[],
  { meter }: Pick<PhraseSource, 'meter'>,
): WordsPlace | null => {
  for (let from = 0; from < tokens.length; from += 1) {
    const found = phraseAt(table, tokens, from, tokens.length, meter)
    if (found) return { from, next: found.next }
  }
  return null
}

const whole = ({ characters }: PhraseSource): string => cutShort(characters.join(''))

export const misreadDigest = (source: PhraseSource, tokens: readonly Token[]): Misread | null =>
  findIn(digest, tokens, source) && {
    reason: 'other_command',
    words: whole(source),
    fact: digestFact,
    suggestions: ['help'],
  }

const [maxTeams, maxSuggested] = [20, 5]

/** "which teams are there" */
export const misreadTeamList = (source: PhraseSource, tokens: readonly Token[]): Misread | null => {
  if (phraseAt(teamLists, tokens, 0, tokens.length, source.meter)?.next !== tokens.length) return null
  const teams = [...source.book.teams.values()]
  if (tokens.length === 0 || teams.length === 0) return null
  const more = teams.length > maxTeams ? `, and ${teams.length - maxTeams} more` : ''
  return {
    reason: 'other_command',
    words: whole(source),
    fact: `The teams are ${teams
      .slice(0, maxTeams)
      .map(({ name }) => name)
      .join(', ')}${more}.`,
    suggestions: teams.slice(0, maxSuggested).map((team) => withWho('', { team, person: null })),
  }
}

/** "how many vacation days do i have left" */
export const misreadAllowance = (source: PhraseSource, tokens: readonly Token[]): Misread | null =>
  findIn(allowances, tokens, source) && {
    reason: 'free_question',
    words: whole(source),
    fact: 'I know who is out and when, but not how many days of leave anybody has left.',
    suggestions: ['me'],
  }

/** The end of the name after a place, with "in" or "the" before it; the place itself when nobody is named. */
const behindName = (source: PhraseSource, tokens: readonly Token[], marks: Marks, from: number): number => {
  let at = from
  while (['in', 'the', 'team', 'for'].includes(tokens[at]?.text ?? '') && at < from + 2) at += 1
  const token = tokens[at]
  const next =
    token?.kind === 'name' && marks.has(token.start) ? at + 1 : (bareNameAt(source, tokens, at)?.next ?? null)
  if (next === null) return from
  return tokens[next]?.text === 'team' ? next + 1 : next
}

/** "everyone except design": suggests the same question about everybody. */
export const misreadException = (
  source: PhraseSource,
  tokens: readonly Token[],
  marks: Marks,
  isUnderstood: IsUnderstood,
): Misread | null => {
  const found = findIn(exceptions, tokens, source)
  if (!found) return null
  const next = behindName(source, tokens, marks, found.next)
  const { characters } = source
  const kept = [
    characters.slice(0, tokens[found.from]!.start).join(''),
    characters.slice(tokens[next - 1]!.end).join(''),
  ]
    .map((part) => part.trim())
    .join(' ')
    .trim()
  return isUnderstood(kept)
    ? {
        reason: 'unknown_words',
        words: cutShort(wordsBetween(source, tokens[found.from]!, tokens[next - 1]!)),
        fact: 'I cannot leave anyone out of an answer.',
        suggestions: [kept],
      }
    : null
}

const joints = /\s*(?:[,;]|\s(?:and|then|also|plus)\s)\s*/iu
const maxParts = 4

/** "design tomorrow, engineering friday": questions with different days. */
export const misreadParts = ({ characters }: PhraseSource, isDated: IsUnderstood): Misread | null => {
  const text = characters.join('')
  const parts = text.split(joints).filter((part) => part !== '')
  if (parts.length < 2 || parts.length > maxParts || !parts.every(isDated)) return null
  return {
    reason: 'two_questions',
    words: cutShort(text),
    fact: 'That is more than one question. Ask one at a time.',
    suggestions: parts,
  }
}
