import { expect, it } from 'vitest'
import type { Link } from '../../../src/domain/links/link.js'
import { createBuildQueue } from '../../../src/services/builds.js'
import { createLinkBodies, type LinkQuestion } from '../../../src/services/links/bodies.js'
import { organization } from '../../stores/samples.js'

const today = '2026-11-20'

const link = (org: string): Link => ({
  _id: `${org}:link`,
  org,
  id: 'link',
  name: 'TV',
  hash: 'hash',
  start: 'start',
  event_key: 'key',
  team_id: null,
  member_id: null,
  owner: null,
  owner_id: null,
  reasons: 'hidden',
  created_at: '2026-01-05T09:00:00.000Z',
  created_by: 'ana',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
})

const createScene = (limit?: number) => {
  const bodies = createLinkBodies(createBuildQueue(), limit)
  const built: string[] = []
  /** Asks, and finds a revision: the one asked for, unless said. */
  const ask = async (
    org: string,
    {
      revision = 1,
      found = revision,
      length = 10,
      ...rest
    }: Partial<LinkQuestion> & {
      revision?: number
      found?: number
      length?: number
    } = {},
  ) => {
    const question = {
      organization: organization(org, { revision }),
      link: link(org),
      choices: 'ics',
      today,
      ...rest,
    }
    return bodies(
      question,
      () => new AbortController().signal,
      async () => {
        built.push(org)
        return { body: Buffer.alloc(length), etag: '"e"', at: new Date(0), revision: found }
      },
    )
  }
  return { ask, built }
}

it('a body is built once for a link, a revision and a day, and given to all with its compressed form', async () => {
  const { ask, built } = createScene()
  const first = await ask('a')
  expect(await ask('a')).toBe(first)
  expect(await first.zip()).toBe(await first.zip())
  expect(built).toHaveLength(1)
})

it.each<[string, Parameters<ReturnType<typeof createScene>['ask']>[1]]>([
  ['revision', { revision: 2 }],
  ['revision, even a lower one', { revision: 0 }],
  ['day', { today: '2026-11-21' }],
  ['question', { choices: '?list=1' }],
  ['token', { link: { ...link('a'), hash: 'renewed' } }],
])('a body is built again for another %s', async (_, change) => {
  const { ask, built } = createScene()
  await ask('a')
  await ask('a', change)
  expect(built).toHaveLength(2)
})

it('a body of a later revision than was asked for is kept for nobody', async () => {
  const { ask, built } = createScene()
  await ask('a', { found: 2 })
  await ask('a')
  expect(built).toHaveLength(2)
})

it('bodies are bounded: those of the organization with most go first, the least recently used one before', async () => {
  const { ask, built } = createScene(60_000)
  await ask('b')
  for (const choices of ['1', '2', '1', '3']) await ask('a', { choices, length: 20_000 })
  built.length = 0
  await ask('b')
  for (const choices of ['1', '3']) await ask('a', { choices, length: 20_000 })
  expect(built).toEqual([])
  await ask('a', { choices: '2', length: 20_000 })
  expect(built).toEqual(['a'])
})
