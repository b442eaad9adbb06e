import { nameOf } from '../alternative.js'
import type { Who } from '../query.js'
import type { Sentence, SentenceError, Statement } from '../sentence/draft.js'
import { textForm, withAsks, withWho } from '../text-form.js'
import { didYouMean, nearestNames } from '../who/nearest.js'
import { wordsBetween } from '../who/who.js'
import type { Misreading } from './known.js'
import type { Misread } from './refusal.js'
import { say } from './misread.js'

/** A sentence that is not one question, and what a refusal of it needs. */
export interface Failed extends Misreading {
  readonly sentence: Sentence
  /** Those who are named, if there is only one team and one person. */
  readonly who: Who
  /** As typed, after cleaning. */
  readonly clean: string
  /** The days that were read, as words; may be empty. */
  readonly date: string
  /** The same days as typed, if nothing else is between them. */
  readonly typedDate: string
}

/** The parts that are understood, as commands. Those without days get the days of the others. */
const commandsOf = (parts: readonly string[], { ask }: Misreading): readonly string[] => {
  const queries = parts.flatMap((words) => ask(words) ?? [])
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

/** The words at fault, as typed. */
const quoted = ({ parsing: { source }, sentence: { at } }: Failed): string =>
  at ? wordsBetween(source, at[0], at[1]) : source.characters.join('')

/** The command that records the asker's own days: `off tomorrow`, `off sick`. */
const offCommand = ({ reason, isPast }: Statement, { date, typedDate }: Failed): string =>
  ['off', reason ?? '', (isPast ? '' : typedDate.replace(/^on /iu, '')) || date].filter(Boolean).join(' ')

const refuseStatement = (failed: Failed): Misread => {
  const { parsing, who: named, date, clean, ask } = failed
  const { statement } = failed.sentence
  const isOfMe = !named.team && !named.person && !(statement?.isAsking && date !== '')
  const question = say(parsing, date, isOfMe ? { team: null, person: 'me' } : named)
  // "i need a reviewer on friday, who in my team is in" asks after all.
  const clauses = clean.split(/[,;:.?] ?|\s[-–]\s/u)
  const asking = clauses.length > 1 ? clauses.filter((words) => ask(words)?.isFragment === false) : []
  const asked = commandsOf(asking, failed)
  const isOff = asked.length === 0 && statement?.isOwn && statement.isLeave
  const off = isOff ? offCommand(statement, failed) : null
  return {
    reason: 'statement',
    fact: off
      ? 'Nothing was recorded, because this is where you ask who is in and who is out. Your own days away are recorded with "/whosout off" in Slack.'
      : statement?.isOwn
        ? 'Nothing was recorded: I only know who is out.'
        : "Nothing was recorded, because this is where you ask who is in and who is out. To have somebody's leave recorded, tell whoever manages leave in your organization.",
    suggestions: asked.length > 0 ? asked : [off ?? '', question],
    off,
  }
}

const refuseTwo = (failed: Failed): Misread => {
  const { parsing, sentence, date, who } = failed
  const { characters } = parsing.source
  const start = sentence.at?.[0].start ?? 0
  const parts = [characters.slice(0, start), characters.slice(start)].map((part) => part.join(''))
  const read = commandsOf(parts.map(withoutJoiner), failed)
  const clauses = characters.join('').split(/\s(?:if|when|while|because|unless|and|but)\s/iu)
  const commands = read.length > 1 ? read : [...read, ...commandsOf(clauses, failed)]
  return {
    reason: 'two_questions',
    words: quoted(failed),
    fact: 'That is more than one question. Ask one at a time.',
    suggestions: commands.length > 0 ? [...new Set(commands)].slice(0, 3) : [withWho(date, who)],
  }
}

const refusePerson = (failed: Failed): Misread => {
  const { parsing, date } = failed
  const words = quoted(failed)
  const near = nearestNames(parsing.source.book, words)
  const heading = /^(?:he|she|they)$/iu.test(words)
    ? `I cannot tell whom you mean by "${words}".`
    : `I don't know anyone called "${words}".`
  return {
    reason: 'free_question',
    words: parsing.source.characters.join(''),
    heading,
    fact: `${heading}${didYouMean(near.map(nameOf))}`,
    suggestions: near.length > 0 ? near.map((who) => say(parsing, date, who)) : [say(parsing, date)],
  }
}

const refusals: Readonly<Record<SentenceError, (failed: Failed) => Misread>> = {
  statement: refuseStatement,
  two_questions: refuseTwo,
  unknown_person: refusePerson,
  in_or_out: (failed) => ({
    reason: 'in_or_out',
    words: quoted(failed),
    fact: 'Do you mean who is out, or who is in?',
    suggestions: (['out', 'in'] as const).map((asks) =>
      withAsks(asks, withWho(failed.date || 'today', failed.who)),
    ),
  }),
  // Who someone is and where they belong is not a question for a calendar of leave.
  who_is: ({ parsing, who, date }) => ({
    reason: 'free_question',
    fact: 'I can tell you who is in, who is out, and when.',
    suggestions: [say(parsing, date, who)],
  }),
  greeting: ({ clean }) => ({
    reason: 'greeting',
    fact: /^th|^ty|^cheers|^many/iu.test(clean)
      ? "You're welcome! Ask me who is in and who is out, for example:"
      : 'Hello! Ask me who is in and who is out, for example:',
    suggestions: ['today', 'next week', 'who is back tomorrow'],
  }),
}

/** Why a sentence has no answer, and what can be asked instead. */
export const misreadSentence = (error: SentenceError, failed: Failed): Misread => refusals[error](failed)
