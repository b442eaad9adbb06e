import { utf8 } from '../raw.js'
import { invalid, missing, ok, presencePath, refused, type Row } from './row.js'

const authorization = (row: number, name: string, value: string, expect = refused()): Row => ({
  row,
  name,
  request: { key: null, headers: [`Authorization: ${value}`] },
  expect,
})

const credentials: readonly Row[] = [
  { row: 1, name: 'no Authorization', request: { key: null }, expect: missing },
  {
    row: 1,
    name: 'an invalid query tells nothing without a key',
    request: { key: null, query: 'limit=1' },
    expect: missing,
  },
  {
    row: 1,
    name: 'no Authorization, with HEAD',
    request: { key: null, method: 'HEAD' },
    expect: missing,
    like: { key: null },
  },
  authorization(2, 'Basic credentials', 'Basic dXNlcjpwYXNzd29yZA=='),
  authorization(2, 'the key as a Basic password', 'Basic {key:active}'),
  authorization(2, 'the key without a scheme', '{key:active}'),
  authorization(2, 'another scheme that begins like Bearer', 'Bearerx {key:active}'),
  authorization(3, 'the scheme in lower case', 'bearer {key:active}', ok),
  authorization(3, 'the scheme in upper case', 'BEARER {key:active}', ok),
  authorization(4, 'Bearer and nothing', 'Bearer'),
  authorization(4, 'Bearer and one blank', 'Bearer '),
  authorization(5, 'two blanks after Bearer', 'Bearer  {key:active}', ok),
  authorization(5, 'blanks after the key', 'Bearer {key:active}   ', ok),
  authorization(5, 'a tab after the key', 'Bearer {key:active}\t', ok),
  authorization(6, 'a no-break space after the key', 'Bearer {key:active}\xa0'),
  authorization(6, 'words after the key', 'Bearer {key:active} junk'),
  authorization(6, 'two credentials in one header', 'Bearer {key:active}, Bearer {key:fresh}'),
  authorization(6, 'the same key twice in one header', 'Bearer {key:active}, Bearer {key:active}'),
]

const twice: readonly Row[] = (
  [
    ['a good key and a bad one', '{key:active}', '{key:stranger}'],
    ['a bad key and a good one', '{key:stranger}', '{key:active}'],
    ['the same good key', '{key:active}', '{key:active}'],
  ] as const
).map(([name, first, second]) => ({
  row: 7,
  name: `two Authorization headers: ${name}`,
  request: { key: null, headers: [`Authorization: Bearer ${first}`, `authorization: Bearer ${second}`] },
  expect: refused(),
}))

const elsewhere: readonly Row[] = [
  {
    row: 14,
    name: 'the key in the query',
    request: { key: null, query: 'access_token={key:active}' },
    expect: missing,
  },
  {
    row: 15,
    name: 'a key in the query beside a good header',
    request: { query: 'access_token={key:active}' },
    expect: invalid('access_token'),
  },
  {
    row: 16,
    name: 'the key in X-Api-Key',
    request: { key: null, headers: ['X-Api-Key: {key:active}'] },
    expect: missing,
  },
  {
    row: 16,
    name: 'the key in a cookie',
    request: { key: null, headers: ['Cookie: key={key:active}'] },
    expect: missing,
  },
  authorization(17, 'one character too many', 'Bearer {key:active}0'),
  authorization(17, 'a token of 79 characters', `Bearer who_live_${'a'.repeat(70)}`),
  authorization(17, 'a token of 7 KB', `Bearer who_live_${'a'.repeat(7_000)}`),
  authorization(17, 'a tab within the token', 'Bearer who_live_\tabc'),
  authorization(17, 'Latin letters with accents', `Bearer who_live_${'\xe9'.repeat(49)}`),
  authorization(17, 'an emoji', utf8(`Bearer who_live_${'🦉'.repeat(12)}x`)),
  authorization(18, '__proto__ as a token', 'Bearer __proto__'),
  authorization(18, 'constructor as a token', 'Bearer constructor'),
  authorization(18, 'a database operator as a token', 'Bearer {"$ne":null}'),
]

const outOfOrder: readonly Row[] = [
  {
    row: 1,
    name: 'an unknown path without a key',
    request: { key: null, path: '/nowhere' },
    expect: { status: 404 },
  },
  {
    row: 1,
    name: 'another method without a key',
    request: { key: null, path: presencePath, method: 'POST' },
    expect: { status: 405 },
  },
]

export const authenticationRows: readonly Row[] = [...credentials, ...twice, ...elsewhere, ...outOfOrder]
