import { Option } from '@commander-js/extra-typings'
import { explainAsk } from '../../language/ask.js'
import type { AskContext, AskPerson, AskTeam } from '../../language/context.js'
import { dayAt, isTimeZone, parseDay } from '../../calendar/day.js'
import { parseInstant } from '../../calendar/instant.js'
import { dateOrders } from '../../calendar/date.js'
import { weekStarts } from '../../calendar/week.js'
import { nameKey } from '../../language/who/book.js'
import { declareCommand } from '../command.js'
import { printJson } from '../io.js'
import { parsedBy } from '../options.js'
import { askJson, askLines, ruleLines } from './understood.js'

/** Teams given with `--team`, and teams of the given people. */
const teamsOf = (team: readonly AskTeam[], person: readonly AskPerson[]): readonly AskTeam[] => {
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

const parseZone = parsedBy(
  (text) => (isTimeZone(text) ? text : null),
  'Name a time zone such as Europe/Madrid, or UTC.',
)

const localeShape = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/u
const parseLocale = parsedBy((text) => (localeShape.test(text) ? text : null), 'Name a locale such as en-GB.')

const parseName = parsedBy((text) => (text.trim() === '' ? null : text), 'A name cannot be blank.')

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

/** Shows how phrases are read, without an organization. Exit code 1 when one of them was not understood. */
export const understandCommand = declareCommand({
  usage: 'understand [words...]',
  description: 'Show how a phrase typed after /whosout is understood; needs no organization',
  argument: 'the phrase; without words, each line of standard input is read as one',
  options: (command) =>
    command
      .addOption(
        new Option('--today <day>', 'the current day, YYYY-MM-DD')
          .argParser(parsedBy(parseDay, 'Write a day as YYYY-MM-DD.'))
          .conflicts('at'),
      )
      .option(
        '--at <instant>',
        'the current instant, ISO 8601',
        parsedBy(parseInstant, 'Write an instant as 2026-11-20T09:00:00Z.'),
      )
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
      .option('--team <name>', 'a team; repeat it for several', addTeam, [])
      .option('--person <name[:slack-id[:team]]>', 'a person; repeat it for several', addPerson, [])
      .option('--as <name>', 'the person who asks, for "me" and "my team"', parseName)
      .option('--json', 'print one JSON object per line')
      .option('--explain', 'show which rule read which words'),
  run: async ({ io, args: [words], options, json }) => {
    const { timezone, weekStart, dateOrder, locale, team, person, as, explain } = options
    const context: AskContext = {
      today: options.today ?? dayAt(options.at ?? io.now(), timezone),
      weekStart,
      dateOrder,
      locale,
      teams: teamsOf(team, person),
      people: person,
      ...(as === undefined ? {} : { asker: askerOf(as, person) }),
    }
    const phrases = words.length > 0 ? [words.join(' ')] : linesOf(await io.readInput())
    for (const phrase of phrases) {
      const explanation = explainAsk(phrase, context)
      const { ask, rules } = explanation
      if (ask.kind === 'misunderstood') io.setExitCode(1)
      if (json) {
        printJson(io, { ...askJson(phrase, explanation, context), ...(explain ? { rules } : {}) })
        continue
      }
      if (phrases.length > 1) io.out(`> ${phrase}`)
      for (const line of [...askLines(explanation, context), ...(explain ? ruleLines(rules) : [])])
        io.out(line)
    }
  },
})
