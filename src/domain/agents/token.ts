import type { SignIn } from './settings.js'

/** What a token, or the issuer's page about a person, says. */
export type Claims = Readonly<Record<string, unknown>>

/** Seconds by which the clocks of an issuer and of this machine may differ. */
export const clockTolerance = 30

/** Signatures by a private key that only the issuer has: never `none`, and no secret that is shared (HS…). */
export const tokenAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const

const accessTypes = ['at+jwt', 'application/at+jwt', 'jwt']

/** Whether a token may be one for access: an ID or refresh token of the same client can have the same audience. */
export const isAccessToken = (type: string | undefined, claims: Claims): boolean =>
  accessTypes.includes((type ?? 'jwt').toLowerCase()) &&
  !('nonce' in claims || 'at_hash' in claims) &&
  // Keycloak names the kind in the claims.
  (claims['typ'] === undefined || claims['typ'] === 'Bearer')

/** Scopes that ask for claims: no access token has to list them. */
const ofIdentity = ['openid', 'profile', 'email', 'offline_access']

/** The wanted scopes that a token has. Entra asks for `api://…/read` and lists `read`, as `scp`. */
export const grantedScopes = ({ scopes }: Pick<SignIn, 'scopes'>, claims: Claims): string[] => {
  const listed = [claims['scope'], claims['scp']].flat()
  const given = listed.flatMap((one) => (typeof one === 'string' ? one.split(' ') : []))
  return scopes.filter(
    (scope) => [...given, ...ofIdentity].includes(scope) || given.includes(scope.split('/').at(-1)!),
  )
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** `email_verified` speaks of `email` alone; `xms_edov` is what Entra calls it. */
const isVerified = ({ claim }: SignIn, claims: Claims): boolean =>
  claim === 'email' && (isTrue(claims['email_verified']) || isTrue(claims['xms_edov']))

/** The address by which a person is found; `absent`: these claims have none. */
export const statedAddress = (
  signIn: SignIn,
  claims: Claims,
): { readonly email: string } | 'absent' | 'unverified' => {
  const email = claims[signIn.claim]
  if (typeof email !== 'string' || email.trim() === '') return 'absent'
  return signIn.takesUnverified || isVerified(signIn, claims) ? { email } : 'unverified'
}
