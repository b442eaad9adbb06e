import { existsSync } from 'node:fs'
import { compress } from '../../services/compress.js'
import { replyContent, tagOfBody, type Content } from './content.js'
import { headersOfPage, type Handler } from './reply.js'

/** The folder of this layer's files that are not compiled: built code reads them in the source tree. */
const beside = new URL('../', import.meta.url)
export const assets = existsSync(new URL('docs/assets/docs.css', beside))
  ? beside
  : new URL('../../../../src/http/', import.meta.url)

/** The pages for developers load only files of this server. */
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ['data:'],
  connectSrc: ["'self'"],
  formAction: ["'none'"],
}
export const missingPageHeaders = headersOfPage(policy)
/** Cached for an hour, then revalidated. */
const constant = headersOfPage(policy, 'public, max-age=3600')

/** Serves content that changes only with a release: read and compressed once. */
export const serveContent = (type: string, read: () => Buffer | Promise<Buffer>): Handler => {
  const open = async (): Promise<Content> => {
    const body = await read()
    const etag = await tagOfBody(body)
    let zipped: Promise<Buffer> | undefined
    const compressed = () => (zipped ??= compress(body, 'gzip'))
    return { type, body, etag, constant, headers: ['Vary', 'Accept-Encoding'], compressed }
  }
  let opened: Promise<Content> | undefined
  return async (req, res, context) => replyContent(req, res, context, await (opened ??= open()))
}
