import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTickets } from '../../../src/services/workspaces/install-links.js'
import { createWorkspaces } from '../../../src/services/workspaces/workspaces.js'
import { openLoopback } from '../../world/loopback.js'
import { acme, expectAlive, expectDiscreet, globex, openHouse, type House, type Transport } from '../house.js'

const secret = 'a-secret-for-states-and-links'
const baseUrl = 'http://whosout.example'

/** How a browser of one person goes through an installation. */
const openBrowser = (house: House) => {
  let cookie = ''
  const get = async (address: string) => {
    const url = address.replace(baseUrl, house.url)
    const res = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} })
    const set = res.headers.get('set-cookie')
    if (set && url.startsWith(house.url)) cookie = set.split(';', 1)[0]!
    const page = await res.text()
    return { status: res.status, to: res.headers.get('location'), page, headers: res.headers }
  }
  return {
    get,
    /** To Slack's consent page and back; resolves with the address that Slack sends the browser to. */
    async consent(path = '/slack/install'): Promise<string> {
      const { status, to, headers } = await get(house.url + path)
      expect(status).toBe(302)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      return (await get(to!)).to!
    },
    forgetCookies: () => void (cookie = ''),
  }
}

const stateIn = (address: string): string => new URL(address).searchParams.get('state')!

const houseOf = (transport: Transport = 'http', now: () => Date = () => new Date()) =>
  openHouse({ transport, tenancy: 'several', env: { BASE_URL: baseUrl }, now })

const linkTo = (house: House, org: string, now: () => Date = () => new Date(), key = secret): string => {
  const tickets = createTickets({ store: house.store, now, random: (size) => randomBytes(size) }, key)
  return `/slack/install?link=${tickets.issueLink(org)}`
}

/** A third workspace, which has not installed the app yet. */
const addInitech = ({ slack }: House): void => {
  slack.addWorkspace({ id: 'T0INITECH', name: 'Initech <&>' })
  slack.addPerson({ id: 'U0IDA', team_id: 'T0INITECH', name: 'ida' })
  slack.consent({ team_id: 'T0INITECH', user: 'U0IDA' })
}

/** Before the installation of the third workspace. */
const openInitech = async (...options: Parameters<typeof houseOf>) => {
  const house = await houseOf(...options)
  addInitech(house)
  return { house, browser: openBrowser(house) }
}

const stored = async ({ store }: House, id = 'T0INITECH') => (await store.get('workspaces', [id]))[0]

const isDiscreetPage = ({ page, headers }: { page: string; headers: Headers }): void => {
  expect(page).not.toMatch(/xox|code=|state=|link=|client.?(id|secret)|secret/i)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
}

