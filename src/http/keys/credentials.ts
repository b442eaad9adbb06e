import type { IncomingMessage } from 'node:http'

/** The bearer token of a request; `missing` when no credentials were sent, `invalid` when they cannot be a key. */
export type Credentials = { readonly token: string } | 'missing' | 'invalid'

// The scheme is case-insensitive; spaces may repeat, but a second word may not follow (RFC 9110 §11.4, RFC 6750 §2.1).
// Only blanks and tabs may follow: `trimEnd` would also take away a no-break space, which is part of the value.
const bearer = /^bearer +([^\s,]+)[ \t]*$/i

/** Node keeps only the first of two Authorization headers, so they are counted in the raw headers. */
export const readCredentials = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Credentials => {
  let value: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue
    if (value !== null) return 'invalid'
    value = rawHeaders[i + 1]!
  }
  if (value === null) return 'missing'
  const token = bearer.exec(value)?.[1]
  return token === undefined ? 'invalid' : { token }
}

/**
 * The caller's address. Every trusted proxy appends the address it saw to `X-Forwarded-For`: with `hops` of them in
 * front of us, the caller is that many entries from the end, and everything before it was written by the caller.
 */
export const callerAddress = (req: IncomingMessage, hops: number): string => {
  const direct = unmapped(req.socket.remoteAddress ?? '')
  const forwarded = req.headers['x-forwarded-for']
  if (hops === 0 || forwarded === undefined) return direct
  const seen = [...String(forwarded).split(',').map(withoutPort), direct]
  return unmapped(seen[Math.max(0, seen.length - 1 - hops)]!)
}

/** Some proxies include the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`; `[2001:db8::1]` also occurs. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/

const withoutPort = (entry: string): string => {
  const text = entry.trim()
  const parts = withPort.exec(text)
  return parts?.[1] ?? parts?.[2] ?? text
}

/** An IPv4 caller on a socket that also accepts IPv6 is the same caller. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')
