import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../world/world.js'
import { ask } from '../ask.js'
import { createReplyValidator, type ReplyValidator } from '../docs/openapi.js'
import { presencePath, type Row, type Setup } from './row.js'
import { rows, rowsElsewhere } from './rows.js'
import { createRunner, type Runner } from './run.js'

/** What every world of this file logged, and the secrets that must not be in it. */
const log: string[] = []
const secrets = new Set<string>()
let received = 0

let document: Record<string, unknown>
let shared: { world: World; runner: Runner }

/** Compiled once: compiling the document takes longer than most cases. */
const compiled = new Map<boolean, ReplyValidator>()
const validatorFor = (rateLimited: boolean): ReplyValidator => {
  const made = compiled.get(rateLimited) ?? createReplyValidator(document, presencePath, rateLimited)
  compiled.set(rateLimited, made)
  return made
}

const close = async (world: World, runner: Runner): Promise<void> => {
  for (const secret of Object.values(world.secrets)) secrets.add(secret)
  await world.stop()
  log.push(...world.log)
  received += runner.received()
}

/** A case with a set-up has a server of its own. */
const runAlone = async (row: Row, setup: Setup): Promise<readonly string[]> => {
  const nodeEnv = process.env['NODE_ENV']
  if (setup.nodeEnv) process.env['NODE_ENV'] = setup.nodeEnv
  const rateLimited = setup.settings?.rateLimit !== 0
  const world = await startWorld(setup)
  const runner = createRunner(world, validatorFor(rateLimited), rateLimited)
  try {
    return await runner.run(row)
  } finally {
    process.env['NODE_ENV'] = nodeEnv
    await close(world, runner)
  }
}

beforeAll(async () => {
  const world = await startWorld({ settings: { rateLimit: 10_000 } })
  const { replies } = await ask(world, { path: '/openapi.json', key: null })
  document = JSON.parse(replies[0]!.body) as Record<string, unknown>
  shared = { world, runner: createRunner(world, validatorFor(true), true) }
  received++
})

const numbers = [...new Set(rows.map(({ row }) => row))].sort((a, b) => a - b)

for (const number of numbers)
  describe(`row ${number}`, () => {
    for (const row of rows.filter((one) => one.row === number))
      it(row.name, async () => {
        const problems = row.setup ? await runAlone(row, row.setup) : await shared.runner.run(row)
        expect(problems.join('\n')).toBe('')
      })
  })

describe('the table', () => {
  it('has every row but those that are about the process', () => {
    const all = Array.from({ length: 90 }, (_, index) => index + 1)
    expect(numbers).toEqual(all.filter((row) => !rowsElsewhere.includes(row)))
  })

  it('names every case once', () => {
    const names = rows.map(({ row, name }) => `${row} ${name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

describe('the log of all that', () => {
  beforeAll(async () => {
    // A request id is the caller's to choose, and one caller chose the key.
    await ask(shared.world, { headers: ['X-Request-Id: {key:active}'] })
    received++
    await close(shared.world, shared.runner)
  })

  it.each<[string, RegExp]>([
    ['key', /who_(live|test)_[0-9A-Za-z]{10,}/],
    ['Authorization value', /Bearer/],
    ['Slack signature', /v0=[0-9a-f]{8,}/],
    ['Slack token', /xox[a-z]-/],
    ['e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ])('holds no %s', (_what, secret) => {
    expect(log.filter((line) => secret.test(line))).toEqual([])
  })

  it('holds none of the secrets that were sent', () => {
    expect(log.filter((line) => [...secrets].some((secret) => line.includes(secret)))).toEqual([])
  })

  it('has one line a request, of nothing but what is allowed', () => {
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(requests.length).toBe(received)
    const allowed = 'level time id method path status ms organization key address msg'.split(' ')
    expect(requests.flatMap(Object.keys).filter((name) => !allowed.includes(name))).toEqual([])
    const types = new Set(requests.map(({ id, status }) => `${typeof id} ${typeof status}`))
    expect(types).toEqual(new Set(['string number']))
  })

  it('names the address of a caller who is refused because of it, and of nobody else', () => {
    const lines = log.map((line) => JSON.parse(line) as { status?: number; address?: string })
    const refused = lines.filter(({ status }) => status === 403)
    expect(refused.map(({ address }) => address)).toContain('127.0.0.1')
    expect(lines.filter(({ status, address }) => status !== 403 && address !== undefined)).toEqual([])
  })

  it('names a path without its query, and no path that is not ours', () => {
    const paths = new Set(log.map((line) => (JSON.parse(line) as { path?: string }).path))
    expect([...paths].filter((path) => path !== undefined).sort()).toEqual(
      ['-', '/api/v1/presence', '/healthz', '/openapi.json', '/readyz'].sort(),
    )
  })

  it('names a request by the id that its reply has', () => {
    expect(log.filter((line) => line.includes('"id":"mine"')).length).toBeGreaterThan(0)
  })
})

afterAll(async () => {
  await shared?.world.stop()
})
