import { describe, expect, test } from 'vitest'
import { createAddressMatcher, parseAddressRule } from '../../../src/domain/ip-addresses.js'
import { parseInstant } from '../../../src/calendar/instant.js'
import { parseGrace } from '../../../src/domain/keys/grace.js'
import { parseInput } from '../../../src/domain/input.js'
import { keyOptionsAt } from '../../../src/domain/keys/options.js'
import type { KeyInput } from '../../../src/domain/keys/options.js'
import { parseName } from '../../../src/domain/organization/name.js'
import { day, hour, minute, now } from './ring.js'

describe('a grace', () => {
  test.each([
    ['0', 0],
    ['0m', 0],
    ['90m', 90 * minute],
    ['24h', 24 * hour],
    ['168h', 7 * day],
    ['7d', 7 * day],
    ['10080m', 7 * day],
    ['10081m', null],
    ['169h', null],
    ['8d', null],
    ['', null],
    ['24', null],
    ['24 h', null],
    ['24H', null],
    ['1.5h', null],
    ['-1h', null],
    ['1h30m', null],
    ['999999m', null],
    ['PT24H', null],
  ])('%j is %j milliseconds', (text, expected) => expect(parseGrace(text)).toBe(expected))
})

describe('an instant', () => {
  test.each([
    ['2026-11-20T07:30Z', '2026-11-20T07:30:00.000Z'],
    ['2026-11-20T07:30:05Z', '2026-11-20T07:30:05.000Z'],
    ['2026-11-20T07:30:05.250+01:00', '2026-11-20T06:30:05.250Z'],
    ['2026-11-20T23:30-05:00', '2026-11-21T04:30:00.000Z'],
    ['0001-01-01T00:00Z', '0001-01-01T00:00:00.000Z'],
    ['2026-11-20', undefined],
    ['2026-11-20T07:30', undefined],
    ['2026-11-20 07:30Z', undefined],
    ['2026-02-30T07:30Z', undefined],
    ['2026-11-20T24:00Z', undefined],
    ['2026-11-20T07:60Z', undefined],
    ['2026-11-20T07:30:60Z', undefined],
    ['0001-01-01T00:00+01:00', undefined],
    ['9999-12-31T23:59-01:00', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%s is %s', (text, expected) => expect(parseInstant(text)?.toISOString()).toBe(expected))
})

describe('a list of addresses', () => {
  test.each([
    ...['203.0.113.7', '203.0.113.0/24', '10.1.2.3/8', '0.0.0.0/0'],
    ...['2001:db8::1', '2001:db8::/32', '::/0', '::ffff:10.0.0.1'],
  ])('takes %s', (rule) => expect(parseAddressRule(rule)).toBe(rule))

  test.each([
    ...['', '/24', '203.0.113', '256.1.1.1', 'localhost', '10.0.0.1-10.0.0.9'],
    ...['203.0.113.7/33', '203.0.113.7/024', '203.0.113.7/', '203.0.113.7/8/8', '203.0.113.7 '],
    ...['2001:db8::/129', 'fe80::1%eth0'],
  ])('refuses %j', (rule) => expect(parseAddressRule(rule)).toBeNull())

  const rules = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '::ffff:192.0.2.0/120']
  test.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:cb00:7109', true],
    ['::ffff:198.51.100.8', false],
    ['2001:db8:ffff::1', true],
    ['2001:DB8::1', true],
    ['2001:db9::1', false],
    ['192.0.2.200', true],
    ['192.0.3.1', false],
    ['', false],
    ['unknown', false],
    ['203.0.113.9:443', false],
  ])('%j is in it: %s', (address, expected) => {
    expect(createAddressMatcher(rules)(address)).toBe(expected)
  })
})

test.each([
  ['Acme', 'Acme'],
  ['  Acme GmbH  ', 'Acme GmbH'],
  ['😀'.repeat(80), '😀'.repeat(80)],
  ['x'.repeat(81), null],
  ['   ', null],
  ['two\nlines', null],
  ['a\u0000b', null],
])('the name %j is read as %j', (text, expected) => expect(parseName(text)).toBe(expected))

describe('the options of a new key', () => {
  test('stand as they are stored', () => {
    const limits = { allow: ['10.0.0.0/8'], reasons: 'hidden' }
    expect(
      parseInput(keyOptionsAt(now), { name: ' wall ', expires: '2026-12-01T01:00+01:00', ...limits }),
    ).toEqual({
      value: { name: 'wall', expires_at: '2026-12-01T00:00:00.000Z', ...limits },
    })
  })

  test('may all be left out but the name', () => {
    expect(parseInput(keyOptionsAt(now), { name: 'wall' })).toEqual({
      value: { name: 'wall', expires_at: null, allow: null, reasons: 'shown' },
    })
  })

  const wrong: readonly [string, KeyInput, readonly (readonly (string | number)[])[]][] = [
    ['an empty name', { name: ' ' }, [['name']]],
    ['an end that is no instant', { name: 'a', expires: '2027-01-01' }, [['expires']]],
    ['an end that is now', { name: 'a', expires: '2026-11-20T10:30:00Z' }, [['expires']]],
    ['a range that is none', { name: 'a', allow: ['10.0.0.0/8', '10.0.0.0/33'] }, [['allow', 1]]],
    ['a list without an address', { name: 'a', allow: [] }, [['allow']]],
    ['51 addresses', { name: 'a', allow: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`) }, [['allow']]],
    ['reasons of a third kind', { name: 'a', reasons: 'some' }, [['reasons']]],
    [
      'everything at once',
      { name: '', expires: 'x', allow: ['x'], reasons: 'x' },
      [['name'], ['expires'], ['allow', 0], ['reasons']],
    ],
  ]
  test.each(wrong)('are refused with every issue: %s', (_, input, paths) => {
    const parsed = parseInput(keyOptionsAt(now), input)
    expect('issues' in parsed && parsed.issues.map((issue) => issue.path)).toEqual(paths)
  })
})
