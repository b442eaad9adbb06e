import type { AskPerson } from '../context.js'
import { cutShort, type Misread } from './say.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import type { Ask, Who } from '../query.js'
import type { ParseContext } from '../read.js'
import { textForm, withAsks, withWho } from '../text-form.js'
import { whoOf } from '../alternative.js'
import { wordsBetween, type Mark } from '../who/who.js'
import type { Sentence, Statement } from '../sentence/draft.js'

/** What a refusal of a sentence needs. */
export interface SentenceFacts {
  /** The phrase as typed, after cleaning. */
  readonly clean: string
  /** The days that were read, as words; may be empty. */
  readonly date: string
  /** The same days as typed, if nothing else is between them. */
  readonly typedDate: string
  /** Reads a part of the phrase on its own. */
  readonly ask: (words: string) => Ask
  /** The names in the phrase. */
  readonly left: readonly Mark[]
}

/** The parts that are understood, as commands. Those without days get the days of the others. */
const commandsOf = (parts: readonly string[], { ask }: SentenceFacts): readonly string[] => {
  const queries = parts.flatMap((words) => {
    if (/\b(?:he|she|they|him|her|them)\b/iu.test(words)) return []
    const read = ask(words)
    return read.kind === 'query' ? [read.query] : []
  })
  const dated = queries.find(({ isDated }) => isDated)
  return queries.map((query) => {
    const { range, ranges } = query.isDated ? query : (dated ?? query)
    return textForm({ ...query, range, ranges, asked_for: 'people', isDated: true })
  })
}

const withoutJoiner = (words: string): string =>
  words
    .replace(/^[\s,;.&+/-]*(?:(?:and|or|but|also|plus|then)\s+)?/iu, '')
    .replace(/[\s,;.&+/-]*(?:\s+(?:and|or|but|also|plus|then|when|while|if))?[\s,;.&+/-]*$/iu, '')

/** The phrase up to a word, and from that word on. */
const partsOf = ({ source }: ParseContext, { at }: Sentence): readonly string[] => {
  if (!at) return []
  const { characters } = source
  const start = at[0].start
  return [characters.slice(0, start).join(''), characters.slice(start).join('')].map(withoutJoiner)
}

const quoted = ({ source }: ParseContext, { at }: Sentence): string =>
  at ? cutShort(wordsBetween(source, at[0], at[1])) : cutShort(source.characters.join(''))

/** The person or team that was named, if there is only one. */
const namedIn = ({ left }: SentenceFacts): Who =>
  whoOf(left.flatMap(({ named }) => (named && ['team', 'person'].includes(named.kind) ? [named] : [])))

/** The command that records the asker's own days: `off tomorrow`, `off sick`. */
const offCommand = ({ reason, isPast }: Statement, { date, typedDate }: SentenceFacts): string =>
  ['off', reason ?? '', (isPast ? '' : typedDate.replace(/^on /iu, '')) || date].filter(Boolean).join(' ')

const isQuestion = (words: string, { ask }: SentenceFacts): boolean => {
  const read = ask(words)
  return read.kind === 'query' && !read.query.isFragment
}

const refuseStatement = ({ asks, statement }: Sentence, facts: SentenceFacts): Misread => {
  const { date, clean } = facts
  const named = namedIn(facts)
  const isOfMe = !named.team && !named.person && !(statement?.isAsking && date !== '')
  const who = isOfMe ? { team: null, person: 'me' as const } : named
  const question = withAsks(asks, withWho(date, who))
  // "i need a reviewer on friday, who in my team is in" asks after all.
  const clauses = clean.split(/[,;:.?] ?|\s[-–]\s/u).filter((words) => words !== '')
  const asked =
    clauses.length > 1
      ? commandsOf(
          clauses.filter((words) => isQuestion(words, facts)),
          facts,
        )
      : []
  const off =
    asked.length === 0 && statement?.isOwn && statement.isLeave ? offCommand(statement, facts) : null
  return {
    reason: 'statement',
    words: cutShort(clean),
    fact: off
      ? 'Nothing was recorded, because this is where you ask who is in and who is out. Your own days away are recorded with "/whosout off" in Slack.'
      : statement?.isOwn
        ? 'Nothing was recorded: I only know who is out.'
        : "Nothing was recorded, because this is where you ask who is in and who is out. To have somebody's leave recorded, tell whoever manages leave in your organization.",
    suggestions: asked.length > 0 ? asked : off ? [off, question] : [question],
    off,
  }
}

