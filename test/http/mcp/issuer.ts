import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import type { FetchJson } from '../../../src/services/agents/issuers.js'
import { noon } from '../../world/acme.js'

const seconds = (instant: string): number => Date.parse(instant) / 1_000

interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly secret: CryptoKey
  readonly open: JWK
}

const newKey = async (kid: string, alg = 'ES256'): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  return { kid, alg, secret: privateKey, open: { ...(await exportJWK(publicKey)), kid, alg } }
}

/** An identity provider that is asked by no network: its pages, and tokens that it signs. */
export const createIssuer = async (issuer: string, pathOfDescription: string) => {
  const origin = new URL(issuer).origin
  let current = await newKey('one')
  const published: JWK[] = [current.open]
  const people = new Map<string, object>()
  const asked: string[] = []
  let away: 'nothing' | 'everything' | 'people' = 'nothing'

  const fetchJson: FetchJson = async (address, authorization) => {
    asked.push(address)
    if (away === 'everything' || (away === 'people' && address === `${origin}/me`))
      return { failed: `${new URL(address).host} answered with status 502.`, isAway: true }
    if (address === origin + pathOfDescription)
      return { json: { issuer, jwks_uri: `${origin}/keys`, userinfo_endpoint: `${origin}/me` } }
    if (address === `${origin}/keys`) return { json: { keys: [...published] } }
    const person = address === `${origin}/me` && people.get(authorization ?? '')
    return person ? { json: person } : { failed: `${new URL(address).host} answered with status 404.` }
  }

  return {
    issuer,
    asked,
    fetchJson,
    setAway: (what: typeof away): void => void (away = what),
    /** From now on signs with a new key; the ones before are taken back. */
    async rotate(kid: string, alg?: string): Promise<void> {
      current = await newKey(kid, alg)
      published.splice(0, published.length, current.open)
    },
    /** As `rotate`, but the keys before stay, and none of them has a name. */
    async addNameless(): Promise<void> {
      current = await newKey('nameless')
      published.push(current.open)
      for (const key of published) delete key.kid
    },
    /** What it tells of the person to whoever has the token. */
    tell: (token: string, person: object): void => void people.set(`Bearer ${token}`, person),
    /** A claim that is undefined is left out. */
    token(
      claims: JWTPayload,
      { kid = current.kid, ...header }: { readonly typ?: string; readonly kid?: string | null } = {},
    ): Promise<string> {
      const standard = { iss: issuer, iat: seconds(noon), exp: seconds(noon) + 600 }
      return new SignJWT({ ...standard, ...claims })
        .setProtectedHeader({ alg: current.alg, typ: 'at+jwt', ...(kid !== null && { kid }), ...header })
        .sign(current.secret)
    },
  }
}
export type TestIssuer = Awaited<ReturnType<typeof createIssuer>>

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The claims of a good token without a signature, or with one by a secret. */
export const forge = async (token: string, alg: 'none' | 'HS256', secret: string): Promise<string> => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as JWTPayload
  if (alg === 'none') return `${encode({ alg, typ: 'at+jwt' })}.${encode(claims)}.`
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid: 'one', typ: 'at+jwt' })
    .sign(new TextEncoder().encode(secret))
}
