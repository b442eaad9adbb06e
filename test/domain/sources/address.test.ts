import { describe, expect, it } from 'vitest'
import { privateHosts } from './private-hosts.js'
import { isPublicAddress, literalOf } from '../../../src/domain/ip-addresses.js'
import { parseFeedAddress, parseTypedAddress } from '../../../src/domain/sources/feed-address.js'

const publicHosts = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:4700:4700::1111]',
  '[2001:4860:4860::8888]',
  '[2a00:1450::1]',
]

const literalAt = (host: string): string | null => literalOf(new URL(`https://${host}/feed.ics`).hostname)

describe('addresses', () => {
  it('has at least sixty of them', () => expect(new Set(privateHosts).size).toBeGreaterThanOrEqual(60))

  it.each(privateHosts)('%s is not public', (host) => {
    const literal = literalAt(host)
    expect(literal).not.toBeNull()
    expect(isPublicAddress(literal!)).toBe(false)
  })

  it.each(publicHosts)('%s is public', (host) => expect(isPublicAddress(literalAt(host)!)).toBe(true))

  it.each(['', 'example.com', '1.2.3', 'fe80::1%eth0', '2606:4700::1%1'])(
    '%j is no address at all',
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    },
  )
})

describe('the address of a feed', () => {
  it.each([
    ['https://example.com/a.ics', 'https://example.com/a.ics', 'example.com', '.ics'],
    ['webcal://example.com/feed?id=abcd1234', 'https://example.com/feed?id=abcd1234', 'example.com', '1234'],
    [
      'https://me:100%25@example.com:5874/a.ics',
      'https://me:100%25@example.com:5874/a.ics',
      'example.com:5874',
      '.ics',
    ],
    ['WEBCAL://Example.com:8443/x#y', 'https://example.com:8443/x', 'example.com:8443', '43/x'],
  ])('%s', (text, href, host, lastFour) => {
    const address = parseFeedAddress(text, false)
    if ('issue' in address) throw new Error(address.issue)
    expect([address.url.href, address.host, address.lastFour]).toEqual([href, host, lastFour])
  })

  it.each([
    '',
    'feed.ics',
    'http://example.com/a.ics',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://',
    'https://exa mple.com/',
    `https://example.com/${'x'.repeat(2_000)}`,
    'https://example.com:6000/a.ics',
    'https://example.com:0/a.ics',
    'https://me:100%@example.com/a.ics',
  ])('refuses %j', (text) => expect(parseFeedAddress(text, false)).toHaveProperty('issue'))

  it.each(['localhost', 'hr.localhost:8443', ...privateHosts])(
    'refuses %s as soon as it is typed',
    (host) => {
      const text = `https://${host}/a.ics`
      expect(parseTypedAddress(text, false)).toHaveProperty('issue')
      expect(parseTypedAddress(text, true)).toHaveProperty('url')
    },
  )

  it('takes plain http only where private addresses are allowed', () => {
    expect(parseFeedAddress('http://127.0.0.1:8009/a.ics', true)).toHaveProperty('host', '127.0.0.1:8009')
  })
})
