import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig, type Config } from '../../src/config/config.js'
import { createLog } from '../../src/log.js'
import { watchSlackCalls } from '../../src/metrics/slack-calls.js'
import { createSourceFigures } from '../../src/metrics/sources.js'
import { meterStore } from '../../src/metrics/store.js'
import { Problem } from '../../src/domain/problem.js'
import { createRunWrites } from '../../src/services/digests/run-writes.js'
import { createLinks } from '../../src/services/links/links.js'
import { startOn, type Running } from '../../src/start.js'
import { openEmbeddedStore } from '../../src/store/embedded/store.js'
import type { Change, Store } from '../../src/store/port.js'
import { acmeId, memberDocument, members, noon } from '../world/acme.js'
import { acmeOrganization } from '../world/acme-changes.js'
import { sourceDocument } from '../world/sources.js'
import type { DataSource } from '../../src/domain/sources/source.js'
import { createRandom } from '../world/randomness.js'
import { mint, keyDocument } from '../world/keys.js'
import { plain } from '../world/world.js'
import { parseExposition, type Sample } from './exposition.js'

const token = 'a-token-for-metrics-0123456789'
const random = createRandom('metrics')
const { token: key, secret } = mint(random)

/** Milliseconds by which the monotonic clock is ahead. */
let ahead = 0
const edge = {
  now: () => new Date(noon),
  elapsed: () => performance.now() + ahead,
  random,
  wait: async (ms: number) => void (await wait(ms)),
  tzdata: '',
  version: '1.2.3',
  node: '24.1.0',
}
const silent = createLog('silent')

const configOf = (env: Record<string, string>): Config => {
  const config = parseConfig({ PORT: '0', HOST: '127.0.0.1', DIGESTS: 'off', ...env })
  if ('problems' in config) throw new Error(config.problems.join())
  return config
}

const seed = (store: Store): Promise<unknown> =>
  store.commit([
    ...acmeOrganization({
      keys: plain({ dashboard: keyDocument('dashboard', { secrets: [secret] }) }) as never,
    }),
    { put: 'key_hashes', document: { _id: secret.hash, org: acmeId, key: 'dashboard' } },
    { put: 'members', document: memberDocument(acmeId, members.ada) },
  ])

let folder: string
let store: Store
let running: Running
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whosout-metrics-'))
  store = await openEmbeddedStore(folder)
  await seed(store)
  running = await startOn(store, configOf({ METRICS_TOKEN: token }), edge, silent)
})
afterAll(async () => {
  await running.stop()
  await rm(folder, { recursive: true })
})

const ask = (path: string, bearer: string) =>
  fetch(running.url + path, { headers: { Authorization: `Bearer ${bearer}` } })
const scrape = async (): Promise<readonly Sample[]> => {
  const reply = await ask('/metrics', token)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return parseExposition(await reply.text())
}
const valueOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}) =>
  samples.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value

