import { calendarPath } from '../domain/links/address.js'

export const presencePath = '/api/v1/presence'
export const teamsPath = '/api/v1/teams'
export const mcpPath = '/mcp'

/** RFC 9728: before the path of what is protected. */
const wellKnown = '/.well-known/oauth-protected-resource'

/** Where the agents of one organization sign in, and where that is described. */
export const agentPaths = { ask: `${mcpPath}/:org`, metadata: `${wellKnown}${mcpPath}/:org` } as const

/** The template of a path of `agentPaths`, and its last part: a slug, or anything. */
export const agentPathOf = (path: string): { readonly template: string; readonly slug: string } | null => {
  for (const template of Object.values(agentPaths)) {
    const before = template.slice(0, -':org'.length)
    const slug = path.startsWith(before) ? path.slice(before.length) : ''
    if (slug !== '' && !slug.includes('/')) return { template, slug }
  }
  return null
}

/** The page of a link, its feed with `.ics`, and the files that the page loads. */
export const calendarPaths = { link: `${calendarPath}/:link`, style: `${calendarPath}/calendar.css` } as const

/** The pages for developers and their files. */
export const docsPaths = {
  landing: '/',
  page: '/docs',
  script: '/docs/docs.js',
  style: '/docs/docs.css',
  changelog: '/docs/changelog',
} as const

export const otherPaths = {
  health: '/healthz',
  readiness: '/readyz',
  openapi: '/openapi.json',
  metrics: '/metrics',
} as const

/** Paths that redirect to the docs page, with the relative address of it. */
export const detours = { '/docs/': '../docs' } as const

/** The requests of an installation of the Slack app that need no key or signature. */
export const installPaths = ['/slack/install', '/slack/oauth_redirect'] as const

/** The methods of every path that is read, and of those that are written to: `/mcp`, and the demo's. */
export const allowed = 'GET, HEAD, OPTIONS'
export const allowedToPost = 'POST, OPTIONS'

const served: ReadonlySet<string> = new Set([
  presencePath,
  teamsPath,
  mcpPath,
  ...Object.values(otherPaths),
  ...Object.values(docsPaths),
  ...Object.keys(detours),
  calendarPaths.style,
])

/** Whether the server knows a path, without its query. */
export const isServed = (path: string): boolean => served.has(path)

/** The path of the address at which callers reach the service, without a trailing slash: `/whosout`, or empty. */
export const prefixOf = (baseUrl: string | undefined): string =>
  baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!

/** Without the prefix, if a proxy has kept it; a path without one stays as it is. */
export const createUnprefix = (prefix: string): ((url: string) => string) => {
  if (prefix === '') return (url) => url
  return (asked) => {
    // Here the prefix stands in the middle.
    const url = asked.startsWith(`${wellKnown}${prefix}/`)
      ? wellKnown + asked.slice(wellKnown.length + prefix.length)
      : asked
    const path = pathOf(url)
    if (isServed(path) && path !== '/') return url
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return url
    const rest = url.slice(prefix.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}
