import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import { errors } from '../../../src/http/reply/errors.js'
import { openApiDocument } from '../../../src/http/docs/openapi.js'

type Json = Readonly<Record<string, unknown>>

const document = JSON.parse(JSON.stringify(openApiDocument(undefined))) as {
  readonly openapi: string
  readonly info: { readonly contact: Json; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

interface Operation {
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name: string; readonly schema: Json; readonly example: unknown }[]
  readonly responses: Readonly<Record<string, Response>>
}

interface Response {
  readonly headers: Readonly<Record<string, { readonly schema: Json; readonly example: string }>>
  readonly content?: {
    readonly 'application/json': {
      readonly schema: Json
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, { readonly value: { error: { code: string } } }>>
    }
  }
}

const path = document.paths['/api/v1/presence']!
const operation = path['get']!
const responses = Object.entries(operation.responses)

/** Every object in the document, with the names that lead to it. */
const walk = (value: unknown, at = ''): (readonly [string, Json])[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Array.isArray(value) ? [] : [[at, value as Json] as const]),
        ...Object.entries(value).flatMap(([name, inner]) => walk(inner, `${at}/${name}`)),
      ]

const schemas = [
  ...walk(document.components.schemas),
  ...operation.parameters.flatMap(({ schema }) => walk(schema)),
]

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ ...document, $id: 'openapi:' })
const fits = (schema: Json, value: unknown): boolean =>
  ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi:#/')) as Json, value)

/** What generators could not read once, or read wrong. `npm run generators` runs them. */
describe('what generators need', () => {
  it('is OpenAPI 3.0: progenitor refuses 3.1', () => expect(document.openapi).toBe('3.0.3'))

  it('is one operation: a function is made of each, and HEAD and OPTIONS have no body to read', () =>
    expect(Object.keys(path)).toEqual(['get']))

  it.each<[string, (schema: Json, at: string) => boolean]>([
    [
      'one type a schema, and null said by `nullable`',
      (schema) =>
        (Array.isArray(schema['type']) && !('properties' in schema)) ||
        'anyOf' in schema ||
        'oneOf' in schema,
    ],
    [
      'no keyword that 3.0 does not know',
      (schema, at) =>
        ['examples', 'const', '$schema', '$id', 'propertyNames', '$defs'].some((word) => word in schema) &&
        !at.endsWith('/properties'),
    ],
  ])('is %s', (_, isOdd) =>
    expect(schemas.filter(([at, schema]) => isOdd(schema, at)).map(([at]) => at)).toEqual([]),
  )

  it('is a path of strings in an issue', () =>
    expect(document.components.schemas['Issue']).toMatchObject({
      properties: { path: { type: 'array', items: { type: 'string' } } },
    }))
})

describe('the schemas', () => {
  it('are open: every object may have more than is said', () => {
    const objects = schemas.filter(([, schema]) => schema['type'] === 'object')
    expect(objects.length).toBeGreaterThan(5)
    expect(objects.filter(([, schema]) => 'additionalProperties' in schema)).toEqual([])
  })

  it('list the kinds of leave and the codes of errors, which may grow', () => {
    const listed = schemas.filter(([, schema]) => 'x-extensible-enum' in schema)
    expect(listed.map(([, schema]) => schema['x-extensible-enum'])).toEqual([leaveTypes, Object.keys(errors)])
    for (const [, schema] of listed) expect([schema['x-extensible'], 'enum' in schema]).toEqual([true, false])
  })

  it('describe every field', () => {
    const fields = schemas.flatMap(([at, schema]) =>
      Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {}).map(
        ([name, field]) => [`${at}/${name}`, field] as const,
      ),
    )
    const silent = fields.filter(([, field]) => !field['description'] && !('$ref' in field))
    expect(silent.map(([at]) => at)).toEqual([])
  })
})

describe('the examples', () => {
  it('are there for every parameter, and are what it takes', () => {
    expect(operation.parameters.map(({ name }) => name)).toEqual(['from', 'to', 'team_id', 'If-None-Match'])
    for (const { name, schema, example } of operation.parameters)
      expect([name, example !== undefined && fits(schema, example)]).toEqual([name, true])
  })

  it.each(responses)('of a %s and of its headers are there, and match their schemas', (status, response) => {
    for (const [name, { schema, example }] of Object.entries(response.headers))
      expect([name, fits(schema, example)]).toEqual([name, true])
    if (!response.content) return expect(status).toBe('304')
    const { schema, example, examples = {} } = response.content['application/json']
    const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example]
    expect(values.length).toBeGreaterThan(0)
    for (const value of values) expect(fits(schema, value), JSON.stringify(value)).toBe(true)
  })

  it('of errors have every code of that status, as it is sent', () => {
    for (const [status, { content }] of responses)
      for (const [code, { value }] of Object.entries(content?.['application/json'].examples ?? {})) {
        const known = errors[code as keyof typeof errors]
        expect([value.error, String(known.status)]).toMatchObject([{ code, message: known.message }, status])
      }
    const shown = Object.keys(operation.responses['401']!.content!['application/json'].examples!)
    // Those of other paths.
    const elsewhere = ['invalid_metrics_token', 'invalid_token', 'token_expired']
    const all = Object.entries(errors).filter(
      ([code, { status }]) => status === 401 && !elsewhere.includes(code),
    )
    expect(shown).toEqual(all.map(([code]) => code))
  })
})

describe('the descriptions', () => {
  it.each([
    'exactly one list',
    'sorted by name, then by id',
    'at most 90 days',
    '429',
    'HEAD',
    'OPTIONS',
    'X-Request-Id',
    'If-None-Match',
  ])('of the operation say "%s"', (words) => expect(operation.description).toContain(words))

  it('say how to get a key', () =>
    expect(JSON.stringify(document.components)).toContain('whosout keys create --org SLUG --name NAME'))

  it('name a contact, and the tag that is used', () => {
    expect(document.info.contact['name']).not.toBe('')
    expect(document.tags.map(({ name }) => name)).toEqual(operation.tags)
  })
})

describe('the server', () => {
  it.each(['https://example.com', 'http://localhost:3000/tools/whosout'])(
    'is relative to the document at %s',
    (base) => {
      const path = `${document.servers[0]!.url}/api/v1/presence`
      expect(new URL(path, `${base}/openapi.json`).href).toBe(`${base}/api/v1/presence`)
    },
  )

  it('is BASE_URL when that is set', () => {
    const url = 'https://example.com/whosout'
    expect(openApiDocument(url)['servers']).toMatchObject([{ url }])
  })
})
