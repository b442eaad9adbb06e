import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request } from 'express'
import { matchesTag } from './if-none-match.js'
import { headersOfPage, send, typed, type Handler } from './reply.js'

/** The bytes of one encoding, and their strong ETag. */
interface Representation {
  readonly body: Buffer
  readonly etag: string
  readonly encoded: readonly string[]
}

const represent = (body: Buffer, ...encoded: readonly string[]): Representation => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  encoded,
})

const makeBoth = async (read: () => Buffer | Promise<Buffer>) => {
  const body = await read()
  return {
    plain: represent(body),
    zipped: represent(await promisify(gzip)(body, { level: 9 }), 'Content-Encoding', 'gzip'),
  }
}

/** The docs page loads only its own files and the document. Cached for an hour, then revalidated. */
const headers = headersOfPage(
  {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Swagger UI sets style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
  },
  'public, max-age=3600',
).concat('Vary', 'Accept-Encoding')

/**
 * Serves content that changes only with a release: built once, compressed if the client accepts it, 304 for a client
 * that has it.
 */
export const serveContent = (type: string, read: () => Buffer | Promise<Buffer>): Handler => {
  let made: ReturnType<typeof makeBoth> | undefined
  return async (req, res, context) => {
    const forms = await (made ??= makeBoth(read))
    // Express's own method, on Express's own request.
    const takesGzip = (req as Request).acceptsEncodings('gzip', 'identity') === 'gzip'
    const { body, etag, encoded } = takesGzip ? forms.zipped : forms.plain
    const condition = req.headers['if-none-match']
    if (condition !== undefined && matchesTag(condition, etag))
      send(res, context, 304, headers, ['ETag', etag], null)
    else send(res, context, 200, headers, ['ETag', etag, ...encoded, ...typed(type, body)], body)
  }
}
