import { z } from 'zod'
import { signInSchema, type StoredSignIn } from '../agents/settings.js'
import { isTimeZone, weekdays } from '../../calendar/day.js'
import { oneOf, parseInput, parsedText, someOf } from '../input.js'
import { instead, maxNameLength, parseName } from './name.js'
import { dateOrders } from '../../calendar/date.js'
import { weekStarts } from '../../calendar/week.js'
import { switches, type StoredSettings } from './organization.js'
import { plans } from './plan.js'
import { reasonPolicies, storedPolicy } from '../presence/reasons.js'
import type { Issue } from '../problem.js'

/** An organization's initial settings, as they are stored. The name is always given. */
export const defaultSettings: Omit<StoredSettings, 'name'> = {
  timezone: 'UTC',
  week_start: 'monday',
  working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  date_order: 'locale',
  ...storedPolicy('nobody'),
}

type TypedSignIn = {
  readonly [N in Exclude<keyof StoredSignIn, 'mcp_scopes'>]?: string | undefined
} & { readonly mcp_scopes?: readonly string[] | undefined }

/** Settings as typed; absent ones stay as they are. */
export interface SettingsInput extends TypedSignIn {
  readonly name?: string | undefined
  readonly timezone?: string | undefined
  readonly week_start?: string | undefined
  readonly working_days?: readonly string[] | undefined
  readonly date_order?: string | undefined
  readonly reasons?: string | undefined
  readonly status_text?: string | undefined
  readonly status_emoji?: string | undefined
}

/** Lower-case letters, digits and single hyphens between them, at most 40 characters; otherwise null. */
export const parseSlug = (text: string): string | null =>
  text.length <= 40 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : null

/** What an organization is given beside its settings. */
export const standingInput = z.object({
  slug: parsedText(parseSlug, (typed) =>
    instead(typed, 'Use lower-case letters, digits and hyphens, such as acme-berlin.', 'a slug'),
  ).optional(),
  plan: oneOf(plans, 'a plan').optional(),
  key_reasons: oneOf(['shown', 'hidden']).optional(),
  own_entries: oneOf(switches).optional(),
})

const schema = z.object({
  name: parsedText(parseName, () => `Use a name of 1 to ${maxNameLength} characters on one line.`),
  timezone: parsedText(
    (typed) => (isTimeZone(typed) ? typed : null),
    (typed) =>
      instead(
        typed,
        'Use UTC or a name such as Europe/Berlin. Offsets such as +01:00 have no daylight saving time.',
        'a time zone',
      ),
  ),
  week_start: oneOf(weekStarts, 'a day that a week can start on'),
  // Without a working day there would be no day to be back on.
  working_days: someOf(weekdays),
  date_order: oneOf(dateOrders, 'a date order'),
  reasons: oneOf(reasonPolicies),
  status_text: parsedText(
    parseName,
    () => `Use 1 to ${maxNameLength} characters on one line; {day} is the day of return.`,
  ),
  status_emoji: parsedText(
    (typed) => (/^:[a-z0-9_+'-]{1,90}:$/.test(typed) ? typed : null),
    (typed) => instead(typed, 'Use the name of an emoji in Slack between colons, such as :palm_tree:.'),
  ),
  ...signInSchema,
})

/** The parsed settings as they are stored, or all their issues by setting name. */
export const parseSettings = (
  input: SettingsInput,
): { readonly settings: Partial<StoredSettings> } | { readonly issues: readonly Issue[] } => {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const parsed = parseInput(schema.partial(), given)
  if ('issues' in parsed) return parsed
  const { reasons, ...settings } = parsed.value
  return { settings: { ...settings, ...(reasons && storedPolicy(reasons)) } as Partial<StoredSettings> }
}
