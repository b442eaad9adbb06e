import { isIP } from 'node:net'
import { parseUrl } from '../../domain/input.js'

const hostOf = (url: string): string | null => parseUrl(url)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? null

/** A host with or without a port, and no other part of a URL: `evil.example:80@localhost` would be read as a user. */
const hostHeader = /^[^\s/?#@\\]+$/

/**
 * A web page may point a name of its own at this machine (DNS rebinding), so only these are accepted, as `Origin` too:
 * the name of `BASE_URL`, IP addresses, and names without a dot, which belong to this machine or its network.
 */
export const createHostCheck = (baseUrl: string | undefined) => {
  const own = baseUrl === undefined ? null : hostOf(baseUrl)
  const isOurs = (host: string | null): boolean =>
    host !== null && (host === own || isIP(host) !== 0 || !host.includes('.'))
  return (host: string | undefined, origin: string | undefined): boolean =>
    host !== undefined &&
    hostHeader.test(host) &&
    isOurs(hostOf(`http://${host}`)) &&
    (origin === undefined || isOurs(hostOf(origin)))
}
