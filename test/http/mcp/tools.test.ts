import { isJSONRPCErrorResponse } from '@modelcontextprotocol/client'
import { isJSONRPCErrorResponse as isEarlierError } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Presence } from '../../../src/domain/presence/presence.js'
import { acmeId, teams } from '../../world/acme.js'
import type { SecretName } from '../../world/keys.js'
import { nastyShapes } from '../../world/nasty.js'
import { startWorld, type World } from '../../world/world.js'
import { receive, send } from '../request.js'
import { clients, connect, type Connected, type ToolResult } from './clients.js'

let world: World
beforeAll(async () => void (world = await startWorld()))
afterAll(async () => {
  for (const client of opened.values()) await (await client).close()
  await world.stop()
})

const urlOf = (path: string): string => `http://localhost:${world.port}${path}`

const textOf = ({ content }: ToolResult): string => (content as { readonly text: string }[])[0]!.text

/** One client for each key. */
const opened = new Map<SecretName, Promise<Connected>>()
const clientOf = (key: SecretName): Promise<Connected> => {
  const known = opened.get(key) ?? connect(urlOf('/mcp'), world.secrets[key])
  opened.set(key, known)
  return known
}

const call = async (tool: string, wanted: Record<string, unknown> = {}, key: SecretName = 'active') => {
  const result: ToolResult = await (await clientOf(key)).call(tool, wanted)
  return { ...result, data: result.structuredContent as Record<string, unknown> }
}

const askApi = async (query: string, key: SecretName): Promise<Presence> => {
  const headers = { Authorization: `Bearer ${world.secrets[key]}` }
  return (await (await fetch(urlOf(`/api/v1/presence${query}`), { headers })).json()) as Presence
}

describe('the official clients', () => {
  it.each(clients)('%s finds the tools and calls them', async (_, connectOne) => {
    const client: Connected = await connectOne(urlOf('/mcp'), world.secrets.active)
    const tools = await client.tools()
    expect(tools.map(({ name }) => name)).toEqual(['who_is_out', 'who_is_in', 'find_person', 'list_teams'])
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    const result: ToolResult = await client.call('find_person', { name: 'ada' })
    expect(result.structuredContent).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@acme.example',
      team: 'Platform',
      from: '2026-11-20',
      to: '2026-11-20',
      in: false,
      away_as: 'leave',
      until: '2026-11-27',
      back: '2026-11-30',
      leaves: [{ type: 'holiday', start_date: '2026-11-16', end_date: '2026-11-27' }],
      remarks: [],
    })
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
    await client.close()
  })
})

const design = { id: teams.design, name: 'Design' }
const platform = { id: teams.platform, name: 'Platform' }
const support = { id: teams.support, name: 'Support' }

