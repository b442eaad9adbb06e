import { readFile } from 'node:fs/promises'
import { assets, serveContent } from '../reply/static.js'
import { compatibility } from './openapi.js'
import { markup, type Markup } from '../calendar/markup.js'
import { docsPaths, otherPaths, presencePath } from '../paths.js'
import type { Handler } from '../reply/reply.js'

/** Addresses are relative to `/docs`, so that the page works below any path that a proxy puts in front of it. */
const fromPage = (path: string): string => path.slice(1)

/** A placeholder for the server's address in a sample; the page replaces it with its own. */
const sampleBase = 'http://localhost:3000'

const samples = {
  curl: `curl -H "Authorization: Bearer $WHOSOUT_KEY" ${sampleBase}${presencePath}`,

  JavaScript: `import { env } from 'node:process'

const reply = await fetch('${sampleBase}${presencePath}', {
  headers: { Authorization: \`Bearer \${env.WHOSOUT_KEY}\` },
})
const body = await reply.json()
if (!reply.ok) throw new Error(body.error.code)
for (const { name, leaves } of body.out) console.log(name, 'until', leaves.at(-1).end_date)`,

  Python: `import json, os, urllib.request

request = urllib.request.Request(
    "${sampleBase}${presencePath}",
    headers={"Authorization": f"Bearer {os.environ['WHOSOUT_KEY']}"},
)
with urllib.request.urlopen(request) as reply:
    for person in json.load(reply)["out"]:
        print(person["name"], "until", person["leaves"][-1]["end_date"])`,
} as const

const sampleOf = ([language, code]: readonly [string, string]): Markup =>
  markup`<details${language === 'curl' && markup` open`}><summary>${language}</summary><pre tabindex="0"><code>${code}</code></pre></details>
`

const pageOf = (version: string): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>whosout presence API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${fromPage(docsPaths.style)}">
<style>
.begin { max-width: 1460px; margin: 0 auto; padding: 16px 20px 0; font: 14px/1.5 sans-serif; color: #3b4151 }
.begin pre { overflow: auto; padding: 12px; border-radius: 4px; background: #333; color: #fff }
.begin summary { cursor: pointer; padding: 4px 0; font-weight: 600 }
</style>
</head>
<body>
<section class="begin" aria-label="Getting started">
<p>whosout ${version} · <a href="${fromPage(docsPaths.changelog)}">Changelog</a> · <a href="${fromPage(otherPaths.openapi)}">OpenAPI description</a></p>
<noscript><p>${compatibility}</p></noscript>
${Object.entries(samples).map(sampleOf)}
</section>
<div id="docs"><noscript>The rest of this page needs JavaScript. The API description itself is <a href="${fromPage(otherPaths.openapi)}">${otherPaths.openapi}</a>.</noscript></div>
<script src="${fromPage(docsPaths.bundle)}"></script>
<script src="${fromPage(docsPaths.start)}"></script>
</body>
</html>
`.text

// The validator badge would contact a third-party server.
const script = `SwaggerUIBundle({ url: '${fromPage(otherPaths.openapi)}', dom_id: '#docs', validatorUrl: null, defaultModelsExpandDepth: 0 })
const base = new URL('.', location.href).href.slice(0, -1)
for (const code of document.querySelectorAll('.begin code'))
  code.textContent = code.textContent.replaceAll('${sampleBase}', base)
`

const asset = (name: string) => () => readFile(new URL(`docs/swagger-ui/${name}`, assets))

/** The page and the files it loads, all from this process. `version`: of whosout. */
export const docsRoutes = (version: string): Record<string, { readonly get: Handler }> => {
  const javascript = 'text/javascript; charset=utf-8'
  return {
    [docsPaths.page]: { get: serveContent('text/html; charset=utf-8', () => Buffer.from(pageOf(version))) },
    [docsPaths.start]: { get: serveContent(javascript, () => Buffer.from(script)) },
    [docsPaths.style]: { get: serveContent('text/css; charset=utf-8', asset('swagger-ui.css')) },
    [docsPaths.bundle]: { get: serveContent(javascript, asset('swagger-ui-bundle.js')) },
    [docsPaths.changelog]: {
      get: serveContent('text/plain; charset=utf-8', () => readFile(new URL('../../CHANGELOG.md', assets))),
    },
  }
}
