import { isIP } from 'node:net'

const hostOf = (text: string): string | null =>
  URL.canParse(text) ? new URL(text).hostname.replace(/^\[(.*)\]$/, '$1') : null

/**
 * Whether a request comes to a name that is ours. A page that a browser has loaded may point a name of its own at this
 * machine (DNS rebinding): so only the name of `BASE_URL` is taken, addresses, and names without a dot, which are those of
 * this machine and its network. An `Origin` is held to the same.
 */
export const createHostCheck = (baseUrl: string | undefined) => {
  const own = baseUrl === undefined ? null : hostOf(baseUrl)
  const isOurs = (host: string | null): boolean =>
    host !== null && (host === own || isIP(host) !== 0 || !host.includes('.'))
  return (host: string | undefined, origin: string | undefined): boolean =>
    host !== undefined && isOurs(hostOf(`http://${host}`)) && (origin === undefined || isOurs(hostOf(origin)))
}
