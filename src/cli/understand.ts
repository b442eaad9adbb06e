import { InvalidArgumentError, Option, type Command } from 'commander'
import { explainAsk } from '../domain/ask/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../domain/ask/context.js'
import { askJson, askLines, ruleLines } from '../domain/ask/report.js'
import { dayAt, isTimeZone, parseDay, type Day } from '../domain/day.js'
import { parseInstant } from '../domain/instant.js'
import { dateOrders, weekStarts, type DateOrder, type WeekStart } from '../domain/organization.js'
import type { CliIo } from './io.js'

export interface UnderstandOptions {
  readonly today?: Day
  readonly at?: Date
  readonly timezone: string
  readonly weekStart: WeekStart
  readonly dateOrder: DateOrder
  readonly locale: string
  readonly team: readonly AskTeam[]
  readonly person: readonly AskPerson[]
  readonly json?: boolean
  readonly explain?: boolean
}

const contextOf = (options: UnderstandOptions, now: Date): AskContext => ({
  today: options.today ?? dayAt(options.at ?? now, options.timezone),
  weekStart: options.weekStart,
  dateOrder: options.dateOrder,
  locale: options.locale,
  teams: options.team,
  people: options.person,
})

/** Every line is a phrase, blank ones included; the end of the last line does not begin another. */
const linesOf = (input: string): readonly string[] => {
  const lines = input.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const answer = (
  phrase: string,
  context: AskContext,
  { json, explain }: UnderstandOptions,
): readonly string[] => {
  const explanation = explainAsk(phrase, context)
  if (!json) return [...askLines(explanation), ...(explain ? ruleLines(explanation.rules) : [])]
  const object = askJson(phrase, explanation)
  return [JSON.stringify(explain ? { ...object, rules: explanation.rules } : object)]
}

/** How phrases are read, without any organization. A phrase that is not understood is an answer too: exit code 0. */
export const understandCommand = async (
  options: UnderstandOptions,
  words: readonly string[],
  io: CliIo,
): Promise<void> => {
  const context = contextOf(options, io.now())
  const phrases = words.length > 0 ? [words.join(' ')] : linesOf(await io.readInput())
  for (const phrase of phrases) for (const line of answer(phrase, context, options)) io.out(line)
}

const parseToday = (text: string): Day => {
  const day = parseDay(text)
  if (day === null) throw new InvalidArgumentError('Write a day as YYYY-MM-DD.')
  return day
}

const parseAt = (text: string): Date => {
  const instant = parseInstant(text)
  if (instant === null) throw new InvalidArgumentError('Write an instant as 2026-11-20T09:00:00Z.')
  return instant
}

const parseZone = (text: string): string => {
  if (!isTimeZone(text)) throw new InvalidArgumentError('Name a time zone such as Europe/Madrid, or UTC.')
  return text
}

const localeShape = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/u

const parseLocale = (text: string): string => {
  if (!localeShape.test(text)) throw new InvalidArgumentError('Name a locale such as en-GB.')
  return text
}

const parseName = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('A name cannot be blank.')
  return text
}

const addTeam = (name: string, teams: readonly AskTeam[]): readonly AskTeam[] => [
  ...teams,
  { name: parseName(name) },
]

const slackIdBehind = /^(.+):([UW][A-Z0-9]+)$/u

const addPerson = (text: string, people: readonly AskPerson[]): readonly AskPerson[] => {
  const [, name, slackId] = slackIdBehind.exec(text) ?? []
  const person = name !== undefined && slackId !== undefined ? { name, slackId } : { name: text }
  return [...people, { ...person, name: parseName(person.name) }]
}

/** Registers `understand`. Misuse is commander's to report; the program that owns it turns that into exit code 2. */
export const addUnderstandCommand = (program: Command, io: CliIo): void => {
  program
    .command('understand')
    .description('show how a phrase after /whosout is read, with no organization needed')
    .argument('[words...]', 'the phrase; without words, every line of standard input is one')
    .addOption(new Option('--today <day>', 'the day it is, YYYY-MM-DD').argParser(parseToday).conflicts('at'))
    .addOption(new Option('--at <instant>', 'the instant it is, ISO 8601').argParser(parseAt))
    .option('--timezone <zone>', 'where the day is looked up', parseZone, 'UTC')
    .addOption(
      new Option('--week-start <day>', 'first day of the week').choices(weekStarts).default('monday'),
    )
    .addOption(
      new Option('--date-order <order>', 'what 03/04 begins with').choices(dateOrders).default('locale'),
    )
    .option('--locale <locale>', "the asker's", parseLocale, 'en-GB')
    .option('--team <name>', 'a team (repeat it)', addTeam, [])
    .option('--person <name[:slack-id]>', 'a person (repeat it)', addPerson, [])
    .option('--json', 'one JSON object a line')
    .option('--explain', 'show which rule read which words')
    .action((words: string[], options: UnderstandOptions) => understandCommand(options, words, io))
}
