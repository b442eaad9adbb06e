import { parse } from 'node:querystring'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery, presenceQuery } from '../../src/http/query.js'

const twoDigits = fc.integer({ min: 0, max: 40 }).map((number) => String(number).padStart(2, '0'))
const day = fc.oneof(
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc
    .tuple(fc.constantFrom('0000', '1900', '2024', '2026', '9999'), twoDigits, twoDigits)
    .map((parts) => parts.join('-')),
)
const range = fc
  .tuple(
    fc.constantFrom('from', 'to', 'From'),
    day,
    fc.constantFrom('&', '&&', ';'),
    fc.constantFrom('to', 'from'),
    day,
  )
  .map(([first, a, between, second, b]) => `${first}=${a}${between}${second}=${b}`)

describe('a query', () => {
  it('is read as the schema reads it, whichever way it goes and however often', () => {
    fc.assert(
      fc.property(fc.oneof(range, range, fc.string()), (text) => {
        const bySchema = presenceQuery.safeParse({ ...parse(text) })
        for (const parsed of [parseQuery(text), parseQuery(text)]) {
          expect('issues' in parsed).toBe(!bySchema.success)
          if (bySchema.success) expect(parsed).toEqual(bySchema.data)
        }
      }),
      { numRuns: 5_000 },
    )
  })
})
