import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { people, standAtNoon } from '../acme-house.js'
import { openHomeHouse, secretIn } from './room.js'
import { choosesIn, enterRoom, furnish, rowOf } from './rooms.js'

standAtNoon()

/** What Slack sends back with a press or a submission: anybody who presses could have changed it. */
const kept = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(kept)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as JsonObject).flatMap(([name, inner]) =>
    ['private_metadata', 'value', 'block_id', 'action_id'].includes(name) && typeof inner === 'string'
      ? [inner]
      : kept(inner),
  )
}

describe('all that the Home tab ever sent to Slack', () => {
  it('has addresses of people for admins only, secrets in one modal each, and neither where it is sent back', async () => {
    const house = await openHomeHouse()
    const { slack } = house
    await furnish(house)
    await house.settings('zoe')
    const key = await house.submits('zoe', await house.opens('zoe', 'home_keys:new'), { name: 'dashboard' })
    const secret = secretIn(key)
    await enterRoom(house, 'zoe', 'links')
    const shown = await house.submits('zoe', await house.opens('zoe', 'home_links:new'), { name: 'TV' })
    const [token = ''] = /who_link_\w+/.exec(JSON.stringify(shown.content)) ?? []
    expect(token).not.toBe('')
    const room = await enterRoom(house, 'zoe', 'people')
    await house.opens('zoe', 'home_people:match', { block_id: rowOf(room, 'Stray').block_id })
    const digests = await enterRoom(house, 'zoe', 'digests')
    await choosesIn(house, 'zoe', digests, ['home_digests:menu', '<#C0TEAM>', 'edit'])
    await enterRoom(house, 'zoe', 'data')
    for (const who of ['ada', 'ben', 'stray', 'nils', 'guest'] as const) await house.settings(who)

    await slack.closeView(people.zoe.id, key.id)
    await slack.closeView(people.zoe.id, shown.id)
    await house.settings('zoe')

    const { calls, views, messages, ephemerals } = slack.state
    const seenByOthers = [
      ...views.filter(({ user }) => user !== people.zoe.id),
      ...calls.filter(({ method, args }) => method === 'views.publish' && args['user_id'] !== people.zoe.id),
    ]
    expect(seenByOthers.length).toBeGreaterThan(5)
    expect(JSON.stringify(seenByOthers).match(/@acme\.example|who_link_|who_live_|feeds\.example/)).toBeNull()
    expect(JSON.stringify(calls).includes('stray@acme.example')).toBe(true)
    const back = [...kept(views.map(({ content }) => content)), ...kept(calls.map(({ args }) => args))].join(
      '\n',
    )
    expect(back.match(/@acme\.example|who_link_|who_live_/)).toBeNull()
    for (const word of [secret, token]) {
      expect(JSON.stringify([calls, messages, ephemerals, house.log]).includes(word)).toBe(false)
      expect(views.filter(({ content }) => JSON.stringify(content).includes(word))).toHaveLength(1)
    }
  })
})
