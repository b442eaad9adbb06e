import {
  buildOAuthProtectedResourceMetadata,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  type OAuthMetadata,
} from '@modelcontextprotocol/server'
import { clockTolerance, grantedScopes } from '../../domain/agents/token.js'
import type { AgentSignIn, AgentSite, PersonAccess } from '../../services/agents/sign-in.js'
import type { RefusedToken } from '../../services/agents/verify.js'
import { refuse } from '../../services/keys/authenticate.js'
import type { AdmissionRefusal, Presented } from '../keys/admission.js'
import { errors } from '../reply/errors.js'

/** Where people of an organization sign in, and the addresses by which clients know its path and its description. */
export interface KnownSite extends AgentSite {
  readonly resource: string
  readonly metadata: string
}

/** RFC 9728. Each organization has its own, because clients take the first server of a list. */
export const describeResource = ({ issuer, resource, scopes }: KnownSite) => ({
  ...buildOAuthProtectedResourceMetadata({
    // Nothing else of it is read, and the issuer is not asked.
    oauthMetadata: { issuer } as OAuthMetadata,
    resourceServerUrl: new URL(resource),
    scopesSupported: [...scopes],
    // Where keys may be fetched from is decided when they are.
    dangerouslyAllowInsecureIssuerUrl: true,
  }),
  bearer_methods_supported: ['header'],
})

const challengeOf = ({ metadata, scopes }: KnownSite): string =>
  `Bearer realm="whosout", resource_metadata="${metadata}"${scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : ''}`

const refusalOf = ({ fault }: RefusedToken) => (fault === 'expired' ? 'token_expired' : 'invalid_token')

/** Whose token it is: the official gate decides about the token, `personOf` about the person. Throws `unavailable`. */
export const admitPerson = async (
  { verify, personOf }: AgentSignIn,
  site: KnownSite,
  ...[credentials, address, now]: Presented
): Promise<PersonAccess | AdmissionRefusal> => {
  // Whoever sent nothing did nothing wrong (RFC 6750 §3), where the gate says `invalid_token`.
  if (credentials === 'missing')
    return { refused: 'missing', challenge: challengeOf(site), message: 'Missing access token or API key' }
  const presentedAs = (token: string) => ({ token, resource: site.resource, address, now })
  let verifying: ReturnType<typeof verify> | undefined
  const verifyAccessToken = async (token: string) => {
    const verified = await (verifying = verify(site, presentedAs(token)))
    if ('fault' in verified)
      throw new OAuthError(OAuthErrorCode.InvalidToken, errors[refusalOf(verified)].message)
    const { claims } = verified
    const expiresAt = Number(claims['exp']) + clockTolerance
    return { token, clientId: '', scopes: grantedScopes(site, claims), expiresAt, extra: claims }
  }
  const gate = requireBearerAuth({
    verifier: { verifyAccessToken },
    requiredScopes: [...site.scopes],
    resourceMetadataUrl: site.metadata,
  })
  // The gate would take the first word of a header, and the first header of several.
  const authorization = typeof credentials === 'object' ? `Bearer ${credentials.token}` : 'invalid'
  const passed = await gate(new Request(site.resource, { headers: { authorization } }))
  // Throws what is no fault of the token, which the gate answers with a 500.
  const verified = await verifying
  const organization = site.organization._id
  if (passed instanceof Response) {
    const ofGood = passed.status === 403 ? 'insufficient_scope' : 'token_expired'
    const faulty = verified && 'fault' in verified ? verified : null
    const refused = typeof credentials === 'string' ? credentials : faulty ? refusalOf(faulty) : ofGood
    const why = { reason: faulty?.fault ?? refused, seen: faulty?.seen }
    return { refused, challenge: passed.headers.get('www-authenticate')!, organization, ...why }
  }
  if (site.organization.suspended) return refuse('suspended', { organization })
  const person = await personOf(site, presentedAs(passed.token), passed.extra!)
  return typeof person === 'string' ? { refused: person, organization, reason: person } : person
}
