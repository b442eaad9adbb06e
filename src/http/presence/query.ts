import { parse } from 'node:querystring'
import { z } from 'zod'
import { parseDay, type Day } from '../../calendar/day.js'
import type { PresenceQuestion } from '../../domain/presence/presence.js'
import { maxRangeDays } from '../../calendar/period.js'
import { defaultRange, resolveRange } from '../../domain/presence/range.js'
import type { Issue } from '../../domain/problem.js'

/** A date in every input of the API. */
export const dayParameter = z
  .string({ error: 'must be an existing date, YYYY-MM-DD' })
  .refine((text) => parseDay(text) !== null, 'must be an existing date, YYYY-MM-DD')
  // Not z.iso.date(): documents would hold its expression of 190 characters each time.
  .meta({ format: 'date' })

/** Validates the query string and describes it in the OpenAPI document. */
export const presenceQuery = z.strictObject({
  from: dayParameter.optional().meta({
    description: "First day of the range. Default: today in the organization's time zone.",
  }),
  to: dayParameter.optional().meta({
    description: `Last day of the range, included. Default: ${defaultRange} days after \`from\`; at most ${maxRangeDays} days after it.`,
  }),
  // Not z.uuid(): it refuses ids such as 11111111-1111-1111-1111-111111111111 (decisions, "Presence").
  team_id: z
    .guid({ error: 'must be a UUID: GET /api/v1/teams lists the ids of the teams' })
    .transform((id) => id.toLowerCase())
    .optional()
    .meta({
      description: 'Limits the answer to one team. Default: all teams. An unknown id returns empty lists.',
    }),
})

const maxIssues = 20
const maxNameLength = 64

const names = Object.keys(presenceQuery.shape)
const unknownParameter = `unknown parameter; the parameters are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Callers who wrote `today` are told which day that is. */
const withToday = (message: string, value: unknown, today: Day): string =>
  typeof value === 'string' && /^(today|now|tomorrow|yesterday)$/i.test(value)
    ? `${message}; today is ${today} in the organization's time zone`
    : message

/** A query that is refused: its range is judged even if something else is wrong, and unknown names come last. */
const issuesOf = (
  { issues: found }: z.ZodError,
  given: Readonly<Record<string, unknown>>,
  today: Day,
): readonly Issue[] => {
  const issues = found.flatMap(({ code, path: [name], message }): readonly Issue[] => {
    if (code === 'unrecognized_keys') return []
    const value = given[String(name)]
    if (Array.isArray(value)) return [{ path: [String(name)], message: 'must be given once' }]
    return [
      { path: [String(name)], message: name === 'team_id' ? message : withToday(message, value, today) },
    ]
  })
  const hasDays = issues.every(({ path }) => path[0] === 'team_id')
  // Days that nothing is wrong with are texts, or not given.
  const range = hasDays ? resolveRange(given as { from?: Day; to?: Day }, today) : null
  const unknown = found.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  return [
    ...issues,
    ...(range && 'issues' in range ? range.issues : []),
    ...unknown.slice(0, maxIssues).map((name) => unknownName(name, unknownParameter)),
  ].slice(0, maxIssues)
}

/** Tells all that is wrong at once. `today` is in the organization's time zone. */
export const parseQuery = (
  text: string,
  today: Day,
): PresenceQuestion | { readonly issues: readonly Issue[] } => {
  // Without a limit on names: everything after the thousandth would be dropped silently.
  const given = parse(text, '&', '=', { maxKeys: 0 })
  const parsed = presenceQuery.safeParse(given)
  if (!parsed.success) return { issues: issuesOf(parsed.error, given, today) }
  const range = resolveRange(parsed.data, today)
  if ('issues' in range) return range
  const { from, to } = range
  return { from, to, team_id: parsed.data.team_id ?? null }
}

const unknownName = (name: string, message: string): Issue => ({
  path: [name.slice(0, maxNameLength)],
  message,
})

/** What is wrong with the query of a path that takes no parameters. */
export const issuesOfNoParameters = (text: string): readonly Issue[] =>
  Object.keys(parse(text, '&', '=', { maxKeys: 0 }))
    .slice(0, maxIssues)
    .map((name) => unknownName(name, 'unknown parameter; this path has none'))
