import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acmeId, noon } from '../world/acme.js'
import { startWorld, type World } from '../world/world.js'
import { addLink } from './links.js'
import { receive, send } from './request.js'

/** The first question of an agent loads the SDK. */
const soon = { timeout: 30_000 }
const otherOrg = 'bbbbbbbb-0000-4000-8000-000000000002'

let world: World
let feed: string
let page: string
/** Views of Acme that were opened; while the gate is shut, they read nothing beyond their first state. */
let views: string[]
let reads: number
let openGate = (): void => undefined
let gate: Promise<void>

const shutGate = (): void => void (gate = new Promise((resolve) => (openGate = resolve)))

beforeEach(async () => {
  world = await startWorld({ settings: { rateLimit: 600, maxConnectionsPerAddress: 0 } })
  page = (await addLink(world)).path
  feed = `${page}.ics`
  await world.addOrganization({ id: otherOrg, slug: 'other' })
  // The last use of the link is noted with its first use.
  await get(`${page}?month=2020-01`)
  views = []
  reads = 0
  gate = Promise.resolve()
  const { view } = world.store
  world.store.view = (org, read) =>
    view(org, async (reader) => {
      views.push(org)
      if (org === acmeId) await gate
      return read({
        get: (collection, ids) => {
          reads++
          return reader.get(collection, ids)
        },
        find: (collection, query) => {
          reads++
          return reader.find(collection, query)
        },
      })
    })
})
afterEach(() => {
  openGate()
  return world.stop()
})

type Asking = Parameters<typeof send>[2]
const sendGet = (path: string, headers: Record<string, string> = {}) => send(world.port, path, { headers })

const answerTo = async (sent: ReturnType<typeof send>) => {
  const { status, headers, body } = await receive(sent)
  return { status, headers, text: body.toString() }
}
type Answer = Awaited<ReturnType<typeof answerTo>>
const get = (...asked: Parameters<typeof sendGet>): Promise<Answer> => answerTo(sendGet(...asked))

const bearer = (secret = world.secrets.active) => ({ Authorization: `Bearer ${secret}` })

const sendAgent = () => {
  const params = { name: 'list_teams', arguments: {} }
  const question: Asking = {
    method: 'POST',
    headers: {
      ...bearer(),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Host: 'localhost',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
  return send(world.port, '/mcp', question)
}

const faults = (): readonly string[] => world.log.filter((line) => line.includes('"fault"'))

const agentsQuestion = 'an agent’s question'

/** What is built for one that asks; the API's answer is of an organization that is not in memory. */
const kinds = [
  ['a feed', () => sendGet(feed)],
  ['a calendar page', () => sendGet(page)],
  ['an answer of the API', () => sendGet('/api/v1/presence', bearer())],
  ['the teams', () => sendGet('/api/v1/teams', bearer())],
  [agentsQuestion, sendAgent],
] as const

describe.each(kinds)('%s', (_, sendOne) => {
  it('is built once for all who ask while it is built', async () => {
    shutGate()
    const asked = Promise.all(Array.from({ length: 4 }, () => answerTo(sendOne())))
    await expect.poll(() => views, soon).toHaveLength(1)
    openGate()
    const answers = await asked
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(views).toHaveLength(1)
  })
})

/** Fills the queue of Acme behind a build that does not end; what is refused at once is not among those sent. */
const fillQueue = async () => {
  shutGate()
  let refused = 0
  const sent = Array.from({ length: 110 }, (_, i) => sendGet(`${page}?month=${2030 + i}-01`))
  const answers = sent.map(async (one) => {
    const answer = await answerTo(one)
    if (answer.status === 503) refused++
    return answer
  })
  await expect.poll(() => refused, soon).toBe(9)
  const hangUp = async (): Promise<void> => {
    for (const one of sent) one.on('error', () => undefined).destroy()
    await Promise.allSettled(answers)
  }
  return { answers, hangUp }
}

describe('a queue that is full', () => {
  it('refuses its organization with a 503 and Retry-After, whatever is asked, and no other', async () => {
    const { answers } = await fillQueue()
    for (const [what, sendOne] of kinds) {
      const { status, headers, text } = await answerTo(sendOne())
      if (what === agentsQuestion) expect(text).toContain('Try again in half a minute')
      else
        expect([status, headers['retry-after'], text]).toEqual([503, '15', expect.stringMatching('too_busy')])
    }
    const { token } = await world.addKey(otherOrg)
    expect((await get('/api/v1/presence', bearer(token))).status).toBe(200)
    openGate()
    expect((await Promise.all(answers)).filter(({ status }) => status === 200)).toHaveLength(101)
    expect(faults()).toEqual([])
  })

  it('keeps nobody waiting for a short answer of an organization in memory', async () => {
    const first = await get('/api/v1/presence', bearer())
    const { hangUp } = await fillQueue()
    const again = await get('/api/v1/presence', { ...bearer(), 'If-None-Match': first.headers.etag! })
    const other = await get('/api/v1/presence?from=2027-01-01', bearer())
    const teams = await get('/api/v1/teams', bearer())
    expect([again.status, other.status, teams.status]).toEqual([304, 200, 200])
    await hangUp()
  })
})

describe('a build', () => {
  it.each(kinds)(
    'of %s reads nothing more once nobody waits for it, and the next one begins',
    async (_, sendOne) => {
      shutGate()
      const hung = sendOne().on('error', () => undefined)
      await expect.poll(() => views, soon).toHaveLength(1)
      const settled = world.log.length
      hung.destroy()
      // Its log line is written when the server knows.
      await expect.poll(() => world.log.length, soon).toBe(settled + 1)
      openGate()
      expect((await get(`${page}?month=2026-12`)).status).toBe(200)
      expect(views).toHaveLength(2)
      // One load, by the second build.
      expect(reads).toBe(6)
      expect(faults()).toEqual([])
    },
  )

  it('is never given to who asks after a change, though it is not ready yet', async () => {
    shutGate()
    const early = get(`${page}?everyone=1`)
    await expect.poll(() => views, soon).toHaveLength(1)
    await world.addMember(acmeId, { id: 'new', name: 'Newcomer', email: 'new@acme.example', team_id: null })
    const late = get(`${page}?everyone=1`)
    await new Promise((resolve) => setImmediate(resolve))
    openGate()
    expect((await early).text).not.toContain('Newcomer')
    expect((await late).text).toContain('Newcomer')
  })
})

describe('the body of a link', () => {
  it.each([
    ['feed', () => feed],
    ['page', () => page],
  ])('is kept: the %s reads nothing when it is asked for again', async (_, path) => {
    const head = await answerTo(send(world.port, path(), { method: 'HEAD' }))
    const first = await get(path())
    const { etag, 'last-modified': modified } = first.headers
    expect([head.headers.etag, head.headers['content-length']]).toEqual([
      etag,
      String(Buffer.byteLength(first.text)),
    ])
    expect(Date.parse(modified!)).toBe(Math.floor(Date.parse(noon) / 1_000) * 1_000)
    const zipped = await get(path(), { 'Accept-Encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect((await get(path(), { 'If-None-Match': etag! })).status).toBe(304)
    expect(views).toHaveLength(1)
    await world.setOrganization(acmeId, {})
    expect((await get(path(), { 'If-None-Match': etag! })).status).toBe(304)
    expect(views).toHaveLength(2)
  })
})