describe.each(['http', 'socket'] as const)('an installation beside %s', (transport) => {
  it('with a link binds the workspace, and its commands are answered with its own token', async () => {
    const { house, browser } = await openInitech(transport)
    const done = await browser.get(await browser.consent(linkTo(house, globex._id)))
    expect(done.status).toBe(200)
    expect(done.page).toContain('whosout is in Initech &lt;&amp;&gt;')
    expect(done.page).toContain('It answers for Globex &lt;&amp;&gt; Co.')
    isDiscreetPage(done)
    const workspace = await stored(house)
    expect(workspace).toMatchObject({
      org: globex._id,
      installed_by: 'U0IDA',
      bot_user_id: 'U0INITECHBOT',
      binding: { by: 'link', who: 'U0IDA' },
    })
    expect(workspace!.scopes).toContain('commands')
    expect(JSON.stringify(workspace)).not.toContain(house.slack.state.workspaces.get('T0INITECH')!.bot_token)
    house.slack.addChannel({ id: 'C0INITECH', team_id: 'T0INITECH', members: ['U0IDA'] })
    await house.socket?.connected()
    await house.slack.command({ user: 'U0IDA', channel: 'C0INITECH', text: '' })
    const { text } = await house.slack.until(() => house.slack.visible('U0IDA', 'C0INITECH')[0])
    expect(text).toContain('Globex')
    await expectAlive(house)
    expectDiscreet(house)
  })

  it('without a link stays unbound until the command line binds it', async () => {
    const { house, browser } = await openInitech(transport)
    const { status, page } = await browser.get(await browser.consent())
    expect([status, page]).toEqual([200, expect.stringContaining('whosout slack bind T0INITECH')])
    expect(await stored(house)).toMatchObject({ org: null, binding: null })
    const workspaces = createWorkspaces({ store: house.store, now: () => new Date() })
    const actor = { who: 'kim@laptop', from: 'laptop' }
    expect(await workspaces.bind('t0initech', acme._id, actor)).toMatchObject({ changed: true })
    expect(await workspaces.bind('T0INITECH', acme._id, actor)).toMatchObject({ changed: false })
    expect(await stored(house)).toMatchObject({
      org: acme._id,
      binding: { by: 'command line', who: 'kim@laptop' },
    })
    expect(await workspaces.unbind('T0INITECH', actor)).toMatchObject({ changed: true })
    expect(await stored(house)).toMatchObject({ org: null, binding: null })
    await expect(workspaces.bind('T0NOBODY', acme._id, actor)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an install link', () => {
  it('stays out of the state that goes through Slack and the browser: that is an id', async () => {
    const { house } = await openInitech()
    const link = linkTo(house, globex._id)
    const browser = openBrowser(house)
    const { to, headers } = await browser.get(house.url + link)
    expect(stateIn(to!)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(headers.get('set-cookie')).toBe(
      `slack-app-oauth-state=${stateIn(to!)}; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=600`,
    )
    expect(`${to} ${headers.get('set-cookie')}`).not.toContain(link.split('=')[1])
    expect(Buffer.from(stateIn(to!), 'base64url').toString('latin1')).not.toContain(globex._id)
  })

  it('is good once', async () => {
    const { house } = await openInitech()
    const link = linkTo(house, globex._id)
    const [first, second] = [openBrowser(house), openBrowser(house)]
    // Both opened it before either was done.
    const [back, late] = [await first.consent(link), await second.consent(link)]
    expect((await first.get(back)).status).toBe(200)
    expect((await first.get(house.url + link)).page).toContain('already been used')
    const refused = await second.get(late)
    expect([refused.status, refused.page]).toEqual([410, expect.stringContaining('already been used')])
    isDiscreetPage(refused)
  })

  it('binds one workspace also when two finish in the same moment', async () => {
    const { house } = await openInitech()
    const link = linkTo(house, globex._id)
    const browsers = [openBrowser(house), openBrowser(house)]
    const backs: string[] = []
    for (const [i, browser] of browsers.entries()) {
      const id = `T0TWIN${i}`
      house.slack.addWorkspace({ id })
      house.slack.addPerson({ id: `U0TWIN${i}`, team_id: id })
      house.slack.consent({ team_id: id, user: `U0TWIN${i}` })
      backs.push(await browser.consent(link))
    }
    const pages = await Promise.all(browsers.map((browser, i) => browser.get(backs[i]!)))
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect(await house.store.get('workspaces', ['T0TWIN0', 'T0TWIN1'])).toHaveLength(1)
  })

  it.each([
    ['forged', 'is not valid', 400, (house: House) => linkTo(house, acme._id, undefined, 'another-secret')],
    ['cut off', 'is not valid', 400, (house: House) => linkTo(house, acme._id).slice(0, -2)],
    ['empty', 'is not valid', 400, () => '/slack/install?link='],
    [
      'a day old',
      'has expired',
      410,
      (house: House) => linkTo(house, acme._id, () => new Date(Date.now() - 24 * 3_600_000)),
    ],
    ['for an organization that is gone', 'has expired', 410, (house: House) => linkTo(house, 'gone')],
  ] as const)('that is %s %s', async (_what, says, status, link) => {
    const { house } = await openInitech()
    const answer = await openBrowser(house).get(house.url + link(house))
    expect([answer.status, answer.page]).toEqual([status, expect.stringContaining(says)])
    isDiscreetPage(answer)
    expect(house.slack.calls('oauth.v2.access')).toEqual([])
  })

  it('does not take a bound workspace away from its organization, and stays good', async () => {
    const house = await houseOf()
    const link = linkTo(house, globex._id)
    house.slack.consent({ team_id: 'T0ACME', user: 'U0ANA' })
    const browser = openBrowser(house)
    const { page } = await browser.get(await browser.consent(link))
    expect(page).toContain('stays linked to its previous organization')
    expect(page).not.toContain('Acme Inc')
    expect(await stored(house, 'T0ACME')).toMatchObject({ org: acme._id, version: 2 })
    // Its new token is the one that works.
    await house.ask()
    expect(await house.tells('no members in')).toContain('Acme')
    addInitech(house)
    await browser.get(await browser.consent(link))
    expect(await stored(house)).toMatchObject({ org: globex._id })
  })

  it('that was opened while the store is away says so', async () => {
    const house = await houseOf()
    house.store.plan({ call: 1, how: 'unavailable', always: true })
    const answer = await openBrowser(house).get(house.url + linkTo(house, acme._id))
    expect([answer.status, answer.page]).toEqual([503, expect.stringContaining('in a minute')])
    expect(answer.page).not.toContain('E11000')
    await expectAlive(house)
  })
})

/** What Slack answers when an Enterprise organization as a whole is chosen on the consent page. */
const openEnterprise = async () => {
  const asked: string[] = []
  const granted = {
    ok: true,
    app_id: 'A0WHOSOUT',
    access_token: 'xoxb-for-all',
    token_type: 'bot',
    scope: 'commands',
    bot_user_id: 'U0BOT',
    authed_user: { id: 'U0IDA' },
    team: null,
    enterprise: { id: 'E0ALL', name: 'All' },
    is_enterprise_install: true,
  }
  const { url } = await openLoopback((req, res) => {
    asked.push(req.url!)
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(granted))
  })
  return { asked, apiUrl: `${url}/api/` }
}

describe('an installation that is not finished', () => {
  it('because the person said no: a page and the log say it as news, and the state is spent', async () => {
    const { house } = await openInitech()
    house.slack.consent(null)
    const browser = openBrowser(house)
    const back = await browser.consent(linkTo(house, globex._id))
    const state = stateIn(back)
    expect(await house.store.get('install_states', [state])).toHaveLength(1)
    const answer = await browser.get(back)
    expect([answer.status, answer.page]).toEqual([200, expect.stringContaining('Nothing was installed')])
    isDiscreetPage(answer)
    expect(await stored(house)).toBeUndefined()
    expect(JSON.parse(await house.logged('cancelled'))).toMatchObject({ level: 30 })
    expect(house.log.filter((line) => (JSON.parse(line) as { level: number }).level > 30)).toEqual([])
    expect(await house.store.get('install_states', [state])).toEqual([])
    const later = await fetch(`${house.url}/slack/oauth_redirect?code=1&state=${state}`, {
      headers: { cookie: `slack-app-oauth-state=${state}` },
    })
    expect([later.status, await later.text()]).toEqual([
      400,
      expect.stringContaining('could not be completed'),
    ])
    expect(house.slack.calls('oauth.v2.access')).toEqual([])
  })

  it('because its state was used', async () => {
    const { house, browser } = await openInitech()
    const back = await browser.consent()
    const { status } = await browser.get(back)
    const state = new URL(back).searchParams.get('state')!
    const again = await fetch(back.replace(baseUrl, house.url), {
      headers: { cookie: `slack-app-oauth-state=${state}` },
    })
    expect([status, again.status]).toEqual([200, 400])
    expect(await again.text()).toContain('could not be completed')
    expect(house.slack.calls('oauth.v2.access')).toHaveLength(1)
  })

  it.each([
    ['begun in another browser', (_state: string) => 'slack-app-oauth-state=other'],
    ['without cookies', (_state: string) => ''],
  ])('because it was %s', async (_what, cookieOf) => {
    const { house } = await openInitech()
    const back = await openBrowser(house).consent()
    const cookie = cookieOf(new URL(back).searchParams.get('state')!)
    const answer = await fetch(back.replace(baseUrl, house.url), { headers: { cookie } })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('could not be completed'),
    ])
    expect(house.slack.calls('oauth.v2.access')).toEqual([])
  })

  it('because the state is a link, or was made up', async () => {
    const house = await houseOf()
    const link = linkTo(house, acme._id).split('=')[1]!
    for (const state of [link, 'made.up', `${link}x`]) {
      const answer = await fetch(`${house.url}/slack/oauth_redirect?code=1&state=${state}`, {
        headers: { cookie: `slack-app-oauth-state=${state}` },
      })
      expect(answer.status).toBe(400)
    }
    expect(house.slack.calls('oauth.v2.access')).toEqual([])
  })

  it('because it took longer than ten minutes', async () => {
    let late = 0
    const { browser } = await openInitech('http', () => new Date(Date.now() + late))
    const back = await browser.consent()
    late = 600_001
    expect((await browser.get(back)).status).toBe(400)
  })

  it('because Slack does not take the code, or is down', async () => {
    const { house, browser } = await openInitech()
    for (const fault of [
      { kind: 'error', error: 'invalid_code', applied: false },
      { kind: 'http_error', applied: false },
    ] as const) {
      house.slack.faults.add(fault, { method: 'oauth.v2.access', times: 2 })
      const answer = await browser.get(await browser.consent())
      expect([answer.status, answer.page]).toEqual([502, expect.stringContaining('Slack did not complete')])
      isDiscreetPage(answer)
      house.slack.faults.clear()
    }
    expect(await stored(house)).toBeUndefined()
    expectDiscreet(house)
    await expectAlive(house)
  })

  it('because the store is away when it is to be kept', async () => {
    const { house, browser } = await openInitech()
    const back = await browser.consent()
    house.store.plan({ call: 2, how: 'unavailable', always: true, of: 'commits' })
    const answer = await browser.get(back)
    expect([answer.status, answer.page]).toEqual([503, expect.stringContaining('in a minute')])
    await expectAlive(house)
    expectDiscreet(house)
  })

  it('because it was for a whole Enterprise organization', async () => {
    const slack = await openEnterprise()
    const house = await openHouse({ tenancy: 'several', env: { SLACK_API_URL: slack.apiUrl } })
    const browser = openBrowser(house)
    const { to } = await browser.get(`${house.url}/slack/install`)
    const state = new URL(to!).searchParams.get('state')!
    const answer = await browser.get(`${house.url}/slack/oauth_redirect?code=1&state=${state}`)
    expect([answer.status, answer.page]).toEqual([403, expect.stringContaining('Enterprise')])
    expect(slack.asked).toEqual(['/api/oauth.v2.access', '/api/auth.test'])
    isDiscreetPage(answer)
    expect(await house.store.get('workspaces', ['E0ALL'])).toEqual([])
    expect(house.log.join('')).not.toContain('xoxb-for-all')
  })
})
