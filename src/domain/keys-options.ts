import { parseAddressRule } from './addresses.js'
import { parseInstant } from './instant.js'
import { instead, longestName, parseName } from './name.js'
import type { Reasons } from './privacy.js'
import type { Issue } from './problem.js'

/** What a person may choose for a new key, as typed. */
export interface KeyInput {
  readonly name: string
  /** An instant with its offset. */
  readonly expires?: string | undefined
  /** Addresses and CIDR ranges. */
  readonly allow?: readonly string[] | undefined
  readonly reasons?: string | undefined
}

export interface KeyOptions {
  readonly name: string
  readonly expires_at: string | null
  readonly allow: readonly string[] | null
  readonly reasons: Reasons
}

/** The list stands in the organization's document, which every request reads. */
const mostAddressRules = 50
const day = 86_400_000
/** An old secret works on for at most seven days after a rotation (decisions, "API keys"). */
export const longestGrace = 7 * day
export const defaultGrace = '24h'
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: day }

/** `0`, `90m`, `24h` or `7d` in milliseconds; null when it is none of these or over seven days. */
export const parseGrace = (text: string): number | null => {
  if (text === '0') return 0
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) return null
  const grace = Number(count) * units[unit]!
  return grace <= longestGrace ? grace : null
}

const nameIssues = (name: string | null): Issue[] =>
  name === null
    ? [{ path: ['name'], message: `Give a name of 1 to ${longestName} characters on one line.` }]
    : []

const expiryIssues = (text: string | undefined, expires: Date | null, now: Date): Issue[] => {
  if (text === undefined) return []
  if (expires === null)
    return [
      {
        path: ['expires'],
        message: instead(text, 'Give an instant with its offset, such as 2027-01-31T12:00:00Z.'),
      },
    ]
  return expires > now
    ? []
    : [{ path: ['expires'], message: instead(text, 'The instant is over already; give a later one.') }]
}

const allowIssues = (rules: readonly string[] | undefined): Issue[] => {
  if (rules === undefined) return []
  const wrong = rules.flatMap((rule, index) =>
    parseAddressRule(rule) === null
      ? [
          {
            path: ['allow', index],
            message: instead(rule, 'Give an address or a range such as 203.0.113.0/24 or 2001:db8::/32.'),
          },
        ]
      : [],
  )
  if (rules.length === 0)
    return [{ path: ['allow'], message: 'Give at least one address or range, or leave it out.' }]
  return rules.length > mostAddressRules
    ? [...wrong, { path: ['allow'], message: `Give at most ${mostAddressRules} addresses and ranges.` }]
    : wrong
}

const reasonsIssues = (reasons: string): Issue[] =>
  reasons === 'shown' || reasons === 'hidden'
    ? []
    : [{ path: ['reasons'], message: instead(reasons, 'Give shown or hidden.') }]

/** The options of a new key, or everything that is wrong with them. */
export const parseKeyOptions = (
  input: KeyInput,
  now: Date,
): { readonly options: KeyOptions } | { readonly issues: readonly Issue[] } => {
  const name = parseName(input.name)
  const expires = input.expires === undefined ? null : parseInstant(input.expires)
  const reasons = input.reasons ?? 'shown'
  const issues = [
    ...nameIssues(name),
    ...expiryIssues(input.expires, expires, now),
    ...allowIssues(input.allow),
    ...reasonsIssues(reasons),
  ]
  if (issues.length > 0 || name === null) return { issues }
  return {
    options: {
      name,
      expires_at: expires?.toISOString() ?? null,
      allow: input.allow ? [...input.allow] : null,
      reasons: reasons === 'hidden' ? 'hidden' : 'shown',
    },
  }
}