describe('the answers', () => {
  const keys = ['active', 'team', 'orphan', 'hidden'] as const
  const questions = [
    [{}, ''],
    [{ from: '2026-11-20', to: '2026-11-20' }, '?from=2026-11-20&to=2026-11-20'],
    [{ when: 'next week' }, '?from=2026-11-23&to=2026-11-29'],
    // Models fill in what they see: nothing at all is left out, as if it were not there.
    [{ from: null, to: '', when: 'next week', team: null }, '?from=2026-11-23&to=2026-11-29'],
    [{ from: '2026-12-01', team: 'platform' }, `?from=2026-12-01&team_id=${teams.platform}`],
    [{ when: '25 dec', team: teams.platform }, `?from=2026-12-25&to=2026-12-25&team_id=${teams.platform}`],
  ] as const
  const asked = keys.flatMap((key) =>
    questions
      .filter(([wanted]) => key !== 'orphan' || !('team' in wanted) || wanted.team === null)
      .map(([wanted, query]) => [key, wanted, query] as const),
  )

  it.each(asked)(
    'are those of the API, with people on a bank holiday or on days off counted: key %s, %j',
    async (key, wanted, query) => {
      const api = await askApi(query, key)
      const found = async (tool: string) => {
        const { data } = await call(tool, wanted, key)
        expect(data).toMatchObject({ from: api.from, to: api.to, team: api.team_name })
        const also = data['also'] as { bank_holiday: number; not_working: number }
        return { names: (data['people'] as { name: string }[]).map(({ name }) => name), also }
      }
      const { names: out, also } = await found('who_is_out')
      const { names: present } = await found('who_is_in')
      expect(out.length + also.bank_holiday + also.not_working).toBe(api.out.length)
      expect(present).toHaveLength(api.in.length + also.not_working)
      expect(api.out.map(({ name }) => name).filter((name) => out.includes(name))).toEqual(out)
      expect(present).toEqual(expect.arrayContaining(api.in.map(({ name }) => name)))
    },
  )

  it.each(keys)('show of a person what the API shows: key %s', async (key) => {
    for (const { email, leaves } of (await askApi('?from=2026-11-20&to=2026-11-27', key)).out) {
      const { data } = await call('find_person', { name: email, from: '2026-11-20', to: '2026-11-27' }, key)
      expect([data['in'], data['leaves']]).toEqual([false, leaves])
    }
  })

  it('say until when somebody is out and when they are back, working days counted', async () => {
    const { data } = await call('who_is_out', { when: 'today' })
    expect(data['people']).toEqual([
      {
        name: 'Ada Lovelace',
        email: 'ada@acme.example',
        team: 'Platform',
        until: '2026-11-27',
        back: '2026-11-30',
      },
      {
        name: 'Ben Okafor',
        email: 'ben@acme.example',
        team: 'Platform',
        until: '2026-11-20',
        back: '2026-11-23',
      },
      {
        name: 'Fay Moss',
        email: 'fay@acme.example',
        team: 'Design',
        until: '2027-01-29',
        back: '2027-02-01',
      },
    ])
    expect((await call('find_person', { name: 'Zoe Adler' })).data).toMatchObject({
      in: true,
      until: null,
      back: null,
    })
  })

  it('tell people of one name apart by their addresses', async () => {
    const { data } = await call('who_is_in', { team: 'support' })
    const kims = (data['people'] as { name: string; email: string }[]).filter(
      ({ name }) => name === 'Kim Park',
    )
    expect(kims.map(({ email }) => email).sort()).toEqual(['kim.one@acme.example', 'kim.two@acme.example'])
    for (const email of kims.map((kim) => kim.email))
      expect((await call('find_person', { name: email })).data).toMatchObject({ name: 'Kim Park', email })
  })

  it.each<[SecretName, string, readonly { id: string; name: string }[]]>([
    ['active', 'all', [design, platform, support]],
    ['team', 'its own', [platform]],
    ['orphan', 'none', []],
  ])('list the teams that a key sees: key %s, %s', async (key, _, teams) =>
    expect((await call('list_teams', {}, key)).data).toEqual({ teams }),
  )

  it('say how words were taken, where that is worth saying', async () => {
    const { data } = await call('who_is_out', { when: 'tomorow' })
    expect(data).toMatchObject({
      from: '2026-11-21',
      remarks: ['“tomorow” was read as “tomorrow”.', 'Sat 21 Nov is not a working day.'],
    })
    expect((await call('who_is_in', { when: 'design next week' })).data).toMatchObject({ team: 'Design' })
    expect((await call('find_person', { name: 'Zoe Adler', when: 'this weekend' })).data).toMatchObject({
      in: false,
      remarks: ['No day of Sat 21 Nov – Sun 22 Nov is a working day.'],
    })
    expect((await call('who_is_in', { when: 'this weekend' })).data).toMatchObject({ people: [] })
  })
})

describe('what a client reads before its first question', () => {
  it.each(clients)('is short, and says how to read answers: %s', async (_, connectOne) => {
    const client = await connectOne(urlOf('/mcp'), world.secrets.active)
    const tools = await client.tools()
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(5_000)
    expect(client.instructions()).toMatch(/back the first working day after it.*never instructions/)
    expect(JSON.stringify(tools)).not.toMatch(/pattern|\$schema/)
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ additionalProperties: false })
      // A later version may add to its answers.
      expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties')
    }
    await client.close()
  })
})

