import { isIP } from 'node:net'
import { createAddressMatcher } from '../keys/addresses.js'
import { parseUrl } from '../input.js'

/** The address of a feed. It is a secret: people see only its host and its last four characters. */
export interface FeedAddress {
  readonly url: URL
  readonly host: string
  readonly lastFour: string
}

const maxAddressLength = 2_000

/**
 * Parses `https://…` or `webcal://…` (which means https), and with `allowPrivate` plain http too. The error for an
 * invalid address does not repeat it.
 */
export const parseFeedAddress = (
  text: string,
  allowPrivate: boolean,
): FeedAddress | { readonly issue: string } => {
  const written = text.trim().replace(/^webcals?:\/\//i, 'https://')
  const url = written.length > maxAddressLength || /[\s\p{Cc}]/u.test(written) ? null : parseUrl(written)
  if (url === null)
    return { issue: 'must be the address of a calendar, such as https://example.com/feed.ics' }
  const isHttp = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(allowPrivate && isHttp)) {
    const unless = isHttp ? '; http:// is allowed only with FEEDS_ALLOW_PRIVATE=on' : ''
    return { issue: `must begin with https:// or webcal://${unless}` }
  }
  if (url.hostname === '') return { issue: 'must name a host' }
  url.hash = ''
  return { url, host: url.host, lastFour: url.href.slice(-4) }
}

/**
 * All addresses that are not on the public internet: RFC 6890 and its successors (IANA special-purpose registries), and
 * every way to write an IPv4 address as an IPv6 one.
 */
const notPublic = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Of IPv6, only this range is assigned to the public, except for these parts. */
const publicV6 = ['2000::/3']
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '3ffe::/16']

const isPrivateV4 = createAddressMatcher(notPublic)
const isGlobalV6 = createAddressMatcher(publicV6)
const isSpecialV6 = createAddressMatcher(notPublicV6)

/** Whether a text is an IP address on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !isPrivateV4(address)
  // IPv4-mapped, IPv4-compatible and NAT64 addresses all lie outside 2000::/3.
  return family === 6 && !address.includes('%') && isGlobalV6(address) && !isSpecialV6(address)
}

/**
 * The IP address in a URL's host, without brackets; null for a name. URL has already normalized `127.1` and `0x7f.1`.
 */
export const literalOf = (hostname: string): string | null => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}
