import { z } from 'zod'
import { allowed, presencePath } from './paths.js'
import { presenceQuery } from './query.js'
import { named } from './schemas.js'

type Schema = Readonly<Record<string, unknown>>

/** A `format` says enough without its three hundred characters of pattern. */
const options: z.core.ToJSONSchemaParams = {
  io: 'input',
  override: ({ jsonSchema }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  },
}

const components = () => {
  const { schemas } = z.toJSONSchema(named, { ...options, uri: (id) => `#/components/schemas/${id}` })
  for (const schema of Object.values(schemas)) {
    delete schema.$schema
    delete schema.$id
  }
  return schemas
}

const header = (description: string, pattern?: string) => ({
  required: true,
  description,
  schema: pattern === undefined ? { type: 'string' } : { type: 'string', pattern },
})

const headers = {
  'X-Request-Id': header(
    "The request's id: yours, when it is 1-64 letters, digits, dots, dashes and underscores, else one of ours.",
    '^[A-Za-z0-9._-]{1,64}$',
  ),
  'Cache-Control': header('Replies are not stored by caches; keep the ETag yourself.', '^no-store$'),
  Vary: header('Replies depend on the key.', 'Authorization'),
  ETag: header('A strong validator made from the content.', '^"[A-Za-z0-9_-]+"$'),
  Allow: header('The methods of this path.', `^${allowed}$`),
  'WWW-Authenticate': header(
    'The challenge; `error` is there when credentials were sent.',
    '^Bearer realm="whosout"',
  ),
  'Retry-After': header('Seconds to wait.', '^\\d+$'),
}
const rateHeaders = {
  RateLimit: {
    ...header('What is left in this minute (draft-8).', '^"api-key"; r=\\d+; t=\\d+$'),
    required: false,
  },
  'RateLimit-Policy': {
    ...header('The allowance of a key (draft-8).', '^"api-key"; q=\\d+; w=60; pk=:.+:$'),
    required: false,
  },
}

const withHeaders = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(
    ['X-Request-Id' as const, 'Cache-Control' as const, ...names].map((name) => [name, headers[name]]),
  )

const json = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
})

const refusal = (description: string, more: object = {}) => ({
  description,
  headers: { ...withHeaders(), ...more },
  content: json('ErrorResponse'),
})

const responses = {
  200: {
    description: 'Who is in and who is out.',
    headers: { ...withHeaders('Vary', 'ETag'), ...rateHeaders },
    content: json('PresenceResponse'),
  },
  304: {
    description: 'The content is what the ETag in `If-None-Match` names.',
    headers: { ...withHeaders('Vary', 'ETag'), ...rateHeaders },
  },
  400: refusal('The request is not HTTP as it should be.'),
  401: refusal(
    'The API key is missing, invalid, disabled, revoked, expired or locked by the plan.',
    withHeaders('Vary', 'WWW-Authenticate'),
  ),
  403: refusal("The caller's address is not among those the key allows.", withHeaders('Vary')),
  405: refusal('Another method.', withHeaders('Allow')),
  408: refusal('The request did not arrive in time.'),
  417: refusal('An expectation that cannot be met.'),
  422: refusal('A parameter is wrong, repeated, empty or unknown.', {
    ...withHeaders('Vary'),
    ...rateHeaders,
  }),
  429: refusal('The allowance of the key is used up.', {
    ...withHeaders('Vary', 'Retry-After'),
    ...rateHeaders,
  }),
  431: refusal('The request line or the header fields are too large or too many.'),
  500: refusal('A bug of ours.', { Vary: { ...headers.Vary, required: false } }),
  503: refusal('The store does not answer; try again.', withHeaders('Vary', 'Retry-After')),
}

const { 200: _200, 304: _304, ...refusals } = responses
const withoutBody = (all: typeof responses) =>
  Object.fromEntries(
    Object.entries(all).map(([status, { description, headers }]) => [status, { description, headers }]),
  )

const parameters = () => {
  const { properties } = z.toJSONSchema(presenceQuery, options) as { properties: Record<string, Schema> }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }))
}

const condition = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer you have kept: 304 when it still holds.',
  schema: { type: 'string' },
}

const tags = ['Presence']

const operations = (): Schema => {
  const question = { security: [{ apiKey: [] }], parameters: [...parameters(), condition] }
  return {
    get: {
      operationId: 'getPresence',
      tags,
      summary: 'Who is in and who is out',
      ...question,
      responses,
    },
    head: {
      operationId: 'headPresence',
      tags,
      summary: 'The same without the body',
      ...question,
      responses: withoutBody(responses),
    },
    options: {
      operationId: 'optionsPresence',
      tags,
      summary: 'The methods of this path',
      security: [],
      responses: {
        204: { description: 'The methods are in `Allow`.', headers: withHeaders('Allow') },
        ...refusals,
      },
    },
  }
}

/** The OpenAPI 3.1 document of the service at `baseUrl`, from the schemas that validate requests. */
export const openApiDocument = (baseUrl: string): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'whosout presence API',
    version: '1.0.0',
    description: 'Which members of your organization are working and which are off, for a range of days.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: baseUrl }],
  tags: [{ name: 'Presence' }],
  paths: { [presencePath]: operations() },
  components: {
    schemas: components(),
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `who_live_…`.' },
    },
  },
})
