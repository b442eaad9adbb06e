import { parseUrl } from '../input.js'
import { isPublicAddress, literalOf } from '../ip-addresses.js'

/** The address of a feed. It is a secret: people see only its host and its last four characters. */
export interface FeedAddress {
  readonly url: URL
  readonly host: string
  readonly lastFour: string
}

const maxAddressLength = 2_000

/** Ports that `fetch` never connects to (the Fetch standard, "port blocking"): they speak other protocols. */
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 0,
])

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Why nothing can ever be sent there; null: something can. */
const unusable = ({ hostname, port, username, password }: URL): string | null => {
  if (hostname === '') return 'must name a host'
  if (port !== '' && blockedPorts.has(Number(port)))
    return `must have another port: ${port} is for other protocols`
  if (![username, password].every(isDecodable)) return 'must write % in its name and password as %25'
  return null
}

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
  const issue = unusable(url)
  if (issue !== null) return { issue }
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
