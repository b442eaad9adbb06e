import { describe, expect, test } from 'vitest'
import { parseUrl } from '../../src/domain/input.js'

describe('a URL', () => {
  test.each([
    ['https://a.test', 'https://a.test/'],
    ['https://ü.test/u', 'https://xn--tda.test/u'],
    ['//a.test', undefined],
    ['https://', undefined],
    ['', undefined],
  ])('%j is %j', (text, href) => {
    expect(parseUrl(text)?.href).toBe(href)
  })

  test('can be measured from another one', () => {
    expect(parseUrl('../ü?q', new URL('https://a.test/b/c'))?.href).toBe('https://a.test/%C3%BC?q')
  })

  // `URL.canParse` of Node 20 and 22 says otherwise once V8 has optimized the loop.
  test('with a host beyond ASCII stays one, however often it is parsed', () => {
    const refused = Array.from({ length: 50_000 }, () => parseUrl('https://ü.test/u')).filter((url) => !url)
    expect(refused).toHaveLength(0)
  })
})
