import { expect, it } from 'vitest'
import { createServices } from '../../src/services/index.js'
import { openStore } from '../slack/house.js'
import { noFeeds } from '../world/no-feeds.js'

it('makes what people ask and change once, beside the rest', async () => {
  const nothing = (): void => undefined
  const services = createServices({
    store: await openStore(),
    now: () => new Date(),
    elapsed: () => performance.now(),
    random: (size) => new Uint8Array(size),
    wait: async () => undefined,
    tzdata: 'here',
    base: null,
    feeds: noFeeds,
    owner: 'test',
    warn: nothing,
    warnAboutZone: nothing,
  })
  const [first, second] = await Promise.all([services.openInteractive(), services.openInteractive()])
  expect(second).toBe(first)
})