describe('a question that cannot be answered', () => {
  it.each([
    ['who_is_out', { when: '31 feb' }, /not a date.*suggestions/],
    ['who_is_out', { when: 'whenever' }, /^(?!.*"help").*“when” was not understood/],
    ['who_is_out', { when: 'design' }, /does not name a day/],
    ['who_is_out', { when: 'who is in tomorrow' }, /asks who is in\. Give only the days/],
    [
      'who_is_out',
      { when: 'monday and thursday' },
      /several days or teams.*"2026-11-23..2026-11-23","2026-11-26/,
    ],
    ['who_is_out', { when: 'this year' }, /more than 90 days/],
    ['who_is_out', { when: 'today', from: '2026-11-20' }, /not both/],
    ['who_is_out', { from: '2026-11-20', to: '2026-11-19' }, /“to” must be on or after from/],
    ['who_is_out', { from: 'today' }, /must be an existing date/],
    ['who_is_out', { day: 'today' }, /unrecognized key/i],
    ['who_is_out', { team: 'Marketing' }, /There is no team “Marketing”\. Call list_teams/],
    ['who_is_in', { team: 'Design', when: 'platform tomorrow' }, /different teams/],
    [
      'find_person',
      { name: 'Kim' },
      /several people.*"Kim Park \(Support\), kim\.two@acme\.example","Kim Park \(Support\), kim\.one@acme/,
    ],
    ['find_person', { name: 'Zoee' }, /Nobody here is called “Zoee”.*\["Zoe Adler"\]/],
    ['find_person', { name: 'me' }, /Nobody here is called “me”/],
    ['find_person', { name: 'Nils Gone' }, /Nobody here/],
    ['find_person', { name: 'Ada', when: 'design tomorrow' }, /Give only the days/],
    ['find_person', {}, /name/],
  ])('%s %j is refused, and the caller is told how to ask', async (tool, wanted, expected) => {
    const result = await call(tool, wanted)
    expect([result.isError, result.data]).toEqual([true, undefined])
    expect(textOf(result)).toMatch(expected)
  })

  it.each(nastyShapes)('is refused by its length before %s are read', async (_, repeated) => {
    const words = repeated(5_000)
    for (const [tool, wanted] of [
      ['who_is_out', { when: words }],
      ['who_is_in', { team: words }],
      ['find_person', { name: words }],
    ] as const) {
      const result = await call(tool, wanted)
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/200 characters/)])
    }
  })

  it('does not tell a key that is limited to a team of anybody else', async () => {
    const strange = textOf(await call('find_person', { name: 'Fay Moss' }, 'team'))
    expect(strange).toBe(
      textOf(await call('find_person', { name: 'Fay Noone' }, 'team')).replace('Noone', 'Moss'),
    )
    expect(textOf(await call('who_is_out', { team: 'Design' }, 'team'))).toMatch(/There is no team “Design”/)
    expect(textOf(await call('who_is_out', { when: 'design tomorrow' }, 'team'))).toMatch(/not understood/)
  })
})

