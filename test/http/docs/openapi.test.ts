import { describe, expect, it } from 'vitest'
import { createReplyValidator } from './openapi.js'
import type { Reply } from '../raw.js'

const document = {
  openapi: '3.1.0',
  paths: {
    '/x': {
      get: {
        responses: {
          200: {
            headers: {
              ETag: { $ref: '#/components/headers/ETag' },
              'Retry-After': { schema: { type: 'integer' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          304: { headers: {} },
        },
      },
      head: { responses: { 200: {} } },
    },
  },
  components: {
    headers: { ETag: { schema: { type: 'string', pattern: '^"' } } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['day'],
        properties: {
          day: { type: 'string', format: 'date' },
          kind: { type: 'string', 'x-extensible-enum': ['a', 'b'] },
        },
      },
    },
  },
}

const headers = { etag: '"a"', 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' }
const reply = (status: number, body: string, headers: Readonly<Record<string, string>>): Reply => ({
  status,
  reason: '',
  headers: Object.entries(headers),
  body,
})
const ok = (body: string): Reply => reply(200, body, headers)
const good = '{"day":"2026-11-20"}'
const { etag: _, ...withoutTag } = headers

describe('the validator of replies', () => {
  const validate = createReplyValidator(document, '/x')

  it.each([
    ['GET', ok(good)],
    ['GET', reply(304, '', {})],
    ['HEAD', reply(200, '', {})],
  ])('finds nothing in a reply that is as declared', (method, reply) =>
    expect(validate({ method, reply })).toEqual([]),
  )

  it.each([
    ['a status', 'GET', reply(500, good, headers), '500 is not declared for GET'],
    ['a status that only another method has', 'HEAD', reply(304, '', {}), '304 is not declared'],
    ['a missing header', 'GET', reply(200, good, withoutTag), 'ETag is missing'],
    [
      'a header that does not match',
      'GET',
      reply(200, good, { ...headers, etag: 'a' }),
      'ETag: data must match',
    ],
    [
      'a header that is no number',
      'GET',
      reply(200, good, { ...headers, 'retry-after': 'x' }),
      'Retry-After',
    ],
    ['an undeclared header', 'GET', reply(200, good, { ...headers, Vary: 'a' }), 'vary is not declared'],
    ['a missing field', 'GET', ok('{}'), "must have required property 'day'"],
    ['an additional field', 'GET', ok('{"day":"2026-11-20","x":1}'), 'additional properties'],
    ['a word that is not listed', 'GET', ok('{"day":"2026-11-20","kind":"c"}'), 'one of the allowed values'],
    ['a day that does not exist', 'GET', ok('{"day":"2026-02-30"}'), 'format "date"'],
    [
      'a type',
      'GET',
      reply(200, good, { ...headers, 'content-type': 'text/html' }),
      'text/html is not declared',
    ],
    ['a body where none is declared', 'GET', reply(304, good, {}), 'a body that is not declared'],
  ])('finds %s', (_what, method, reply, problem) =>
    expect(validate({ method, reply }).join()).toContain(problem),
  )
})
