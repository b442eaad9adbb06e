import type { IncomingMessage, ServerResponse } from 'node:http'

/** A page for a person who installs the app, or agrees to something. */
export interface Page {
  readonly status: number
  readonly title: string
  /** Plain text, one paragraph each. */
  readonly paragraphs: readonly string[]
  readonly link?: { readonly href: string; readonly text: string }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const style =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.5rem;color:#1d1c1d;background:#fff}' +
  'h1{font-size:1.6rem;line-height:1.25}a{color:#1264a3}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}a{color:#6cb4ee}}'

/** The whole document; every text is escaped. */
const renderPage = ({ title, paragraphs, link }: Page): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${escape(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${escape(text)}</p>`),
    ...(link ? [`<p><a href="${escape(link.href)}">${escape(link.text)}</a></p>`] : []),
    '</main></body></html>',
  ].join('\n')

/** The address of such a page contains a code or a link, so there is no referrer and no caching. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

export const sendPage = (res: ServerResponse, page: Page): void => {
  res.writeHead(page.status, pageHeaders).end(renderPage(page))
}

export const parametersOf = ({ url = '' }: IncomingMessage): URLSearchParams =>
  new URL(url, 'http://localhost').searchParams

const askAnew =
  'Ask the person who runs whosout for a new link. They create one with: whosout slack install-link'

/** Why a link is rejected. */
export const linkPages = {
  forged: {
    status: 400,
    title: 'This install link is not valid',
    paragraphs: [`It may be incomplete. ${askAnew}`],
  },
  expired: {
    status: 410,
    title: 'This install link has expired',
    paragraphs: [`A link works for 24 hours. ${askAnew}`],
  },
  used: {
    status: 410,
    title: 'This install link has already been used',
    paragraphs: [`A link works once. ${askAnew}`],
  },
} as const satisfies Record<string, Page>

export const deniedPage: Page = {
  status: 200,
  title: 'Nothing was installed',
  paragraphs: [
    'You cancelled in Slack, so whosout was not installed. Open the install link again if you change your mind.',
  ],
}

export const enterprisePage: Page = {
  status: 403,
  title: 'whosout is installed one workspace at a time',
  paragraphs: [
    'It cannot be installed for a whole Enterprise organization. Nothing was saved. Try again and choose a single workspace.',
  ],
}

export const statePage: Page = {
  status: 400,
  title: 'This installation could not be completed',
  paragraphs: [
    'It took longer than ten minutes, was already completed, or was started in another browser. Open the install link again in this browser.',
  ],
}

export const exchangePage: Page = {
  status: 502,
  title: 'Slack did not complete the installation',
  paragraphs: ['Nothing was saved. Open the install link again in a minute.'],
}

export const storePage: Page = {
  status: 503,
  title: 'whosout cannot save the installation right now',
  paragraphs: ['Open the install link again in a minute.'],
}

export interface InstallOutcome {
  readonly workspace: { readonly id: string; readonly name: string }
  /** The organization that it is linked to. */
  readonly organization: string | null
  /** The link was for a different organization from the one it is linked to. */
  readonly staysElsewhere: boolean
  /** With its slash. */
  readonly command: string
}

export const installedPage = ({
  workspace,
  organization,
  staysElsewhere,
  command,
}: InstallOutcome): Page => ({
  status: 200,
  title: `whosout is in ${workspace.name}`,
  paragraphs: staysElsewhere
    ? [
        'It stays linked to its previous organization: the link was for another one and was not used.',
        `To change that, the person who runs whosout runs: whosout slack bind ${workspace.id} --org SLUG`,
      ]
    : organization === null
      ? [
          'One step is left: link it to an organization.',
          `The person who runs whosout runs: whosout slack bind ${workspace.id} --org SLUG`,
        ]
      : [`It answers for ${organization}. Type ${command} in any channel to see who is out.`],
  link: { href: `https://app.slack.com/client/${encodeURIComponent(workspace.id)}`, text: 'Open Slack' },
})
