import { parse } from 'node:querystring'
import { z } from 'zod'
import { parseDay } from '../domain/day.js'
import type { Issue } from '../domain/problem.js'
import type { PresenceQuery } from '../services/presence.js'

const day = z.iso
  .date({ abort: true, error: 'must be a date YYYY-MM-DD that exists' })
  .refine((text) => parseDay(text) !== null, 'must be a date YYYY-MM-DD that exists')

/** Validates the query string and describes it in the OpenAPI document. */
export const presenceQuery = z.strictObject({
  from: day.optional().meta({ description: "First day. Default: today in the organization's time zone." }),
  to: day.optional().meta({
    description: 'Last day, included. Default: 7 days after `from`; at most 90 days after it.',
  }),
  // Not z.uuid(): it refuses ids such as 11111111-1111-1111-1111-111111111111 (decisions, "Presence").
  team_id: z
    .guid({ error: 'must be a UUID' })
    .transform((id) => id.toLowerCase())
    .optional()
    .meta({ description: 'Restricts the answer to one team. An unknown id gives empty lists.' }),
})

const mostIssues = 20
const longestName = 64
/** Queries of all three parameters are shorter; one written otherwise is not worth its memory. */
const longestKept = 120

const issuesOf = (error: z.ZodError, given: Readonly<Record<string, unknown>>): Issue[] =>
  error.issues
    .flatMap((issue): Issue[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => ({ path: [name.slice(0, longestName)], message: 'unknown parameter' }))
        : [
            {
              path: issue.path.map(String),
              message: Array.isArray(given[String(issue.path[0])]) ? 'must be given once' : issue.message,
            },
          ],
    )
    .slice(0, mostIssues)

/** How nearly every range is asked for: it need not be taken apart for the schema, which says the same of it. */
const plainRange = /^from=(\d{4}-\d{2}-\d{2})&to=(\d{4}-\d{2}-\d{2})$/

type Parsed = PresenceQuery | { readonly issues: readonly Issue[] }

const parseAnew = (text: string): Parsed => {
  const range = plainRange.exec(text)
  if (range && parseDay(range[1]!) !== null && parseDay(range[2]!) !== null)
    return { from: range[1], to: range[2] }
  // Without a limit of names: what stands behind the thousandth would be dropped without a word.
  const given = parse(text, '&', '=', { maxKeys: 0 })
  const parsed = presenceQuery.safeParse(given)
  return parsed.success ? parsed.data : { issues: issuesOf(parsed.error, given) }
}

/** What was asked lately, by its text: a dashboard asks the same all day. */
const recent = new Map<string, PresenceQuery>()
const mostRecent = 1_000

/** The query string, without its question mark, as a query or everything that is wrong with it. */
export const parseQuery = (text: string): Parsed => {
  const known = recent.get(text)
  if (known) return known
  const parsed = parseAnew(text)
  if ('issues' in parsed || text.length > longestKept) return parsed
  if (recent.size >= mostRecent) recent.clear()
  recent.set(text, parsed)
  return parsed
}
