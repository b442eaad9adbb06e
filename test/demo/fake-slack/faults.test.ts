import { WebClient } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import type { FakeFault } from './faults.js'
import { clientOf, openWorkspaces } from './workspaces.js'

const post = (client: WebClient) => client.chat.postMessage({ channel: 'C0TEAM', text: 'digest' })

/** What each kind of fault does to a post: `slack/digest/poster.test.ts`. */
describe('faults on demand', () => {
  it('applies a call late: after the app has given up', async () => {
    const { slack, acme } = await openWorkspaces()
    const patience = new AbortController()
    slack.faults.add({ kind: 'late' })
    const impatient = {
      fetch: (url: string | URL | Request, init?: RequestInit) =>
        fetch(url, { ...init, signal: patience.signal }),
    }
    const posted = post(clientOf(slack, acme.bot_token, impatient))
    const call = await slack.until(() => slack.calls('chat.postMessage')[0])
    expect(slack.state.messages).toEqual([])
    patience.abort()
    await expect(posted).rejects.toThrow()
    await slack.until(() => slack.state.messages[0])
    expect(call).toMatchObject({ reply: { ok: true }, ended: expect.any(String) as string })
  })

  it('lets nothing happen any more once it is closed', async () => {
    const { slack, acme } = await openWorkspaces()
    slack.faults.add({ kind: 'late' })
    const posted = post(clientOf(slack, acme.bot_token)).catch((error: unknown) => error)
    await slack.until(() => slack.calls('chat.postMessage')[0])
    await slack.close()
    expect(await posted).toMatchObject({ code: 'slack_webapi_request_error' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(slack.state.messages).toEqual([])
  })

  it('answers slowly, having applied the call at once', async () => {
    const { slack, client } = await openWorkspaces()
    slack.faults.add({ kind: 'slow', ms: 60_000 })
    void post(client).catch(() => {})
    expect(await slack.until(() => slack.state.messages[0])).toMatchObject({ text: 'digest' })
    expect(slack.calls('chat.postMessage')).toMatchObject([{ ended: null }])
  })

  it('affects the given number of calls, of the given method and workspace', async () => {
    const { slack, client, other } = await openWorkspaces()
    const fault: FakeFault = { kind: 'error', error: 'internal_error', applied: false }
    slack.faults.add(fault, { method: 'auth.test', times: 2, when: ({ team_id }) => team_id === 'T0OTHER' })
    const theirs = clientOf(slack, other.bot_token)
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => 'ok',
        () => 'fault',
      )
    expect(await outcome(client.auth.test())).toBe('ok')
    expect(await outcome(theirs.users.info({ user: 'U0OTTO' }))).toBe('ok')
    expect([await outcome(theirs.auth.test()), await outcome(theirs.auth.test())]).toEqual(['fault', 'fault'])
    expect(await outcome(theirs.auth.test())).toBe('ok')
  })

  it('lets a function choose, until it is cleared', async () => {
    const { slack, client } = await openWorkspaces()
    let asked = 0
    slack.faults.choose(() => ((asked += 1) % 2 === 1 ? { kind: 'http_error', applied: true } : undefined))
    await expect(post(client)).rejects.toThrow()
    await expect(post(client)).resolves.toMatchObject({ ok: true })
    slack.faults.clear()
    await expect(post(client)).resolves.toMatchObject({ ok: true })
    expect(slack.state.messages).toHaveLength(3)
    expect(asked).toBe(2)
  })

  it('reaches response_url as well', async () => {
    const { slack } = await openWorkspaces()
    slack.deliverTo(async () => ({ status: 200, body: '', ms: 0 }))
    await slack.command({ user: 'U0ANA', channel: 'C0TEAM', text: 'today' })
    slack.faults.add({ kind: 'http_error', applied: false }, { method: 'response_url' })
    const [path] = slack.state.responseUrls.keys()
    const reply = await fetch(slack.url + path!, { method: 'POST', body: '{"text":"x"}' })
    expect(reply.status).toBe(500)
    expect(slack.state.ephemerals).toEqual([])
    expect(slack.state.responseUrls.get(path!)).toMatchObject({ uses: 0 })
  })
})
