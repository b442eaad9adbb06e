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

export type TokenRefusal = 'invalid_token' | 'token_expired'

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

/** The claims of a token that was issued for `audience`, or why it is refused; `key_missing`: its key is not known. */
export const verifyToken = async (
  token: string,
  { keys }: Issuer,
  signIn: SignIn,
  audience: string,
  now: Date,
): Promise<Claims | TokenRefusal | 'key_missing'> => {
  try {
    const { payload, protectedHeader } = await verifyByAny(token, { keys } as JSONWebKeySet, {
      algorithms: [...tokenAlgorithms],
      issuer: signIn.issuer,
      audience,
      requiredClaims: ['exp', 'sub'],
      currentDate: now,
      clockTolerance,
    })
    if (typeof payload.sub !== 'string' || payload.sub === '') return 'invalid_token'
    return isAccessToken(protectedHeader.typ, payload) ? payload : 'invalid_token'
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'token_expired'
    if (error instanceof errors.JWKSNoMatchingKey) return 'key_missing'
    // A key of the issuer that is broken or too weak throws errors of the last two kinds: no token of it is good.
    const isOfToken = [errors.JOSEError, TypeError, DOMException].some((kind) => error instanceof kind)
    if (isOfToken) return 'invalid_token'
    throw error
  }
}
