import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pageHeaders, reply, type Handler } from './reply.js'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>whosout presence API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"><noscript>This page needs JavaScript; the document itself is <a href="/openapi.json">/openapi.json</a>.</noscript></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// The validator badge would ask a foreign server.
const script = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', validatorUrl: null, defaultModelsExpandDepth: 0 })
`

const asset = (name: string) => {
  const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
  return () => readFile(path)
}

const serve =
  (type: string, content: () => Buffer | Promise<Buffer>): Handler =>
  async (_req, res, context) =>
    reply(res, context, 200, { ...pageHeaders, 'Content-Type': type }, await content())

/** The page and the files it loads: everything from this process, nothing from elsewhere. */
export const docsRoutes = (): Record<string, Handler> => {
  const javascript = 'text/javascript; charset=utf-8'
  return {
    '/docs': serve('text/html; charset=utf-8', () => Buffer.from(page)),
    '/docs/start.js': serve(javascript, () => Buffer.from(script)),
    '/docs/swagger-ui.css': serve('text/css; charset=utf-8', asset('swagger-ui.css')),
    '/docs/swagger-ui-bundle.js': serve(javascript, asset('swagger-ui-bundle.js')),
  }
}
