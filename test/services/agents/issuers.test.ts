import { describe, expect, it } from 'vitest'
import { askIssuer, type FetchJson } from '../../../src/services/agents/issuers.js'

const fetchFrom =
  (pages: Readonly<Record<string, unknown>>): FetchJson =>
  async (address) =>
    address in pages ? { json: pages[address] } : { failed: 'login.example answered with status 404.' }

const keysAt = 'https://login.example/keys'
const keys = { [keysAt]: { keys: [{ kty: 'EC' }, 'no key'] } }

describe('an identity provider', () => {
  it.each([
    ['https://login.example', 'https://login.example/.well-known/oauth-authorization-server'],
    ['https://login.example', 'https://login.example/.well-known/openid-configuration'],
    ['https://login.example/', 'https://login.example/.well-known/openid-configuration'],
    ['https://login.example/a', 'https://login.example/.well-known/oauth-authorization-server/a'],
    ['https://login.example/a', 'https://login.example/.well-known/openid-configuration/a'],
    ['https://login.example/a/', 'https://login.example/a/.well-known/openid-configuration'],
  ])('%s is found by its description at %s', async (issuer, address) => {
    const described = { [address]: { issuer, jwks_uri: keysAt } }
    expect(await askIssuer(fetchFrom({ ...described, ...keys }), issuer)).toEqual({
      keys: [{ kty: 'EC' }],
      userinfo: null,
    })
  })

  const at = 'https://login.example/.well-known/openid-configuration'
  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['has no description', {}, /status 404/],
    ['describes another', { [at]: { issuer: 'https://login.example/', jwks_uri: keysAt } }, /another issuer/],
    ['names no keys', { [at]: { issuer: 'https://login.example' } }, /names no keys/],
    ['is described by a list', { [at]: ['https://login.example'] }, /another issuer/],
    [
      'has no keys',
      { [at]: { issuer: 'https://login.example', jwks_uri: 'https://x.example' } },
      /status 404/,
    ],
    [
      'has something else in place of keys',
      { [at]: { issuer: 'https://login.example', jwks_uri: keysAt }, [keysAt]: [] },
      /not a JSON Web Key Set/,
    ],
  ])('that %s is not asked further', async (_, pages, failed) => {
    const asked = await askIssuer(fetchFrom(pages), 'https://login.example')
    expect(asked).toEqual({ failed: expect.stringMatching(failed) as string })
  })
})
