import { parse } from 'node:querystring'
import { z } from 'zod'
import { parseDay, type Day } from '../../calendar/day.js'
import { defaultRange, maxRangeDays, resolveRange } from '../../domain/presence/range.js'
import type { Issue } from '../../domain/problem.js'
import type { PresenceQuery } from '../../services/presence/presence.js'

/** A date in every input of the API. */
export const dayParameter = z.iso
  .date({ abort: true, error: 'must be an existing date, YYYY-MM-DD' })
  .refine((text) => parseDay(text) !== null, 'must be an existing date, YYYY-MM-DD')

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
    .guid({ error: 'must be a UUID' })
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

/** An invalid query, and the context that is needed to report everything that is wrong with it. */
export interface InvalidQuery {
  /** For parameters, each by itself. */
  readonly issues: readonly Issue[]
  /** For unknown names. */
  readonly unknown: readonly Issue[]
  /** The given values. */
  readonly given: Readonly<Record<string, unknown>>
}

const sortOut = (error: z.ZodError, given: InvalidQuery['given']): InvalidQuery => {
  const issues: Issue[] = []
  const unknown: Issue[] = []
  for (const issue of error.issues)
    if (issue.code === 'unrecognized_keys')
      for (const name of issue.keys.slice(0, maxIssues))
        unknown.push({ path: [name.slice(0, maxNameLength)], message: unknownParameter })
    else {
      const isTwin = Array.isArray(given[String(issue.path[0])])
      issues.push({ path: issue.path.map(String), message: isTwin ? 'must be given once' : issue.message })
    }
  return { issues, unknown, given }
}

const isRelative = (value: unknown): boolean =>
  typeof value === 'string' && /^(today|now|tomorrow|yesterday)$/i.test(value)

/**
 * Everything that is wrong with a query, so that it can be fixed in one go: the range is checked even if another
 * parameter is wrong, and a caller who wrote `today` is told which day that is. `today` is in the organization's time
 * zone.
 */
export const everyIssue = ({ issues, unknown, given }: InvalidQuery, today: Day): readonly Issue[] => {
  const isWrong = (name: string): boolean => issues.some(({ path }) => path[0] === name)
  const dayOf = (name: string): Day | undefined => given[name] as Day | undefined
  const range =
    isWrong('from') || isWrong('to') ? null : resolveRange({ from: dayOf('from'), to: dayOf('to') }, today)
  const explained = issues.map(({ path, message }) => ({
    path,
    message:
      path[0] !== 'team_id' && isRelative(given[String(path[0])])
        ? `${message}; today is ${today} in the organization's time zone`
        : message,
  }))
  return [...explained, ...(range && 'issues' in range ? range.issues : []), ...unknown].slice(0, maxIssues)
}

/** Parses the query string, without its question mark: a query, or what is wrong with it. */
export const parseQuery = (text: string): PresenceQuery | InvalidQuery => {
  // Without a limit on names: everything after the thousandth would be dropped silently.
  const given = parse(text, '&', '=', { maxKeys: 0 })
  const parsed = presenceQuery.safeParse(given)
  return parsed.success ? parsed.data : sortOut(parsed.error, given)
}

/** What is wrong with the query of a path that takes no parameters. */
export const issuesOfNoParameters = (text: string): readonly Issue[] =>
  Object.keys(parse(text, '&', '=', { maxKeys: 0 }))
    .slice(0, maxIssues)
    .map((name) => ({
      path: [name.slice(0, maxNameLength)],
      message: 'unknown parameter; this path has none',
    }))
