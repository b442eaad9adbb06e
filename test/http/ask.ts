import type { World } from '../world/world.js'
import { converse, type Conversation, type Waiting } from './raw.js'
import { presencePath, type Ask, type Bytes } from './rows/row.js'

/** Puts secrets and the last ETag where a text names them. */
const fill = (text: string, { secrets }: Pick<World, 'secrets'>, etag: string): string =>
  text
    .replace(/\{key:(\w+)\}/g, (_, name: string) => {
      const secret = (secrets as Readonly<Record<string, string>>)[name]
      if (secret === undefined) throw new Error(`no secret is called ${name}`)
      return secret
    })
    .replaceAll('{etag}', etag)

const target = ({ path = presencePath, query = '' }: Ask): string =>
  query === '' || query.startsWith('#') ? path + query : `${path}?${query}`

const lines = (ask: Ask): readonly string[] => [
  `${ask.method ?? 'GET'} ${target(ask)} HTTP/1.1`,
  'Host: localhost',
  ...(ask.key === null ? [] : [`Authorization: Bearer {key:${ask.key ?? 'active'}}`]),
  ...(ask.headers ?? []),
]

/** The bytes of a request. */
const bytesOf = (request: Ask | Bytes, world: Pick<World, 'secrets'>, etag = ''): string =>
  'raw' in request
    ? fill(request.raw, world, etag)
    : fill([...lines(request), '', request.body ?? ''].join('\r\n'), world, etag)

export const methodsOf = (request: Ask | Bytes): readonly string[] =>
  'raw' in request ? (request.methods ?? [request.raw.split(' ', 1)[0]!]) : [request.method ?? 'GET']

/** Whether it is a request to the presence endpoint: its path exactly, as the server sees it. */
export const isPresence = (request: Ask | Bytes): boolean => {
  const line = 'raw' in request ? request.raw.split('\r\n', 1)[0]! : lines(request)[0]!
  return /^[A-Z-]+ (?:http:\/\/[^/]+)?\/api\/v1\/presence(?:[?#]\S*)? HTTP\/1\.[01]$/.test(line)
}

/** Sends a request to a world and reports what came back. */
export const ask = (
  world: Pick<World, 'port' | 'secrets'>,
  request: Ask | Bytes,
  options: Waiting & { readonly etag?: string } = {},
): Promise<Conversation> => {
  const { etag, ...waiting } = options
  const then =
    'raw' in request && request.then !== undefined ? { then: fill(request.then, world, etag ?? '') } : {}
  return converse(world.port, bytesOf(request, world, etag), {
    methods: methodsOf(request),
    ...then,
    ...waiting,
  })
}