describe('the metrics of a process', () => {
  it('are served to a caller with the token, which is not an API key', async () => {
    for (const bearer of ['wrong', key, `${token}x`]) {
      const reply = await ask('/metrics', bearer)
      expect([reply.status, await reply.json()]).toEqual([
        401,
        { error: { message: 'Missing or invalid metrics token', code: 'invalid_metrics_token' } },
      ])
    }
    expect((await fetch(`${running.url}/metrics`)).status).toBe(401)
    expect((await ask('/api/v1/presence', token)).status).toBe(401)
    const post = await fetch(`${running.url}/metrics`, { method: 'POST' })
    expect(post.status).toBe(405)
  })

  it('count requests by route and status, store calls, answers and snapshots', async () => {
    const links = createLinks({ ...edge, store })
    const { token: link } = await links.create(acmeId, { name: 'TV' }, { who: 'x', from: null })
    const asked: readonly (readonly [path: string, times: number, route: string, status: string])[] = [
      ['/api/v1/presence', 3, '/api/v1/presence', '200'],
      ['/api/v1/presence?from=x', 1, '/api/v1/presence', '422'],
      [`/calendar/${link}`, 1, '/calendar/:link', '200'],
      [`/calendar/${link}.ics`, 1, '/calendar/:link.ics', '200'],
      ['/calendar/who_link_x', 1, '/calendar/:link', '404'],
      ['/slack/events', 1, '/slack/*', '404'],
      ['/nothing/here', 1, '-', '404'],
      ['/healthz', 1, '/healthz', '200'],
    ]
    for (const [path, times] of asked)
      for (let i = 0; i < times; i++) await (await ask(path, key)).arrayBuffer()
    const samples = await scrape()
    const repliesTo = (route: string, status: string) =>
      valueOf(samples, 'whosout_http_request_duration_seconds_count', { route, status })
    for (const [path, times, route, status] of asked)
      expect([path, repliesTo(route, status)]).toEqual([path, times])
    expect(valueOf(samples, 'whosout_answers_total', { how: 'built' })).toBe(1)
    expect(valueOf(samples, 'whosout_answers_total', { how: 'kept' })).toBe(2)
    expect(valueOf(samples, 'whosout_snapshot_loads_total')).toBe(1)
    expect(valueOf(samples, 'whosout_snapshot_organizations')).toBe(1)
    expect(valueOf(samples, 'whosout_snapshot_bytes')).toBeGreaterThan(0)
    for (const call of ['get', 'find', 'view', 'commit'])
      expect([
        call,
        valueOf(samples, 'whosout_store_call_duration_seconds_count', { call, outcome: 'ok' }),
      ]).toEqual([call, expect.any(Number)])
    expect(valueOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  it('say which versions run, and on which kind of store', async () => {
    const labels = { version: '1.2.3', node: '24.1.0', store: 'embedded' }
    expect(valueOf(await scrape(), 'whosout_build_info', labels)).toBe(1)
  })

  it('begin to count digests at 0: the first failure is an increase as well', async () =>
    expect(valueOf(await scrape(), 'whosout_digest_runs_total', { state: 'failed' })).toBe(0))

  it('name no organization, person, key or token', async () => {
    const page = await (await ask('/metrics', token)).text()
    const names = [acmeId, 'acme', 'Lovelace', 'dashboard', 'who_l', token, 'nothing']
    expect(names.filter((name) => page.includes(name))).toEqual([])
  })

  it('show the sources of all organizations together, Slack only by its state', async () => {
    const slack = { workspace: 'T0ACME', creates: true, avatars: false, groups: [], members: 4 }
    const at = (day: number) => ({ last_success_at: `2026-11-${day}T10:00:00.000Z` })
    const sources: Readonly<Record<string, Partial<DataSource>>> = {
      one: { unmatched_count: 2 },
      two: { ...at(19), last_error: 'No answer.', unmatched_count: 5 },
      slack: { kind: 'slack', slack, ...at(18), unmatched_count: 3 },
      three: { paused: true, next_at: null, last_success_at: null, unmatched_count: 9 },
    }
    await store.commit(
      Object.entries(sources).map(([id, fields]): Change => ({
        put: 'sources',
        document: sourceDocument(acmeId, id, fields),
      })),
    )
    ahead += 60_000
    const samples = await scrape()
    const states = samples
      .filter(({ name }) => name === 'whosout_sources')
      .map(({ labels, value }) => [labels['state'], value])
    expect(Object.fromEntries(states)).toEqual({ ok: 2, failing: 1, paused: 1 })
    expect(valueOf(samples, 'whosout_source_oldest_success_timestamp_seconds')).toBe(
      Date.parse('2026-11-19T10:00:00Z') / 1_000,
    )
    expect(valueOf(samples, 'whosout_source_unmatched_events')).toBe(7)
  })
})

describe('the figures of sources', () => {
  const open = () => {
    let now = 0
    let away = false
    const queries: (readonly string[])[] = []
    const find: Store['find'] = (collection, query) => {
      if (collection === 'sources') queries.push(query.fields?.map(String) ?? [])
      if (away) throw new Problem('unavailable', 'away')
      return store.find(collection, query)
    }
    const read = createSourceFigures({ get: store.get, find }, () => now)
    return {
      read,
      queries,
      after: (ms: number) => void (now += ms),
      setAway: (is: boolean) => void (away = is),
    }
  }

  it('are read once a minute, by many at once too, without what is large', async () => {
    const { read, queries, after } = open()
    await Promise.all([read(), read()])
    after(59_999)
    await read()
    expect(queries.length).toBe(1)
    after(1)
    await read()
    expect(queries.length).toBe(2)
    expect(queries[0]).toContain('unmatched_count')
    for (const field of ['unmatched', 'aliases', 'address', 'ignore']) expect(queries[0]).not.toContain(field)
  })

  it('are read again when the store did not answer', async () => {
    const { read, queries, setAway } = open()
    setAway(true)
    await expect(read()).rejects.toThrow('away')
    setAway(false)
    expect(await read()).toHaveProperty('unmatched')
    expect(queries.length).toBe(2)
  })
})

describe('a process without a token', () => {
  it('has no such page', async () => {
    const plainly = await startOn({ ...store, close: async () => undefined }, configOf({}), edge, silent)
    const reply = await fetch(`${plainly.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
    expect(reply.status).toBe(404)
    await plainly.stop()
  })

  it.each(['short', 'with a space that a header would end at'])('refuses the token "%s"', (METRICS_TOKEN) =>
    expect(parseConfig({ METRICS_TOKEN })).toEqual({
      problems: [
        'METRICS_TOKEN must have 16 to 200 characters and no spaces; generate one with `openssl rand -hex 32`',
      ],
    }),
  )
})

describe('what is observed', () => {
  it('is every call of the store that fails, and the time that pages take', async () => {
    const seen: [string, boolean][] = []
    const broken = async (): Promise<never> => {
      throw new Error('away')
    }
    const metered = meterStore(
      { ...store, view: broken, commit: broken },
      () => 0,
      (call, failed) => void seen.push([call, failed]),
    )
    await expect(metered.view(acmeId, async () => 1)).rejects.toThrow('away')
    await expect(metered.commit([])).rejects.toThrow('away')
    for await (const page of metered.find('members', { index: 'by_org', equal: { org: acmeId } })) {
      expect(page.length).toBe(1)
      break
    }
    await metered.ping()
    expect(seen).toEqual([
      ['view', true],
      ['commit', true],
      ['find', false],
      ['ping', false],
    ])
  })

  it('is a digest that comes to another state, once', async () => {
    const states: string[] = []
    const run = { _id: 'T1:C1:all:2026-11-20', state: 'pending', fence: 1 } as never
    const records = createRunWrites({
      store: { ...store, commit: async () => ({ done: true }) },
      now: () => new Date(noon),
      elapsed: () => 0,
      wait: async () => undefined,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      meter: { digestRun: (state) => void states.push(state) },
    })
    const sent = await records.change(run, { state: 'sent' } as never)
    await records.change(sent!, { state: 'sent', reason: 'edited' } as never)
    expect(states).toEqual(['sent'])
  })
})

it('calls of Slack are counted by method and outcome, and nothing else that is fetched', async () => {
  const slack = createServer((req, res) => {
    if (req.url!.startsWith('/api/chat.update')) return void req.socket.destroy()
    res.writeHead(req.url!.startsWith('/api/users.list') ? 429 : 200).end('{"ok":true}')
  }).listen(0, '127.0.0.1')
  await once(slack, 'listening')
  const base = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`
  const seen: [string, string][] = []
  const stop = watchSlackCalls(
    `${base}/api/`,
    () => 0,
    (method, outcome) => void seen.push([method, outcome]),
  )
  const call = (path: string) =>
    fetch(base + path, { method: 'POST' }).then(
      (reply) => reply.text(),
      () => null,
    )
  for (const path of ['chat.postMessage', 'users.list?limit=1', 'chat.update', 'T012AB3CD-made-up'])
    await call(`/api/${path}`)
  await call('/elsewhere')
  stop()
  await call('/api/chat.postMessage')
  slack.close()
  expect(seen).toEqual([
    ['chat.postMessage', 'answered'],
    ['users.list', 'rate_limited'],
    ['chat.update', 'failed'],
    ['other', 'answered'],
  ])
})
