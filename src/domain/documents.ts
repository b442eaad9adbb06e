import { z } from 'zod'
import { parseDay, weekdays, type Day } from '../calendar/day.js'
import { switches, documentId, leaveStatuses } from './organization/organization.js'
import { dateOrders } from '../calendar/date.js'
import { weekStarts } from '../calendar/week.js'
import { isPrintable, isShort } from './organization/name.js'
import { plans } from './organization/plan.js'
import { leaveTypes } from './presence/leave-types.js'
import { reasonPolicies } from './presence/reasons.js'

/*
 * What the documents that people enter and answers are made from must look like. Unknown fields pass, because a newer
 * version may run on the same store. Fields that came later are optional.
 */
const text = z.string()
const maybe = text.nullable()
const count = z.number()
const name = text.refine((value) => isShort(value) && isPrintable(value), 'is no name on one line')
const day = text.refine((value): value is Day => parseDay(value) !== null, 'is no date')
const placeCode = maybe.optional()
const source = text.regex(/^(import|manual|own|slack|calendar:.+)$/, 'is no source')

const secret = z.object({ hash: text, start: text, created_at: text, valid_until: maybe })
const key = z.object({
  id: text,
  name,
  state: z.enum(['active', 'disabled', 'revoked']),
  locked: z.boolean(),
  secrets: z.array(secret),
  created_at: text,
  rotated_at: maybe,
  revoked_at: maybe,
  expires_at: maybe,
  allow: z.array(text).nullable(),
  team_id: maybe,
  reasons: z.enum(['shown', 'hidden']),
  version: count,
})

const organizations = z.object({
  _id: text.regex(/^[^:]+$/, 'is no id of an organization'),
  slug: text,
  name,
  timezone: text,
  week_start: z.enum(weekStarts),
  working_days: z.array(z.enum(weekdays)),
  date_order: z.enum(dateOrders),
  privacy: z.array(z.enum(leaveTypes)),
  channel_reasons: z.enum(['none', 'masked']).optional(),
  reasons: z.enum(reasonPolicies).optional(),
  plan: z.enum(plans),
  suspended: z.boolean(),
  created_at: text,
  revision: count,
  keys_revision: count,
  keys: z.record(text, key),
  import: z.object({ id: text, started_at: text, moved_at: text }).nullable(),
  last_import: text.optional(),
  holidays: placeCode,
  key_reasons: z.enum(['shown', 'hidden']).optional(),
  own_entries: z.enum(switches).optional(),
  status_text: text.optional(),
  status_emoji: text.optional(),
  mcp_issuer: text.optional(),
  mcp_audience: text.optional(),
  mcp_claim: text.optional(),
  mcp_scopes: z.array(text).optional(),
  mcp_unverified: z.enum(switches).optional(),
  places: z.record(text, z.object({ place: text, calendar: text })).optional(),
  import_types: z.record(text, z.enum([...leaveTypes, 'skip'])).optional(),
  import_people: z.record(text, text).optional(),
  import_statuses: z.record(text, z.enum(leaveStatuses)).optional(),
})

const belonging = { _id: text, org: text, id: text, source }

const teams = z.object({ ...belonging, name, holidays: placeCode })

const members = z.object({
  ...belonging,
  email: text,
  name,
  avatar: maybe,
  team_id: maybe,
  timezone: maybe,
  active: z.boolean(),
  holidays: placeCode,
  holidays_from: z.object({ calendar: text, by: z.enum(['import', 'place']) }).nullish(),
  external_id: maybe.optional(),
})

const leaves = z.object({
  ...belonging,
  member_id: text,
  type: z.enum(leaveTypes),
  start_date: day,
  end_date: day,
  status: z.enum(leaveStatuses),
  starts_at_noon: z.boolean(),
  ends_at_noon: z.boolean(),
  changed_at: text.optional(),
  event: text.optional(),
})

const sources = z.object({
  _id: text,
  org: text,
  kind: z.enum(['calendar', 'slack']),
  slack: z
    .object({
      workspace: text,
      creates: z.boolean(),
      avatars: z.boolean(),
      groups: z.array(text),
      members: count,
    })
    .optional(),
  name,
  host: text,
  last_four: text,
  address: text,
  member_id: maybe,
  type: z.enum(leaveTypes),
  ignore: z.array(text),
  aliases: z.array(z.object({ words: text, member_id: text })),
  every: count,
  paused: z.boolean(),
  created_at: text,
  created_by: text,
  next_at: maybe,
  claim: z.object({ owner: text, until: text }).nullable(),
  fence: count,
  validators: z.object({ etag: maybe, last_modified: maybe, read_for: text }).nullable(),
  last_success_at: maybe,
  last_error: maybe,
  failures: count,
  held: z.object({ at: text, gone: count, coming: count }).nullable(),
  leaves: count,
  unmatched: z.array(z.object({ summary: text, start_date: day, end_date: day, nearest: z.array(text) })),
  unmatched_count: count,
  unreadable: z
    .object({ events: z.array(z.object({ summary: text, reason: text })), count, kept: count })
    .nullish(),
  takes_over: z.boolean().optional(),
  departures: count.optional(),
})

const schemas = { organizations, teams, members, leaves, sources } as const
type Described = keyof typeof schemas

const isDescribed = (collection: string): collection is Described => Object.hasOwn(schemas, collection)

/** Collections whose ids are made of the organization and the document's own id. */
const withOwnId: ReadonlySet<string> = new Set<Described>(['teams', 'members', 'leaves'])

const issueIn = (schema: z.ZodType, document: unknown): string | null => {
  const issue = schema.safeParse(document).error?.issues[0]
  if (!issue) return null
  // Names of nested fields may be people's words. The messages name types and choices, never the value.
  const [field] = issue.path
  return field === undefined ? issue.message : `${String(field)}: ${issue.message}`
}

/** What is wrong with a document of any collection, as a phrase that quotes nothing of it; null: nothing. */
export type CheckDocument = (document: unknown) => string | null

/** The check of documents, or of some of their fields. Null: only the program reads that collection. */
export const documentCheck = (collection: string, fields?: readonly string[]): CheckDocument | null => {
  if (!isDescribed(collection)) return null
  const schema: z.ZodObject = schemas[collection]
  if (fields) {
    const known = Object.entries(schema.shape).filter(([field]) => fields.includes(field))
    const some = z.object(Object.fromEntries(known))
    return (document) => issueIn(some, document)
  }
  if (!withOwnId.has(collection)) return (document) => issueIn(schema, document)
  return (document) => {
    const issue = issueIn(schema, document)
    if (issue !== null) return issue
    // Fits the schema, which has these fields.
    const { _id, org, id } = document as { readonly _id: string; readonly org: string; readonly id: string }
    return _id === documentId(org, id) ? null : '_id: is not made of org and id'
  }
}
