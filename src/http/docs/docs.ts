import { readFile } from 'node:fs/promises'
import { changelogPage } from './changelog.js'
import { docsPaths, prefixOf } from '../paths.js'
import type { Handler } from '../reply/reply.js'
import { assets, serveContent } from '../reply/static.js'
import { landingPage } from './landing.js'
import { openApiDocument } from './openapi.js'
import { wayFrom } from './page.js'
import { referencePage } from './reference.js'

const asset = (name: string) => () => readFile(new URL(`docs/assets/${name}`, assets))
const page = (draw: () => string | Promise<string>) =>
  serveContent('text/html; charset=utf-8', async () => Buffer.from(await draw()))
const readChangelog = () => readFile(new URL('../../CHANGELOG.md', assets), 'utf8')

/** The pages for developers and the files they load, all from this process. `version`: of whosout. */
export const docsRoutes = (
  version: string,
  baseUrl: string | undefined,
): Record<string, { readonly get: Handler }> => {
  const prefix = prefixOf(baseUrl)
  const way = wayFrom(prefix)
  return {
    [docsPaths.landing]: { get: page(() => landingPage(way, version)) },
    [docsPaths.page]: { get: page(() => referencePage(way, version, openApiDocument(baseUrl))) },
    [docsPaths.script]: { get: serveContent('text/javascript; charset=utf-8', asset('docs.js')) },
    [docsPaths.style]: { get: serveContent('text/css; charset=utf-8', asset('docs.css')) },
    [docsPaths.changelog]: {
      get: page(async () => changelogPage(wayFrom(prefix, '../'), version, await readChangelog())),
    },
  }
}
