import { z } from 'zod'
import { parseAddressRule } from '../ip-addresses.js'
import { parseInstant } from '../../calendar/instant.js'
import { oneOf, parsedText } from '../input.js'
import { instead, maxNameLength, parseName } from '../organization/name.js'
import type { ApiKey } from './key.js'

/** The options of a new key, as typed. */
export interface KeyInput {
  readonly name: string
  /** An instant with its offset. */
  readonly expires?: string | undefined
  /** Addresses and CIDR ranges. */
  readonly allow?: readonly string[] | undefined
  readonly reasons?: string | undefined
}

export type KeyOptions = Pick<ApiKey, 'name' | 'expires_at' | 'allow' | 'reasons'>

/** Limited because the list is part of the organization's document, which every request reads. */
const maxAddressRules = 50
const addressRule = parsedText(
  (typed) => (parseAddressRule(typed) === null ? null : typed),
  (typed) =>
    instead(
      typed,
      'Use an address or a range such as 203.0.113.0/24 or 2001:db8::/32.',
      'an IP address or range',
    ),
)

const expiry = (now: Date) =>
  z.string().transform((typed, context): string => {
    const expires = parseInstant(typed)
    if (expires && expires > now) return expires.toISOString()
    context.addIssue(
      expires === null
        ? instead(
            typed,
            'Use a date such as 2026-12-31, a duration such as 30d, or an instant such as 2027-01-31T12:00:00Z.',
            'a time',
          )
        : instead(typed, 'Use a later time.', 'in the future'),
    )
    return z.NEVER
  })

/** The options of a new key. */
export const keyOptionsAt = (now: Date): z.ZodType<KeyOptions> =>
  z
    .object({
      name: parsedText(parseName, () => `Use a name of 1 to ${maxNameLength} characters on one line.`),
      expires: expiry(now).optional(),
      allow: z
        .array(addressRule)
        .min(1, 'Use at least one address or range, or leave the option out.')
        .max(maxAddressRules, `Use at most ${maxAddressRules} addresses and ranges.`)
        .optional(),
      reasons: oneOf(['shown', 'hidden']).default('shown'),
    })
    .transform(({ name, expires = null, allow = null, reasons }) => ({
      name,
      expires_at: expires,
      allow,
      reasons,
    }))
