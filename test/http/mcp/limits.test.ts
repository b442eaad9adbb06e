import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acmeId, memberDocument, teamDocument } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { converse, type Reply } from '../raw.js'
import { clients } from './clients.js'

let world: World
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

const head = (fields: readonly string[]): string =>
  [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${world.secrets.active}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...fields,
    '\r\n',
  ].join('\r\n')

const post = async (body: string): Promise<Reply> => {
  const { replies } = await converse(world.port, head([`Content-Length: ${body.length}`]) + body)
  return replies[0]!
}

/** The message of a reply, which is JSON or the only event of a stream. */
const messageOf = ({ body }: Reply): { readonly result?: unknown; readonly error?: unknown } =>
  JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body)

const question = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'list_teams', arguments: {} },
})

const batch = { code: -32_600, message: 'Invalid request: one message for each request, not a batch' }
const unreadable = { code: -32_700, message: 'Parse error: the body is not JSON' }

describe('a request to the agents’ path', () => {
  it.each([
    ['two questions', JSON.stringify([question(1), question(2)]), batch],
    ['one question in a list', JSON.stringify([question(1)]), batch],
    ['an empty list', '[]', batch],
    ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000), batch],
    ['half a message', '{"jsonrpc":', unreadable],
    ['nothing', '', unreadable],
  ])('is refused as a whole when it holds %s', async (_, body, error) => {
    const reply = await post(body)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([400, { jsonrpc: '2.0', error, id: null }])
  })

  it('is refused without a fault when its message is nested thousands of times', async () => {
    expect((await post('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000))).status).toBe(400)
  })

  it('is answered when it holds one message, and promises no changes of the tools', async () => {
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const opening = { jsonrpc: '2.0', id: 1, method: 'initialize', params: client }
    expect(messageOf(await post(JSON.stringify(opening)))).toMatchObject({
      result: { capabilities: { tools: { listChanged: false } } },
    })
    expect(messageOf(await post(JSON.stringify(question(2))))).toHaveProperty('result.structuredContent')
  })

  it('is refused when it grows too large without declaring its length', async () => {
    const chunk = `${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`
    const { replies } = await converse(world.port, head(['Transfer-Encoding: chunked']) + chunk)
    expect(replies.map(({ status }) => status)).toEqual([413])
  })
})

describe('a long list', () => {
  beforeAll(async () => {
    const numbers = Array.from({ length: 1_010 }, (_, index) => String(index).padStart(4, '0'))
    await world.write(
      ...numbers.flatMap((number) => [
        {
          put: 'members' as const,
          document: memberDocument(acmeId, {
            id: `many-${number}`,
            email: `many-${number}@example.com`,
            name: `Aa Many ${number}`,
          }),
        },
        { put: 'teams' as const, document: teamDocument(acmeId, `many-${number}`, `Aa ${number}`) },
      ]),
    )
    await world.setOrganization(acmeId, {})
  })

  it.each(clients)('ends after 1,000, and says how many more there are: %s', async (_, connect) => {
    const client = await connect(`http://localhost:${world.port}/mcp`, world.secrets.active)
    const headers = { Authorization: `Bearer ${world.secrets.active}` }
    const api = await fetch(`http://localhost:${world.port}/api/v1/presence`, { headers })
    const { in: everyone } = (await api.json()) as { in: { name: string }[] }
    const people = everyone.map(({ name }) => name)
    const { structuredContent } = (await client.call('who_is_in')) as {
      structuredContent: { people: { name: string }[]; more: number }
    }
    expect(structuredContent.people.map(({ name }) => name)).toEqual(people.slice(0, 1_000))
    expect(structuredContent.more).toBe(people.length - 1_000)
    expect((await client.call('who_is_out')) as object).not.toHaveProperty('structuredContent.more')
    expect(await client.call('list_teams')).toMatchObject({ structuredContent: { more: 13 } })
    await client.close()
  })
})
