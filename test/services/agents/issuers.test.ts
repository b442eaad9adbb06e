import { describe, expect, it } from 'vitest'
import { askIssuer, createIssuers, type FetchJson } from '../../../src/services/agents/issuers.js'

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

describe('the keys of an identity provider that stops answering', () => {
  const minute = 60_000
  const issuer = 'https://login.example'
  const description = `${issuer}/.well-known/oauth-authorization-server`
  const pages = fetchFrom({ [description]: { issuer, jwks_uri: keysAt }, ...keys })
  const good = { keys: [{ kty: 'EC' }], userinfo: null }

  /** Keys were read at minute 0; from then on the provider answers only when it is told to. */
  const openHanging = async () => {
    let now = 0
    let hanging = false
    const waiting: (() => void)[] = []
    const asked: string[] = []
    const fetchJson: FetchJson = async (address) => {
      asked.push(address)
      if (hanging) await new Promise<void>((resolve) => waiting.push(resolve))
      return pages(address)
    }
    const issuers = createIssuers(fetchJson, () => now)
    await issuers(issuer)
    hanging = true
    asked.length = 0
    return {
      issuers,
      asked,
      at: (minutes: number) => (now = minutes * minute),
      answer: () => {
        hanging = false
        waiting.forEach((resolve) => resolve())
      },
    }
  }

  it('are used at once while new ones are fetched, which are asked for once', async () => {
    const provider = await openHanging()
    provider.at(11)
    expect(await provider.issuers(issuer)).toEqual(good)
    expect(await provider.issuers(issuer)).toEqual(good)
    expect(provider.asked).toEqual([description])
  })

  it('are not used when they are more than an hour old: the sign-in waits', async () => {
    const provider = await openHanging()
    provider.at(61)
    const outcome = provider.issuers(issuer)
    expect(await Promise.race([outcome, Promise.resolve('waits')])).toBe('waits')
    provider.answer()
    expect(await outcome).toEqual(good)
  })

  it('are no help to a token whose key is not among them: it waits for the new ones', async () => {
    const provider = await openHanging()
    provider.at(1)
    const known = await provider.issuers(issuer)
    if ('failed' in known) throw new Error(known.failed)
    const outcome = provider.issuers(issuer, known)
    expect(await Promise.race([outcome, Promise.resolve('waits')])).toBe('waits')
    expect(await provider.issuers(issuer)).toBe(known)
    provider.answer()
    expect(await outcome).not.toBe(known)
  })
})
