import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { serveContent } from './content.js'
import { docsPaths, otherPaths } from './paths.js'
import type { Handler } from './reply.js'

/** Addresses are relative to `/docs`, so that the page works below any path that a proxy puts in front of it. */
const fromPage = (path: string): string => path.slice(1)

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>whosout presence API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${fromPage(docsPaths.style)}">
</head>
<body>
<div id="docs"><noscript>This page needs JavaScript. The API description itself is <a href="${fromPage(otherPaths.openapi)}">${otherPaths.openapi}</a>.</noscript></div>
<script src="${fromPage(docsPaths.bundle)}"></script>
<script src="${fromPage(docsPaths.start)}"></script>
</body>
</html>
`

// The validator badge would ask a foreign server.
const script = `SwaggerUIBundle({ url: '${fromPage(otherPaths.openapi)}', dom_id: '#docs', validatorUrl: null, defaultModelsExpandDepth: 0 })
`

/** Not compiled: built code reads those of the source tree. */
const beside = new URL('./swagger-ui/', import.meta.url)
const aboveBuild = new URL('../../../src/http/swagger-ui/', import.meta.url)
const folder = existsSync(beside) ? beside : aboveBuild

const asset = (name: string) => () => readFile(new URL(name, folder))

/** The page and the files it loads: everything from this process, nothing from elsewhere. */
export const docsRoutes = (): Record<string, { readonly get: Handler }> => {
  const javascript = 'text/javascript; charset=utf-8'
  return {
    [docsPaths.page]: { get: serveContent('text/html; charset=utf-8', () => Buffer.from(page)) },
    [docsPaths.start]: { get: serveContent(javascript, () => Buffer.from(script)) },
    [docsPaths.style]: { get: serveContent('text/css; charset=utf-8', asset('swagger-ui.css')) },
    [docsPaths.bundle]: { get: serveContent(javascript, asset('swagger-ui-bundle.js')) },
  }
}
