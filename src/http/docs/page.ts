import { docsPaths } from '../paths.js'
import { markup, type Markup } from '../reply/markup.js'

/**
 * The address of a path of this server as a page names it: relative to `/` and to `/docs`, so that a page works below any
 * path that a proxy takes off. `prefix`: the path of the callers' address, which pages are reached at without a slash.
 * `up`: from a page that is deeper, `../`.
 */
export type Way = (path: string) => string
export const wayFrom =
  (prefix: string, up = ''): Way =>
  (path) =>
    prefix === '' ? `${up}${path.slice(1)}` || '.' : `${prefix}${path}`

/** A page for developers. */
export const docsPage = (way: Way, title: string, body: Markup): string =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${way(docsPaths.style)}" />
        <script type="module" src="${way(docsPaths.script)}"></script>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text

/** A text of the OpenAPI document: paragraphs, `code` and **strong** words. */
export const paragraphs = (text: string): readonly Markup[] =>
  text.split('\n\n').map((paragraph) => markup`<p>${inline(paragraph)}</p> `)

export const inline = (text: string): readonly Markup[] =>
  text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((part) =>
      part.startsWith('`')
        ? markup`<code>${part.slice(1, -1)}</code>`
        : part.startsWith('**')
          ? markup`<strong>${inline(part.slice(2, -2))}</strong>`
          : markup`${part}`,
    )