describe('the path of the tools', () => {
  const jsonBody = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const post = (headers: Record<string, string>, body = '{}') =>
    fetch(urlOf('/mcp'), {
      method: 'POST',
      headers: { ...jsonBody, ...headers },
      body,
    })
  const rpcError = (code: string, message: string) => ({
    jsonrpc: '2.0',
    error: { code: -32_000, message, data: { code } },
  })
  const bearer = (key: SecretName) => ({ Authorization: `Bearer ${world.secrets[key]}` })

  it('refuses a key as the API does', async () => {
    for (const key of ['revoked', 'expired', 'suspended', 'stranger', 'far'] as const) {
      const api = await fetch(urlOf('/api/v1/presence'), { headers: bearer(key) })
      const reply = await post(bearer(key))
      const { error } = (await api.json()) as { error: { message: string; code: string } }
      expect([reply.status, await reply.json()]).toEqual([api.status, rpcError(error.code, error.message)])
      expect(reply.headers.get('www-authenticate')).toBe(api.headers.get('www-authenticate'))
    }
    expect((await post({})).status).toBe(401)
  })

  it('refuses a key in a form that the official clients read, and show', async () => {
    const sentence = 'API key has been revoked'
    const reply = await post(bearer('revoked'))
    const body: unknown = await reply.json()
    expect([isJSONRPCErrorResponse(body), isEarlierError(body)]).toEqual([true, true])
    for (const [, connectOne] of clients) {
      const connected = connectOne(urlOf('/mcp'), world.secrets.revoked)
      const { message, data } = (await connected.catch((error: unknown) => error)) as {
        message: string
        data?: unknown
      }
      // A client that is still finding out which version is spoken hands the body over beside words of its own.
      expect(message + JSON.stringify(data)).toContain(sentence)
      expect(message + JSON.stringify(data)).toMatch(/jsonrpc/)
    }
  })

  it.each([
    ['*/*', 200],
    ['application/*, text/*', 200],
    ['application/json', 406],
    ['text/event-stream', 406],
  ])('answers a client that accepts %s with %i', async (accept, status) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const reply = await post({ ...bearer('active'), Accept: accept }, JSON.stringify(message))
    expect(reply.status).toBe(status)
  })

  it.each([{}, { name: null }, { name: '' }])('asks for an argument that a tool needs: %j', async (given) => {
    const refused = await call('find_person', given)
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('name')])
  })

  it('counts a request against the same allowance', async () => {
    const before = (await fetch(urlOf('/api/v1/teams'), { headers: bearer('near') })).headers.get('ratelimit')
    const after = (await post(bearer('near'))).headers.get('ratelimit')
    expect([before, after].map((text) => /r=(\d+)/.exec(text!)![1])).toEqual(['599', '598'])
  })

  it('takes POST only, bodies up to 64 KB, and JSON', async () => {
    const read = await fetch(urlOf('/mcp'), { headers: bearer('active') })
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const large = await post(bearer('active'), JSON.stringify({ name: 'x'.repeat(70_000) }))
    expect([large.status, await large.json()]).toEqual([
      413,
      rpcError('body_too_large', 'Request body too large'),
    ])
    expect((await post(bearer('active'), 'no JSON')).status).toBe(400)
  })

  it('leaves one line in the log, without what was asked', async () => {
    const wanted = { name: 'find_person', arguments: { name: 'Ada Lovelace' } }
    const asked = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: wanted })
    const reply = await post({ ...bearer('active'), 'X-Request-Id': 'agent-1' }, asked)
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([200, 'agent-1'])
    const lines = () => world.log.filter((one) => one.includes('"id":"agent-1"'))
    await expect.poll(() => lines().length).toBe(1)
    expect(JSON.parse(lines()[0]!)).toMatchObject({
      method: 'POST',
      path: '/mcp',
      status: 200,
      organization: acmeId,
      key: world.keyIds.active,
    })
    expect(world.log.join('')).not.toContain('Lovelace')
  })

  it('is served from an address of ours only', async () => {
    const statusFor = async (more: Record<string, string>) => {
      const headers = { ...bearer('active'), ...jsonBody, ...more }
      return (await receive(send(world.port, '/mcp', { method: 'POST', headers, body: '{}' }))).status
    }
    const users = ['evil.example:80@localhost', 'evil.example@127.0.0.1:80', '@localhost']
    for (const host of ['evil.example', 'localhost.evil.example:3000', ...users])
      expect([host, await statusFor({ host })]).toEqual([host, 403])
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:3000', 'whosout'])
      expect([host, await statusFor({ host })]).toEqual([host, 400])
    expect(await statusFor({ origin: 'https://evil.example' })).toBe(403)
    expect(await statusFor({ origin: 'http://localhost:9000' })).toBe(400)
  })

  it('tells of a store that is away without its words', async () => {
    world.store.plan({ call: 3, how: 'unavailable' })
    // Further ahead than what is in memory.
    const result = await call('who_is_out', { from: '2031-01-01' })
    expect([result.isError, textOf(result)]).toEqual([
      true,
      expect.stringMatching(/is not responding at the moment/),
    ])
  })
})
