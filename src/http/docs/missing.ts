import { docsPaths, prefixOf } from '../paths.js'
import { markup } from '../reply/markup.js'
import type { RequestContext } from '../reply/reply.js'
import { missingPageHeaders } from '../reply/static.js'
import { docsPage, wayFrom } from './page.js'

/** Has a request to no path of this server answered with a page. */
export const useMissingPage = (baseUrl: string | undefined, path: string, context: RequestContext): void => {
  const way = wayFrom(prefixOf(baseUrl), '../'.repeat(Math.max(path.split('/').length - 2, 0)))
  const page = docsPage(
    way,
    'There is no page at this address',
    markup`<main>
        <h1>There is no page at this address</h1>
        <p>It may have been mistyped, or copied only in part.</p>
        <p><a href="${way(docsPaths.landing)}">Start</a> · <a href="${way(docsPaths.page)}">API reference</a></p>
      </main>`,
  )
  context.errorBody = () => Buffer.from(page)
  context.errorPage = { type: 'text/html; charset=utf-8', headers: missingPageHeaders }
}
