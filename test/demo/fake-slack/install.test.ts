import { randomBytes } from 'node:crypto'
import { WebClient } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { openWorkspaces, refusalOf } from './workspaces.js'

const back = 'https://whosout.example.com/slack/oauth_redirect'

const consentPage = async (
  { slack }: Awaited<ReturnType<typeof openWorkspaces>>,
  asked: Record<string, string> = {},
): Promise<URL | null> => {
  const query = new URLSearchParams({
    client_id: slack.credentials.clientId,
    scope: 'commands,chat:write,channels:history',
    state: 'signed',
    redirect_uri: back,
    ...asked,
  })
  const answer = await fetch(`${slack.authorizeUrl}?${query}`, { redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? null : new URL(location)
}

const openInstall = async () => {
  const workspaces = await openWorkspaces()
  workspaces.slack.consent({ team_id: 'T0OTHER', user: 'U0OTTO', declined: ['channels:history'] })
  const code = (await consentPage(workspaces))!.searchParams.get('code')!
  const { clientId: client_id, clientSecret: client_secret } = workspaces.slack.credentials
  const asked = { code, client_id, client_secret, redirect_uri: back }
  const exchange = (changes: object = {}) =>
    new WebClient(undefined, {
      slackApiUrl: workspaces.slack.apiUrl,
      retryConfig: { retries: 0 },
    }).oauth.v2.access({
      ...asked,
      ...changes,
    })
  return { ...workspaces, exchange }
}

describe('an installation', () => {
  it('gives a new token with the scopes that were granted', async () => {
    const { slack, other, exchange } = await openInstall()
    const before = other.bot_token
    const installed = await exchange()
    expect(installed).toMatchObject({
      team: { id: 'T0OTHER' },
      authed_user: { id: 'U0OTTO' },
      scope: 'commands,chat:write',
      bot_user_id: other.bot_user_id,
      is_enterprise_install: false,
    })
    expect(installed.access_token).not.toBe(before)
    const client = (token: string) => new WebClient(token, { slackApiUrl: slack.apiUrl })
    expect(await client(installed.access_token!).auth.test()).toMatchObject({ team_id: 'T0OTHER' })
    expect(await refusalOf(client(before).auth.test())).toMatchObject({ error: 'invalid_auth' })
  })

  it.each([
    ['twice', {}, 'code_already_used'],
    ['with an unknown code', { code: 'nothing' }, 'invalid_code'],
    ['with a wrong secret', { client_secret: 'x' }, 'bad_client_secret'],
    ['for another app', { client_id: '1.1' }, 'invalid_client_id'],
    ['with another address to go back to', { redirect_uri: 'https://example.com' }, 'bad_redirect_uri'],
  ])('is not done %s', async (name, changes, error) => {
    const { exchange } = await openInstall()
    if (name === 'twice') await exchange()
    expect(await refusalOf(exchange(changes))).toMatchObject({ error })
  })

  it('may be cancelled', async () => {
    const workspaces = await openWorkspaces()
    const location = await consentPage(workspaces)
    expect(location?.searchParams.get('error')).toBe('access_denied')
    expect(location?.searchParams.get('state')).toBe('signed')
  })

  it('is not even offered to an app that is not known', async () => {
    expect(
      await consentPage(await openWorkspaces(), { client_id: randomBytes(4).toString('hex') }),
    ).toBeNull()
  })

  it('keeps the secret out of the list of calls', async () => {
    const { slack, exchange } = await openInstall()
    await exchange()
    expect(slack.calls('oauth.v2.access')).toHaveLength(1)
    expect(JSON.stringify(slack.state.calls)).not.toContain(slack.credentials.clientSecret)
  })
})