const refuseTwo = (parsing: ParseContext, sentence: Sentence, facts: SentenceFacts): Misread => {
  const { date } = facts
  const typed = parsing.source.characters.join('')
  const clauses = typed.split(/\s(?:if|when|while|because|unless|and|but)\s/iu)
  // What is left out must not be asked for.
  const isTaking = /\s(?:but not|but no|not|except|without|other than|besides|apart from)\s/iu.test(typed)
  const parts = isTaking ? clauses.slice(0, 1) : partsOf(parsing, sentence).filter((words) => words !== '')
  const read = commandsOf(parts, facts)
  const commands = [
    ...new Set(read.length > 1 || isTaking ? read : [...read, ...commandsOf(clauses, facts)]),
  ].slice(0, 3)
  const who = namedIn(facts)
  return {
    reason: 'two_questions',
    words: quoted(parsing, sentence),
    fact: 'That is more than one question. Ask one at a time.',
    suggestions: commands.length > 0 ? commands : [withWho(date, who)].filter((words) => words !== ''),
  }
}

const refuseInOrOut = (parsing: ParseContext, sentence: Sentence, facts: SentenceFacts): Misread => {
  const { date } = facts
  const who = namedIn(facts)
  const days = date === '' ? 'today' : date
  return {
    reason: 'in_or_out',
    words: quoted(parsing, sentence),
    fact: 'Do you mean who is out, or who is in?',
    suggestions: [withWho(days, who), withAsks('in', withWho(days, who))],
  }
}

const refusePerson = (parsing: ParseContext, sentence: Sentence, { date }: SentenceFacts): Misread => {
  const words = quoted(parsing, sentence)
  const near = nearestNames(parsing.source.book, words)
  const people = near.flatMap(({ person }): readonly AskPerson[] =>
    person && person !== 'me' ? [person] : [],
  )
  const suggestions = near.map((who) => withAsks(parsing.asks, withWho(date, who)))
  const heading = /^(?:he|she|they)$/iu.test(words)
    ? `I cannot tell whom you mean by "${words}".`
    : `I don't know anyone called "${words}".`
  return {
    reason: 'free_question',
    words: cutShort(parsing.source.characters.join('')),
    heading,
    fact: `${heading}${didYouMean(people.map(({ name }) => name))}`,
    suggestions: suggestions.length > 0 ? suggestions : date === '' ? [] : [withAsks(parsing.asks, date)],
  }
}

/** Who someone is and where they belong is not a question for a calendar of leave. */
const refuseWho = ({ asks }: Sentence, facts: SentenceFacts): Misread => ({
  reason: 'free_question',
  words: cutShort(facts.clean),
  fact: 'I can tell you who is in, who is out, and when.',
  suggestions: [withAsks(asks, withWho(facts.date, namedIn(facts)))],
})

const refuseGreeting = ({ clean }: SentenceFacts): Misread => ({
  reason: 'greeting',
  words: cutShort(clean),
  fact: /^th|^ty|^cheers|^many/iu.test(clean)
    ? "You're welcome! Ask me who is in and who is out, for example:"
    : 'Hello! Ask me who is in and who is out, for example:',
  suggestions: ['today', 'next week', 'who is back tomorrow'],
})

/** Why a sentence has no answer, and what can be asked instead. */
export const misreadSentence = (parsing: ParseContext, sentence: Sentence, facts: SentenceFacts): Misread => {
  switch (sentence.error) {
    case 'statement':
      return refuseStatement(sentence, facts)
    case 'greeting':
      return refuseGreeting(facts)
    case 'in_or_out':
      return refuseInOrOut(parsing, sentence, facts)
    case 'who_is':
      return refuseWho(sentence, facts)
    case 'unknown_person':
      return refusePerson(parsing, sentence, facts)
    default:
      return refuseTwo(parsing, sentence, facts)
  }
}
