import { InvalidArgumentError, Option, type Command } from 'commander'
import { explainAsk } from '../../domain/ask/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../../domain/ask/context.js'
import { askJson, askLines, ruleLines } from '../../domain/ask/report.js'
import { dayAt, isTimeZone, parseDay, type Day } from '../../calendar/day.js'
import { parseInstant } from '../../calendar/instant.js'
import {
  dateOrders,
  weekStarts,
  type DateOrder,
  type WeekStart,
} from '../../domain/organization/organization.js'
import type { Explanation } from '../../domain/ask/query.js'
import { nameKey } from '../../domain/ask/who/book.js'
import type { CliIo } from '../io.js'

interface UnderstandOptions {
  readonly today?: Day
  readonly at?: Date
  readonly timezone: string
  readonly weekStart: WeekStart
  readonly dateOrder: DateOrder
  readonly locale: string
  readonly team: readonly AskTeam[]
  readonly person: readonly AskPerson[]
  readonly as?: string
  readonly json?: boolean
  readonly explain?: boolean
}

const contextOf = (options: UnderstandOptions, now: Date): AskContext => ({
  today: options.today ?? dayAt(options.at ?? now, options.timezone),
  weekStart: options.weekStart,
  dateOrder: options.dateOrder,
  locale: options.locale,
  teams: teamsOf(options),
  people: options.person,
  ...(options.as === undefined ? {} : { asker: askerOf(options.as, options.person) }),
})

/** Teams given with `--team`, and teams of the given people. */
const teamsOf = ({ team, person }: UnderstandOptions): readonly AskTeam[] => {
  const known = new Set(team.map(({ name }) => nameKey(name)))
  const others = person.flatMap(({ team: name }) =>
    name === undefined || known.has(nameKey(name)) ? [] : [name],
  )
  return [
    ...team,
    ...[...new Map(others.map((name) => [nameKey(name), name])).values()].map((name) => ({ name })),
  ]
}

const askerOf = (name: string, people: readonly AskPerson[]): AskPerson =>
  people.find((person) => nameKey(person.name) === nameKey(name)) ?? { name }

/** Every line is a phrase, including blank ones; the final line break does not start another. */
const linesOf = (input: string): readonly string[] => {
  const lines = input.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const answer = (
  phrase: string,
  explanation: Explanation,
  context: AskContext,
  { json, explain }: UnderstandOptions,
): readonly string[] => {
  if (!json) return [...askLines(explanation, context), ...(explain ? ruleLines(explanation.rules) : [])]
  const object = askJson(phrase, explanation, context)
  return [JSON.stringify(explain ? { ...object, rules: explanation.rules } : object)]
}

/** Shows how phrases are read, without an organization. Exit code 1 when one of them was not understood. */
const understandCommand = async (
  options: UnderstandOptions,
  words: readonly string[],
  io: CliIo,
): Promise<void> => {
  const context = contextOf(options, io.now())
  const phrases = words.length > 0 ? [words.join(' ')] : linesOf(await io.readInput())
  for (const phrase of phrases) {
    const explanation = explainAsk(phrase, context)
    if (explanation.ask.kind === 'misunderstood') io.setExitCode(1)
    if (phrases.length > 1 && !options.json) io.out(`> ${phrase}`)
    for (const line of answer(phrase, explanation, context, options)) io.out(line)
  }
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

/** `Name:U012AB3CD:Team`; the id may be empty, and the team may be left out with its colon. */
const personShape = /^(.+?):([UW][A-Z0-9]+|)(?::(.+))?$/u

const addPerson = (text: string, people: readonly AskPerson[]): readonly AskPerson[] => {
  const [, name, slackId, team] = personShape.exec(text) ?? []
  if (name === undefined || (!slackId && team === undefined)) return [...people, { name: parseName(text) }]
  return [
    ...people,
    {
      name: parseName(name),
      ...(slackId ? { slackId } : {}),
      ...(team === undefined ? {} : { team: parseName(team.trim()) }),
    },
  ]
}

/** Registers `understand`. Commander reports misuse; the program that owns it turns that into exit code 2. */
export const addUnderstandCommand = (program: Command, io: CliIo): void => {
  program
    .command('understand')
    .description('Show how a phrase typed after /whosout is understood; needs no organization')
    .argument('[words...]', 'the phrase; without words, each line of standard input is read as one')
    .addOption(
      new Option('--today <day>', 'the current day, YYYY-MM-DD').argParser(parseToday).conflicts('at'),
    )
    .addOption(new Option('--at <instant>', 'the current instant, ISO 8601').argParser(parseAt))
    .option('--timezone <zone>', 'the time zone of the current day', parseZone, 'UTC')
    .addOption(
      new Option('--week-start <day>', 'first day of the week').choices(weekStarts).default('monday'),
    )
    .addOption(
      new Option('--date-order <order>', 'whether 03/04 starts with the day or the month')
        .choices(dateOrders)
        .default('locale'),
    )
    .option('--locale <locale>', "the asker's", parseLocale, 'en-GB')
    .option('--team <name>', 'a team (repeat it)', addTeam, [])
    .option('--person <name[:slack-id[:team]]>', 'a person (repeat it)', addPerson, [])
    .option('--as <name>', 'the person who asks, for "me" and "my team"', parseName)
    .option('--json', 'print one JSON object per line')
    .option('--explain', 'show which rule read which words')
    .action((words: string[], options: UnderstandOptions) => understandCommand(options, words, io))
}
