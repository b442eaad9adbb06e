import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { cutJson, elementsOf } from '../../../src/domain/roster/json-pieces.js'

const read = (text: string, most = 1_000) => {
  const cut = cutJson(text, most)
  if ('brokenAt' in cut) return cut
  const rows = cut.arrays.map((array) =>
    [...elementsOf(text, array)].map(({ from, to }) => text.slice(from, to)),
  )
  return { rest: cut.rest, rows }
}

describe('the arrays of a JSON text', () => {
  it.each([
    ['{"a": [1, {"b": [2]}], "c":[]}', { rest: '{"a": [0], "c":[1]}', rows: [['1', ' {"b": [2]}'], []] }],
    ['{"a": "[\\"]", "b": ["]", "\\\\"]}', { rest: '{"a": "[\\"]", "b": [0]}', rows: [['"]"', ' "\\\\"']] }],
    ['{"a": [1,]}', { rest: '{"a": [0]}', rows: [['1', '']] }],
    ['{"a": {"b": [1]}}', { rest: '{"a": {"b": [1]}}', rows: [] }],
    ['{"a": [', { brokenAt: 7, deep: false }],
    ['{"a": "', { brokenAt: 7, deep: false }],
    ['{}}', { brokenAt: 2, deep: false }],
    ['['.repeat(21), { brokenAt: 20, deep: true }],
  ])('of %s are found without parsing', (text, found) => expect(read(text)).toEqual(found))

  it('are not looked for beyond a thousand other characters', () => {
    const found = read(`{${'"a":[],'.repeat(1_000)}`)
    expect('rest' in found && found.rest.length).toBeLessThan(1_100)
  })

  it('tell where a position in the rest is in the text', () => {
    const text = '{"a": [1, 2, 3], "b": [4, 5], c}'
    const cut = cutJson(text, 100)
    if ('brokenAt' in cut) throw new Error('it is not broken')
    expect(text[cut.placeOf(cut.rest.indexOf('c'))]).toBe('c')
    expect(cut.placeOf(2)).toBe(2)
  })

  const values = fc.jsonValue({ maxDepth: 4, depthSize: 'medium' })
  const objects = fc.record({ members: fc.array(values), leaves: fc.array(values), other: values })

  it('hold what parsing the whole text gives', () =>
    fc.assert(
      fc.property(objects, fc.constantFrom('', ' ', '\t', '  '), (object, indent) => {
        const text = JSON.stringify(object, null, indent)
        const cut = cutJson(text, Infinity)
        if ('brokenAt' in cut) throw new Error(text)
        const rest = JSON.parse(cut.rest) as Record<string, unknown>
        const found = Object.entries(rest).map(([name, value]) => {
          const array = Array.isArray(value) ? cut.arrays[Number(value[0])]! : null
          return [
            name,
            array
              ? [...elementsOf(text, array)].map(({ from, to }): unknown => JSON.parse(text.slice(from, to)))
              : value,
          ]
        })
        expect(Object.fromEntries(found)).toEqual(JSON.parse(text))
      }),
      { numRuns: inject('cases') },
    ))
})
