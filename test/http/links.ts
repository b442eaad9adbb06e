import { createLinks, type LinkInput } from '../../src/services/links/links.js'
import { acmeId, noon } from '../world/acme.js'
import type { World } from '../world/world.js'

/** A link to a calendar, made at noon: its page is at `url`, its feed at `feed`. */
export const addLink = async (
  { store, port, random }: World,
  wish: Partial<LinkInput> = {},
  org = acmeId,
) => {
  const links = createLinks({ store, now: () => new Date(noon), random })
  const { link, token } = await links.create(org, { name: 'TV', ...wish }, { who: 'ana@laptop', from: null })
  const path = `/calendar/${token}`
  const url = `http://localhost:${port}${path}`
  return { links, link, token, path, url, feed: `${url}.ics` }
}
