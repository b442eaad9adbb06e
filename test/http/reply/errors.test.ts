import { afterEach, describe, expect, it } from 'vitest'
import { startWorld, type Fault, type World } from '../../world/world.js'
import { ask } from '../ask.js'
import { brokenPromises } from '../promises.js'
import { header, type Reply } from '../raw.js'

const worlds: World[] = []

const start = async (): Promise<World> => {
  const world = await startWorld()
  worlds.push(world)
  return world
}

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop()
})

const question = async (world: World): Promise<Reply> => (await ask(world, {})).replies[0]!

const promises = (reply: Reply, { secrets }: World): readonly string[] =>
  brokenPromises(reply, { method: 'GET', presence: true, rateLimited: true, secrets: Object.values(secrets) })

const callsOf = async (world: World): Promise<number> => {
  const before = world.store.calls()
  await question(world)
  return world.store.calls() - before
}

/** A world that has answered `warm` questions already, and then meets the fault. */
const meet = async (warm: number, fault: Fault): Promise<{ world: World; reply: Reply }> => {
  const world = await start()
  for (let asked = 0; asked < warm; asked++) await question(world)
  world.store.plan(fault)
  return { world, reply: await question(world) }
}

const expectMended = async (world: World): Promise<void> => {
  const reply = await question(world)
  expect([reply.status, ...promises(reply, world)]).toEqual([200])
}

/** How many questions of the store an answer costs, the first time and later. */
const countReads = async (): Promise<readonly number[]> => {
  const world = await start()
  const first = await callsOf(world)
  return [first, await callsOf(world)]
}

describe.each([
  ['unavailable', 503, { message: 'Service unavailable', code: 'unavailable' }, '5'],
  ['throws', 500, { message: 'Internal error', code: 'internal' }, undefined],
  ['hangs', 503, { message: 'Service unavailable', code: 'unavailable' }, '5'],
] as const)('a question of the store that %s', (how, status, error, retryAfter) => {
  it.each([
    ['first', 0],
    ['second', 1],
  ])(
    `is ${status} wherever it is in the %s answer, and the next question is answered`,
    async (_which, warm) => {
      const reads = (await countReads())[warm]!
      expect(reads).toBeGreaterThan(0)
      const met = await Promise.all(
        Array.from({ length: reads }, (_, index) => meet(warm, { call: index + 1, how })),
      )
      // Commits beside the answer count among the calls: the last faults may find nothing to strike.
      const struck = met.filter(({ reply }) => reply.status !== 200)
      expect(struck.length).toBeGreaterThanOrEqual(warm === 0 ? 3 : 1)
      for (const { world, reply } of struck) {
        expect([reply.status, JSON.parse(reply.body)]).toEqual([status, { error }])
        expect(header(reply, 'retry-after')).toBe(retryAfter)
        expect(promises(reply, world)).toEqual([])
        await expectMended(world)
      }
    },
  )
})

describe('a write beside the answer', () => {
  it.each(['unavailable', 'throws'] as const)('that ends as %s spoils no answer', async (how) => {
    const { world, reply } = await meet(0, { call: 1, how, of: 'commits', always: true })
    expect([reply.status, ...promises(reply, world)]).toEqual([200])
    await expectMended(world)
  })
})

describe('twenty questions at once', () => {
  it('while the store fails once: each is answered or told to come again, and all are answered next', async () => {
    const world = await start()
    world.store.plan({ call: 2, how: 'unavailable' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => question(world)))
    expect(replies.some(({ status }) => status === 503)).toBe(true)
    expect(replies.filter(({ status }) => status !== 503 && status !== 200)).toEqual([])
    const next = await Promise.all(Array.from({ length: 20 }, () => question(world)))
    expect(new Set(next.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('while the store stays away: each is told to come again', async () => {
    const world = await start()
    world.store.plan({ call: 1, how: 'unavailable', always: true })
    const replies = await Promise.all(Array.from({ length: 20 }, () => question(world)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
    world.store.plan(null)
    await expectMended(world)
  })
})
