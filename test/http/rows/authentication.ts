import { utf8 } from '../raw.js'
import { invalid, missing, ok, presencePath, refused, row, type Row } from './row.js'

const authorization = (number: number, name: string, value: string, expect = refused()): Row =>
  row(number, name, { key: null, headers: [`Authorization: ${value}`] }, expect)

const credentials: readonly Row[] = [
  row(1, 'no Authorization', { key: null }, missing),
  row(1, 'an invalid query tells nothing without a key', { key: null, query: 'limit=1' }, missing),
  row(1, 'an unknown path without a key', { key: null, path: '/nowhere' }, { status: 404 }),
  row(1, 'another method without a key', { key: null, path: presencePath, method: 'POST' }, { status: 405 }),
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

const twice = (name: string, first: string, second: string): Row =>
  row(
    7,
    `two Authorization headers: ${name}`,
    { key: null, headers: [`Authorization: Bearer {key:${first}}`, `authorization: Bearer {key:${second}}`] },
    refused(),
  )

const elsewhere: readonly Row[] = [
  twice('a good key and a bad one', 'active', 'stranger'),
  twice('a bad key and a good one', 'stranger', 'active'),
  twice('the same good key', 'active', 'active'),
  row(14, 'the key in the query', { key: null, query: 'access_token={key:active}' }, missing),
  row(
    15,
    'a key in the query beside a good header',
    { query: 'access_token={key:active}' },
    invalid('access_token'),
  ),
  row(16, 'the key in X-Api-Key', { key: null, headers: ['X-Api-Key: {key:active}'] }, missing),
  row(16, 'the key in a cookie', { key: null, headers: ['Cookie: key={key:active}'] }, missing),
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

export const authenticationRows: readonly Row[] = [...credentials, ...elsewhere]
