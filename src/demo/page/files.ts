import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Routes } from '../../http/app.js'
import { headersOfPage, send } from '../../http/reply/reply.js'

/** Plain files, not compiled: built code reads those in the source tree. */
const beside = new URL('./assets/', import.meta.url)
const inSource = new URL('../../../../src/demo/page/assets/', import.meta.url)
const folder = existsSync(beside) ? beside : inSource

const styles = ['style', 'side', 'talk', 'messages', 'blocks', 'modal', 'rest']
const scripts = ['page', 'messages', 'blocks', 'elements', 'modal', 'mrkdwn', 'offer', 'rest', 'dom']

const named = (names: readonly string[], ending: string, type: string) =>
  names.map((name) => [`/demo/${name}.${ending}`, [`${name}.${ending}`, type]] as const)

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/demo': ['index.html', 'text/html; charset=utf-8'],
  '/demo/icon.svg': ['icon.svg', 'image/svg+xml'],
  ...Object.fromEntries(named(styles, 'css', 'text/css; charset=utf-8')),
  ...Object.fromEntries(named(scripts, 'js', 'text/javascript; charset=utf-8')),
}

/** Everything from this process, with no code or style in the document itself, and none made from text. */
const headers = headersOfPage({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
})

/** The page and the files it loads. */
export const pageFiles = (): Routes =>
  Object.fromEntries(
    Object.entries(files).map(([path, [name, type]]) => [
      path,
      {
        get: async (_req, res, context) =>
          send(res, context, 200, headers, [], await readFile(new URL(name, folder)), type),
      } satisfies Routes[string],
    ]),
  )
