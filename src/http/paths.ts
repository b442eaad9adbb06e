export const presencePath = '/api/v1/presence'

/** The files of the docs page, by path. */
export const docsPaths = {
  page: '/docs',
  start: '/docs/start.js',
  style: '/docs/swagger-ui.css',
  bundle: '/docs/swagger-ui-bundle.js',
} as const

export const otherPaths = { health: '/healthz', readiness: '/readyz', openapi: '/openapi.json' } as const

/** The methods of every path that is read, and of those that are written to (the demo's). */
export const allowed = 'GET, HEAD, OPTIONS'
export const allowedToPost = 'POST, OPTIONS'

const served: ReadonlySet<string> = new Set([
  presencePath,
  ...Object.values(otherPaths),
  ...Object.values(docsPaths),
])

/** Whether a path, without its query, is one of ours. */
export const isServed = (path: string): boolean => served.has(path)
