import { describe, expect, it } from 'vitest'
import { clientOf, openTown, refusalOf } from './slack.js'

const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } })

describe('the stand-in for Slack, seen by the real client', () => {
  it('knows whose token it is', async () => {
    const { slack, client, other } = await openTown()
    expect(await client.auth.test()).toMatchObject({ ok: true, team_id: 'T0ACME', team: 'Acme' })
    expect(await clientOf(slack, other.bot_token).auth.test()).toMatchObject({ team_id: 'T0OTHER' })
    expect(slack.calls('auth.test').map(({ team_id }) => team_id)).toEqual(['T0ACME', 'T0OTHER'])
  })

  it.each([
    ['an unknown token', 'xoxb-nobody', 'invalid_auth'],
    ['no token', undefined, 'not_authed'],
    ['the app-level token', 'xapp-1-A0WHOSOUT-token', 'not_allowed_token_type'],
  ])('refuses %s', async (_name, token, error) => {
    const { slack } = await openTown()
    expect(await refusalOf(clientOf(slack, token).auth.test())).toMatchObject({ error })
  })

  it('posts a message and shows it to everybody in the channel', async () => {
    const { slack, client } = await openTown()
    const posted = await client.chat.postMessage({
      channel: 'C0TEAM',
      text: 'Out today',
      blocks: [section('*Ana*')],
    })
    expect(posted).toMatchObject({ ok: true, channel: 'C0TEAM', message: { text: 'Out today' } })
    expect(slack.visible('U0BEN', 'C0TEAM')).toMatchObject([{ ts: posted.ts, text: 'Out today' }])
  })
})
