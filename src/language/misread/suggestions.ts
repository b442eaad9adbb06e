import { nameOf, whoOf } from '../alternative.js'
import type { AskPerson } from '../context.js'
import type { Who } from '../query.js'
import type { ParseContext } from '../read.js'
import { withAsks, withWho } from '../text-form.js'
import { nameKey, type NameBook } from '../who/book.js'
import { teamOf } from '../who/names.js'
import { didYouMean } from '../who/nearest.js'
import type { Chunk } from './chunks.js'

/** Suggestions for someone who was not understood. */

/** A command about days and people that asks the same thing as the phrase; none where nothing is known. */
export const say = ({ asks }: ParseContext, days: string, ...who: readonly Who[]): string => {
  const command = withWho(days, ...who)
  return command && withAsks(asks, command)
}

/** The same about those who were named, as far as that is known. */
export const sayKnown = (parsing: ParseContext, chunks: readonly Chunk[], days: string): string => {
  const { joined, marked } = parsing
  const named = chunks.flatMap((chunk) => chunk.named ?? [])
  const who = joined.length > 0 ? joined.map((one) => whoOf([one])) : [whoOf([...marked, ...named])]
  return say(parsing, days, ...who)
}

/** Where more people share a name, only the first of them are looked at. */
const maxAlike = 20

/** Of people with one name, those who can be told apart: by a Slack id, by their full name, or with their team. */
export const apart = (people: readonly AskPerson[], book: NameBook) => {
  const looked = people.slice(0, maxAlike)
  const who = looked.flatMap((person): readonly Who[] => {
    const others = book.fullNames.get(nameKey(person.name))!.filter((one) => one !== person)
    if (person.slackId !== undefined || others.length === 0) return [{ team: null, person }]
    const team = teamOf(book, person)
    return team && others.every((one) => teamOf(book, one) !== team) ? [{ team, person }] : []
  })
  return { who, areAll: who.length === looked.length }
}

const maxTeams = 20

export const teamNames = ({ teams }: NameBook): string => {
  const names = [...teams.values()].map(({ name }) => name)
  const more = names.length > maxTeams ? `, and ${names.length - maxTeams} more` : ''
  return names.slice(0, maxTeams).join(', ') + more
}

/** Names that may be meant by one that nobody has; otherwise all teams. */
export const otherNames = (book: NameBook, near: readonly Who[]): string => {
  if (near.length > 0) return didYouMean(near.map(nameOf))
  const teams = teamNames(book)
  return ` No team or person has that name${teams && ` (teams: ${teams})`}.`
}
