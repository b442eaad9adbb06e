import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { docsPaths, otherPaths } from './paths.js'
import { replyPage, type Handler } from './reply.js'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>whosout presence API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${docsPaths.style}">
</head>
<body>
<div id="docs"><noscript>This page needs JavaScript; the document itself is <a href="${otherPaths.openapi}">${otherPaths.openapi}</a>.</noscript></div>
<script src="${docsPaths.bundle}"></script>
<script src="${docsPaths.start}"></script>
</body>
</html>
`

// The validator badge would ask a foreign server.
const script = `SwaggerUIBundle({ url: '${otherPaths.openapi}', dom_id: '#docs', validatorUrl: null, defaultModelsExpandDepth: 0 })
`

const asset = (name: string) => {
  const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
  let read: Promise<Buffer> | undefined
  return () => (read ??= readFile(path))
}

const serve =
  (type: string, content: () => Buffer | Promise<Buffer>): Handler =>
  async (_req, res, context) =>
    replyPage(res, context, type, await content())

/** The page and the files it loads: everything from this process, nothing from elsewhere. */
export const docsRoutes = (): Record<string, { readonly get: Handler }> => {
  const javascript = 'text/javascript; charset=utf-8'
  return {
    [docsPaths.page]: { get: serve('text/html; charset=utf-8', () => Buffer.from(page)) },
    [docsPaths.start]: { get: serve(javascript, () => Buffer.from(script)) },
    [docsPaths.style]: { get: serve('text/css; charset=utf-8', asset('swagger-ui.css')) },
    [docsPaths.bundle]: { get: serve(javascript, asset('swagger-ui-bundle.js')) },
  }
}
