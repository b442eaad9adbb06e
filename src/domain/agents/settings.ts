import { instead, parseName } from '../organization/name.js'
import { oneOf, parsedText, parseUrl } from '../input.js'
import { Problem } from '../problem.js'
import { parseTypedAddress } from '../sources/feed-address.js'
import { z } from 'zod'

/** How the agents of people sign in, as an organization stores it; an empty issuer: with API keys only. */
export interface StoredSignIn {
  /** The authorization server, exactly as its tokens name it. */
  readonly mcp_issuer?: string
  /** What tokens are issued for; absent or empty: the address of `/mcp/ORG`. */
  readonly mcp_audience?: string
  /** The claim that has a person's e-mail address; absent: `email`. */
  readonly mcp_claim?: string
  readonly mcp_scopes?: readonly string[]
  /** Whether an address counts that the issuer does not mark as verified; absent: off. */
  readonly mcp_unverified?: 'on' | 'off'
}

/** What the addresses of an identity provider are called where one is refused. */
export const provider = { of: 'an identity provider', such: 'https://login.example.com', schemes: 'https://' }

/** What the settings of sign-in are called where they are cleared. */
const cleared = 'none'

/** Throws `invalid` for an issuer that could never be asked, as webhooks do. */
export const checkIssuer = (typed: string | undefined, allowPrivate: boolean): void => {
  if (typed === undefined || typed === cleared) return
  const address = parseTypedAddress(typed, allowPrivate, provider)
  if (!('issue' in address)) return
  const issues = [{ path: ['mcp_issuer'], message: address.issue }]
  throw new Problem('invalid', 'These settings are invalid.', { issues })
}

/** Kept as written: tokens are compared with every character of it. */
const parseIssuer = (typed: string): string | null => {
  if (typed === cleared) return ''
  const url = parseUrl(typed)
  const isPlain = url && url.username === '' && url.search === '' && url.hash === ''
  return isPlain && /^https?:\/\/\S{1,500}$/.test(typed) ? typed : null
}

const visible = (most: number) => (typed: string) =>
  typed === cleared ? '' : new RegExp(`^[!-~]{1,${most}}$`).test(typed) ? typed : null

export const signInSchema = {
  mcp_issuer: parsedText(parseIssuer, (typed) =>
    instead(typed, 'Use the https address that your identity provider calls issuer, or none.', 'an issuer'),
  ),
  mcp_audience: parsedText(visible(500), () => 'Use what tokens have as aud: an address or an id, or none.'),
  mcp_claim: parsedText(
    (typed) => (typed === cleared ? 'email' : parseName(typed)),
    () => 'Use the name of a claim, such as email, upn or preferred_username.',
  ),
  // RFC 6749, section 3.3: what may stand in a challenge without quoting.
  mcp_scopes: z.array(z.string()).transform((typed, context) => {
    const scopes = typed.filter((scope) => scope !== cleared)
    if (scopes.every((scope) => /^[!#-[\]-~]{1,200}$/.test(scope))) return scopes
    context.addIssue('Use scopes without quotes or spaces, separated by commas, or none.')
    return z.NEVER
  }),
  mcp_unverified: oneOf(['on', 'off']),
}

/** The same as it is used. */
export interface SignIn {
  readonly issuer: string
  readonly audience: string | null
  readonly claim: string
  readonly scopes: readonly string[]
  readonly takesUnverified: boolean
}

/** Null: agents of this organization have keys only. */
export const signInOf = (stored: StoredSignIn): SignIn | null =>
  stored.mcp_issuer
    ? {
        issuer: stored.mcp_issuer,
        audience: stored.mcp_audience || null,
        claim: stored.mcp_claim ?? 'email',
        scopes: stored.mcp_scopes ?? [],
        takesUnverified: stored.mcp_unverified === 'on',
      }
    : null
