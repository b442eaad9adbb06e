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
