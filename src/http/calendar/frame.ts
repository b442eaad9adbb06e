import { markup, type Markup } from '../reply/markup.js'
import { headersOfPage } from '../reply/reply.js'

export const pageHeaders = headersOfPage({
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ['data:'],
})

interface PageParts {
  readonly style?: string
  readonly view?: string
  readonly head?: Markup | false
}

/** A whole page. `style`: where its style sheet is; `view`: its class; `head`: what its head has besides. */
export const calendarPage = (
  title: string,
  body: Markup,
  { style = 'calendar.css', view = '', head = false }: PageParts = {},
): Markup =>
  markup`<!doctype html>
    <html lang="en"${view !== '' && markup` class="${view}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        ${head}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `
