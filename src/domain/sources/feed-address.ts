import { parseUrl } from '../input.js'
import { isPublicAddress, literalOf } from '../ip-addresses.js'

/** The address of a feed. It is a secret: people see only its host and its last four characters. */
export interface FeedAddress {
  readonly url: URL
  readonly host: string
  readonly lastFour: string
}

const maxAddressLength = 2_000

/** What a fetch refuses in any case; where a name leads is not known here. */
const isPrivateHost = (hostname: string): boolean => {
  const literal = literalOf(hostname)
  return literal === null ? /(?:^|\.)localhost\.?$/i.test(hostname) : !isPublicAddress(literal)
}

/** What an address leads to, for the words about an invalid one. */
const calendar = { of: 'a calendar', such: 'https://example.com/feed.ics', schemes: 'https:// or webcal://' }
type Target = typeof calendar

/** `https://…` or `webcal://…`, and with `allowPrivate` plain http. The error does not repeat the address. */
export const parseFeedAddress = (
  text: string,
  allowPrivate: boolean,
  { of, such, schemes }: Target = calendar,
): FeedAddress | { readonly issue: string } => {
  const written = text.trim().replace(/^webcals?:\/\//i, 'https://')
  const url = written.length > maxAddressLength || /[\s\p{Cc}]/u.test(written) ? null : parseUrl(written)
  if (url === null) return { issue: `must be the address of ${of}, such as ${such}` }
  const isHttp = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(allowPrivate && isHttp)) {
    const unless = isHttp ? '; http:// is allowed only with FEEDS_ALLOW_PRIVATE=on' : ''
    return { issue: `must begin with ${schemes}${unless}` }
  }
  if (url.hostname === '') return { issue: 'must name a host' }
  url.hash = ''
  return { url, host: url.host, lastFour: url.href.slice(-4) }
}

export const privateIssue = 'is in a private network; if that is intended, set FEEDS_ALLOW_PRIVATE=on'

/** The same for an address that somebody enters: a private one is refused before anything is fetched. */
export const parseTypedAddress = (
  text: string,
  allowPrivate: boolean,
  target?: Target,
): FeedAddress | { readonly issue: string } => {
  const address = parseFeedAddress(text, allowPrivate, target)
  return 'issue' in address || allowPrivate || !isPrivateHost(address.url.hostname)
    ? address
    : { issue: privateIssue }
}
