import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Problem } from '../../domain/problem.js'
import type { Routes } from '../../http/app.js'
import type { Handler } from '../../http/reply.js'

const hostName = ({ headers }: IncomingMessage): string => {
  const url = `http://${headers.host ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') : ''
}

/** Nobody else can have a name that ends in `localhost`, or make a browser take an address for their own site's. */
const isLocal = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0

/**
 * The same routes for requests that name this process and no other site. A page from elsewhere can give its own name
 * the address of this machine (DNS rebinding); its browser would then let it read the demo, and the key in it.
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
        'The demo answers to localhost and to plain addresses: open it there, or set BASE_URL to the address that you use',
      )
    }
  return Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [
      path,
      'get' in route ? { get: guard(route.get) } : { post: guard(route.post) },
    ]),
  )
}
