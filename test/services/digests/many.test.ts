import { expect, inject, it } from 'vitest'
import { addOrganization, createCluster, digestOf } from './simulation/cluster.js'

const second = 1_000
/** In as many workspaces: each posts one at a time. */
const count = { short: 1_000, all: 3_000, long: 10_000 }[inject('suite')]

it('many digests of one minute are planned and sent side by side, and looked for once a second', async () => {
  let looks = 0
  const cluster = createCluster({
    seed: 3,
    start: '2026-11-18T08:59:59.000Z',
    given: ({ store }) => ({
      store: {
        ...store,
        find: (collection, query) => {
          if (collection === 'digest_runs' && query.index === 'by_wake') looks += 1
          return store.find(collection, query)
        },
      },
    }),
  })
  addOrganization(cluster, 'acme')
  const digests = Array.from({ length: count }, (_, n) =>
    digestOf({ workspace: `T${n}`, channel: `C${n}` }, cluster.time.now()),
  )
  cluster.memory.commit(digests.map((document) => ({ put: 'digests' as const, document })))
  cluster.startNode()
  const { time, slack } = cluster
  /** Digests that are planned when the first messages are there. */
  let planned = 0
  await time.run(time.now() + 60 * second, () => {
    if (slack.messages.length < 10) return false
    planned = cluster.run().length
    return true
  })
  expect(slack.messages.length).toBeGreaterThanOrEqual(10)
  expect(planned).toBeLessThan(count)
  await time.run(Date.parse('2026-11-18T09:01:00Z'))
  expect(looks).toBeLessThanOrEqual(70)
  // At least ten a second, from the first on.
  await time.run(Date.parse('2026-11-18T09:00:00Z') + (count / 10) * second + 60 * second)
  expect(cluster.run().filter(({ state }) => state !== 'sent')).toEqual([])
  expect(slack.messages).toHaveLength(count)
  expect(slack.faults).toEqual([])
})
