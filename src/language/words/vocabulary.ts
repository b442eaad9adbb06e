import { openPhrases, phrasesByHeading, splitPhrases } from './phrases.js'
import { holidays } from './holidays.js'

const inPeople = openPhrases('people')
const inRequests = openPhrases('requests')

export const or = splitPhrases

type EachWord<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | EachWord<Rest>
  : Text

/** Function words, by what the grammar calls them; it decides where they may stand. */
export type Particle =
  | EachWord<'after ago at and before between coming early late middle firstHalf secondHalf workday'>
  | EachWord<'workdays daypart ending from fromNow half in lasting offsetFrom of on onwards'>
  | EachWord<'ordinalSuffix past quarter earlier later rest since span starting the timeLead timeOfDay'>
  | EachWord<'timeUnit to until weekNumber weekOf within yearWord'>

/** The words of numbers. */
const numbersOf = (table: string): readonly (readonly [value: number, words: readonly string[]])[] =>
  [...phrasesByHeading(table)].map(([value, words]) => [Number(value), words])

/** The names of a table whose headings are the usual ones, each with its other forms. */
const namesOf = (table: string): readonly (readonly string[])[] =>
  [...phrasesByHeading(table)].map(([name, others]) => [name, ...others])

/** Words and phrases in lower case; the first of each list is the one used in messages. */
export const vocabulary = {
  weekdays: namesOf('weekdays'),
  months: namesOf('months'),
  counts: numbersOf('counts'),
  ordinals: numbersOf('ordinals'),
  holidays,
  particles: Object.fromEntries(phrasesByHeading('particles')) as Readonly<
    Record<Particle, readonly string[]>
  >,
  /** Commands that always work, as examples for someone who was not understood. */
  examples: or('today | next week | help'),
  help: inRequests('help'),
  me: or('me | myself'),
  team: or('team'),
  /** Behind the name of one: "the sales people". */
  teamAfter: or('team | people'),
  /** Words that may introduce a name: "for design". */
  nameLead: or('in | for | the | from | at | on | of'),
  /** Words at either end of a phrase that say nothing about who or when. */
  fillers: or('on | for | during | over | all | all teams'),
  /** First words of questions about something other than a range, a team or a person. */
  questions: inRequests('other questions'),
  /** What a word of three letters may stand for. */
  shortRepairs: or('next | week'),
  /** Short words that resemble too many names and other words to be repaired. */
  unrepaired: or('after | over | past | rest | since | thru | thur | till | tomo'),
  /** First names that resemble a month or a weekday and are never taken for a misspelling of it. */
  givenNames: inPeople('given names like days'),
} as const
