import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from 'jose'
import { clockTolerance, isAccessToken, tokenAlgorithms, type Claims } from '../../domain/agents/token.js'
import type { SignIn } from '../../domain/agents/settings.js'
import type { Issuer } from './issuers.js'

/** What is wrong with a token, for the log. `kind`: it is not an access token; `claims`: required claims are missing. */
type TokenFault =
  | 'unreadable'
  | 'algorithm'
  | 'key_missing'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'not_yet_valid'
  | 'expired'
  | 'claims'
  | 'kind'

export interface RefusedToken {
  readonly fault: TokenFault
  /** The issuer or the audience in it: signed by the organization's issuer, and nobody's address. */
  readonly seen?: string | undefined
}

const faultOfClaim: Readonly<Record<string, TokenFault>> = {
  iss: 'issuer',
  aud: 'audience',
  nbf: 'not_yet_valid',
}

/** Signatures are checked first, so claims that are looked at are the issuer's own. */
const faultOf = (error: unknown): RefusedToken | null => {
  if (error instanceof errors.JWTExpired) return { fault: 'expired' }
  if (error instanceof errors.JWKSNoMatchingKey) return { fault: 'key_missing' }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error
    const said = claim === 'iss' || claim === 'aud' ? [payload[claim]].flat().join(' ') : ''
    return { fault: faultOfClaim[claim] ?? 'claims', seen: /^[^@\p{Cc}]{1,200}$/u.exec(said)?.[0] }
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return { fault: 'signature' }
  if (error instanceof errors.JOSEAlgNotAllowed) return { fault: 'algorithm' }
  if (error instanceof errors.JOSEError) return { fault: 'unreadable' }
  // A key of the issuer that is broken or too weak: no token of it is good.
  return [TypeError, DOMException].some((kind) => error instanceof kind) ? { fault: 'signature' } : null
}

/** A token that does not name its key may be signed by any of several that fit. */
const verifyByAny = async (
  token: string,
  keys: JSONWebKeySet,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> => {
  try {
    return await jwtVerify(token, createLocalJWKSet(keys), options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch((inner: unknown) => {
        if (inner instanceof errors.JWSSignatureVerificationFailed) return null
        throw inner
      })
      if (verified) return verified
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** The claims of a token that was issued for `audience`, or why it is refused. */
export const verifyToken = async (
  token: string,
  { keys }: Issuer,
  signIn: SignIn,
  audience: string,
  now: Date,
): Promise<{ readonly claims: Claims } | RefusedToken> => {
  try {
    const { payload, protectedHeader } = await verifyByAny(token, { keys } as JSONWebKeySet, {
      algorithms: [...tokenAlgorithms],
      issuer: signIn.issuer,
      audience,
      requiredClaims: ['exp', 'sub'],
      currentDate: now,
      clockTolerance,
    })
    if (typeof payload.sub !== 'string' || payload.sub === '') return { fault: 'claims' }
    return isAccessToken(protectedHeader.typ, payload) ? { claims: payload } : { fault: 'kind' }
  } catch (error) {
    const refused = faultOf(error)
    if (refused) return refused
    throw error
  }
}
