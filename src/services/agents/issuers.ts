import type { Claims } from '../../domain/agents/token.js'
import { parseUrl } from '../../domain/input.js'

/** Why a page was not fetched, as a sentence; `isAway`: its server did not answer, or had an error. */
interface Unfetched {
  readonly failed: string
  readonly isAway?: boolean
}

/** Fetches a page of JSON, only where feeds may be fetched from. Never rejects. */
export type FetchJson = (
  address: string,
  authorization?: string,
) => Promise<{ readonly json: unknown } | Unfetched>

/** An authorization server, as it describes itself. */
export interface Issuer {
  /** JSON Web Keys, unread. */
  readonly keys: readonly object[]
  readonly userinfo: string | null
}

type AskedIssuer = Issuer | { readonly failed: string }

/** Milliseconds: keys are read again when they are this old, … */
const freshFor = 600_000
/** … no sooner than this, whatever tokens name a key that is not there, … */
const pause = 30_000
/** … and while they are being read, or the issuer is unreachable, the last ones are used for this long. */
const keptFor = 3_600_000

/** Where RFC 8414 and OpenID Connect Discovery look for the description, in the order of the MCP specification. */
const descriptionsOf = (issuer: string): readonly string[] => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map(
    (name) => `${origin}/.well-known/${name}${path}`,
  )
  const appended = `${origin}${path}/.well-known/openid-configuration`
  return [...new Set([...inserted, appended])]
}

const recordOf = (json: unknown): Claims => (typeof json === 'object' && json !== null ? { ...json } : {})

const describe = async (fetchJson: FetchJson, issuer: string): Promise<Claims | { failed: string }> => {
  let failed = 'There is no description of the issuer.'
  for (const address of descriptionsOf(issuer)) {
    const found = await fetchJson(address)
    const described = 'json' in found ? recordOf(found.json) : null
    if (described?.['issuer'] === issuer && typeof described['jwks_uri'] === 'string') return described
    if (described) failed = `${parseUrl(address)?.host} describes another issuer, or names no keys.`
    else if ('failed' in found) failed = found.failed
  }
  return { failed }
}

/** Asks an authorization server for its description and its keys. */
export const askIssuer = async (fetchJson: FetchJson, issuer: string): Promise<AskedIssuer> => {
  const described = await describe(fetchJson, issuer)
  if (typeof described['failed'] === 'string') return { failed: described['failed'] }
  const { jwks_uri, userinfo_endpoint } = described as Claims
  const found = await fetchJson(String(jwks_uri))
  if ('failed' in found) return { failed: found.failed }
  const { keys } = recordOf(found.json)
  if (!Array.isArray(keys)) return { failed: 'Its keys are not a JSON Web Key Set.' }
  const userinfo = typeof userinfo_endpoint === 'string' ? userinfo_endpoint : null
  return { keys: keys.filter((key): key is object => typeof key === 'object' && key !== null), userinfo }
}

interface KeptIssuer {
  readonly asked: AskedIssuer
  /** Monotonic milliseconds: of the last try, and of the last one that succeeded. */
  readonly at: number
  readonly succeededAt: number
}

/** Issuers that are remembered. */
const maxIssuers = 1_000

/**
 * Remembers what issuers say. `after`: the answer given before lacks a key. `failed`: there is no answer to use. Nobody
 * whose key is among the last ones waits for an issuer that does not answer.
 */
export const createIssuers = (fetchJson: FetchJson, elapsed: () => number) => {
  const kept = new Map<string, KeptIssuer>()
  const asking = new Map<string, Promise<AskedIssuer>>()

  const ask = async (issuer: string): Promise<AskedIssuer> => {
    const before = kept.get(issuer)
    const asked = await askIssuer(fetchJson, issuer)
    const at = elapsed()
    const isKept = 'failed' in asked && before && at - before.succeededAt < keptFor
    if (kept.size >= maxIssuers) kept.clear()
    kept.set(issuer, {
      asked: isKept ? before.asked : asked,
      at,
      succeededAt: 'failed' in asked ? (before?.succeededAt ?? -keptFor) : at,
    })
    return kept.get(issuer)!.asked
  }

  return async (issuer: string, after?: Issuer): Promise<AskedIssuer> => {
    const known = kept.get(issuer)
    const age = known ? elapsed() - known.at : Infinity
    const isEnough =
      known && (age < pause || (age < freshFor && known.asked !== after && !('failed' in known.asked)))
    if (isEnough) return known.asked
    const running = asking.get(issuer) ?? ask(issuer).finally(() => asking.delete(issuer))
    asking.set(issuer, running)
    const isGood =
      known && !('failed' in known.asked) && elapsed() - known.succeededAt < keptFor && known.asked !== after
    return isGood ? known.asked : running
  }
}
