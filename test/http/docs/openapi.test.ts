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
          304: { $ref: '#/components/responses/Same' },
        },
      },
      head: { responses: { 200: {} } },
    },
  },
  components: {
    headers: { ETag: { schema: { type: 'string', pattern: '^"' } } },
    responses: { Same: { headers: {} } },
    schemas: {
      Day: { type: 'string', format: 'date' },
      Thing: {
        type: 'object',
        required: ['day'],
        properties: {
          day: { $ref: '#/components/schemas/Day' },
          kind: { type: 'string', 'x-extensible-enum': ['a', 'b'] },
        },
        additionalProperties: true,
      },
    },
  },
}

const good: Reply = {
  status: 200,
  reason: 'OK',
  headers: [
    ['etag', '"a"'],
    ['retry-after', '5'],
    ['content-type', 'application/json; charset=utf-8'],
  ],
  body: '{"day":"2026-11-20"}',
}

const without = (name: string): Reply => ({
  ...good,
  headers: good.headers.filter(([known]) => known !== name),
})
const plus = (name: string, value: string): Reply => ({ ...good, headers: [...good.headers, [name, value]] })

describe('the validator of replies', () => {
  const validate = createReplyValidator(document, '/x')

  it('finds nothing in a reply that is as declared', () => {
    expect(validate({ method: 'GET', reply: good })).toEqual([])
    expect(validate({ method: 'GET', reply: { ...good, status: 304, headers: [], body: '' } })).toEqual([])
    expect(validate({ method: 'HEAD', reply: { ...good, headers: [], body: '' } })).toEqual([])
  })

  it.each<[string, string, Reply, string]>([
    ['a status', 'GET', { ...good, status: 500 }, '500 is not declared for GET'],
    [
      'a status that only another method has',
      'HEAD',
      { ...good, status: 304, headers: [] },
      '304 is not declared',
    ],
    ['a missing header', 'GET', without('etag'), 'ETag is missing'],
    [
      'a header that does not match',
      'GET',
      { ...good, headers: good.headers.with(0, ['etag', 'a']) },
      'ETag: data must match',
    ],
    [
      'a header that should be a number',
      'GET',
      { ...without('retry-after'), headers: [...without('retry-after').headers, ['retry-after', 'x']] },
      'Retry-After',
    ],
    ['an undeclared header', 'GET', plus('Vary', 'a'), 'vary is not declared'],
    ['a missing field', 'GET', { ...good, body: '{}' }, "must have required property 'day'"],
    ['an additional field', 'GET', { ...good, body: '{"day":"2026-11-20","x":1}' }, 'additional properties'],
    [
      'a word that is not listed',
      'GET',
      { ...good, body: '{"day":"2026-11-20","kind":"c"}' },
      'must be equal to one of the allowed values',
    ],
    ['a day that does not exist', 'GET', { ...good, body: '{"day":"2026-02-30"}' }, 'format "date"'],
    [
      'a type',
      'GET',
      {
        ...without('content-type'),
        headers: [...without('content-type').headers, ['content-type', 'text/html']],
      },
      'text/html is not declared',
    ],
    [
      'a body where none is declared',
      'GET',
      { ...good, status: 304, headers: [] },
      'a body that is not declared',
    ],
  ])('finds %s', (_what, method, reply, problem) => {
    expect(validate({ method, reply }).join()).toContain(problem)
  })
})
