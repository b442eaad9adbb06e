import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Problem } from '../../domain/problem.js'
import type { Routes } from '../../http/app.js'
import type { Handler } from '../../http/reply/reply.js'
import { parseUrl } from '../../domain/input.js'

const hostName = ({ headers }: IncomingMessage): string => {
  const url = parseUrl(`http://${headers.host ?? ''}`)
  return url === null ? '' : url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Nobody else can have a name that ends in `localhost`, or make a browser treat an IP address as their own site. */
const isLocal = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0

/**
 * Restricts routes to requests that name this process's own host. A web page from elsewhere can point its own name at
 * this machine (DNS rebinding); its browser would then let it read the demo, and the key in it.
 */
export const underOwnName = (names: readonly string[], routes: Routes): Routes => {
  const own = new Set(names.map((name) => name.toLowerCase()))
  const guard =
    (handler: Handler): Handler =>
    (req, res, context) => {
      const name = hostName(req)
      if (isLocal(name) || own.has(name)) return handler(req, res, context)
      throw new Problem(
        'forbidden',
        'The demo is only available at localhost and at IP addresses. Open it there, or set BASE_URL to the address that you use.',
      )
    }
  return Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [
      path,
      'get' in route ? { get: guard(route.get) } : { post: guard(route.post) },
    ]),
  )
}
