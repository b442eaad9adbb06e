import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import type { DataSource } from '../../../src/domain/sources/source.js'
import { createDigests } from '../../../src/services/digests/digests.js'
import { createLinks } from '../../../src/services/links/links.js'
import { blocksOf, people, readable, textOf, type PersonName } from '../acme-house.js'
import { sourceDocument } from '../../world/sources.js'
import { acme } from '../house.js'
import type { HomeHouse } from './room.js'

export const sourceId = '5ca1ab1e-0000-4000-8000-000000000001'

/** A calendar that fails, and holds a fetch back. */
export const source: DataSource = sourceDocument(acme._id, sourceId, {
  name: 'BambooHR <&>',
  host: 'feeds.example.com',
  last_four: '9f3c',
  address: 'encrypted-address-of-the-feed',
  next_at: '2026-11-20T13:00:00.000Z',
  last_success_at: '2026-11-20T06:00:00.000Z',
  last_error: '12 of 14 upcoming leaves would be removed.',
  failures: 2,
  held: { at: '2026-11-20T07:00:00.000Z', gone: 12, coming: 14 },
  leaves: 14,
  unmatched: [{ summary: 'J. Doe off', start_date: '2026-11-23', end_date: '2026-11-24', nearest: [] }],
  unmatched_count: 1,
})

export const edge = {
  now: () => new Date(),
  tzdata: 'here',
  random: (size: number) => new Uint8Array(size).fill(7),
}

/** A digest, a link, a calendar and bank holidays, as others have left them. */
export const furnish = async ({ store }: HomeHouse): Promise<void> => {
  const digest = {
    workspace: 'T0ACME',
    channel: 'C0TEAM',
    team: null,
    settings: { time: '09:00', timezone: 'Europe/Berlin', days: 'mon-fri' },
    creator: people.ada.id,
  }
  await createDigests({ ...edge, store }).set(acme, digest, { who: `slack:${people.ada.id}`, from: null })
  await createLinks({ ...edge, store }).create(acme._id, { name: 'TV <kitchen>' }, { who: 'ops', from: null })
  await store.commit([
    { put: 'sources', document: source },
    {
      put: 'holiday_calendars',
      document: {
        _id: `${acme._id}:DE-BY`,
        org: acme._id,
        code: 'DE-BY',
        days: [{ date: '2026-12-25', name: 'Christmas Day' }],
      },
    },
  ])
}

/** Goes from the first page of the Home tab to a room, and resolves when it is drawn. */
export const enterRoom = async (house: HomeHouse, who: PersonName, name: string): Promise<FakeView> => {
  const { slack } = house
  const home = await house.settings(who)
  const before = home.hash
  await slack.press({ user: people[who].id, on: home.id, action_id: `home_room:open:${name}` })
  await slack.until(() => (home.hash === before ? undefined : true))
  return home
}

/** The row that says the text: its block's id, and what its menu or button holds. */
export const rowOf = (home: FakeView, text: string): { block_id: string; values: readonly string[] } => {
  const row = blocksOf(home).find((block) => readable([block]).includes(text))
  const { options, value } = (row?.['accessory'] ?? {}) as { options?: { value: string }[]; value?: string }
  const values = options?.map((one) => one.value) ?? (value === undefined ? [] : [value])
  return { block_id: String(row?.['block_id']), values }
}

/** Chooses a verb from the menu of a row; resolves with the modal that opens. */
export const choosesIn = (
  house: HomeHouse,
  who: PersonName,
  home: FakeView,
  [action_id, text, verb]: readonly [action_id: string, text: string, verb: string],
): Promise<FakeView> => {
  const { block_id, values } = rowOf(home, text)
  const choice = values.find((value) => value.startsWith(`${verb}:`))
  if (choice === undefined) throw new Error(`${text} offers no ${verb}: ${textOf(home)}`)
  return house.opens(who, action_id, { block_id, choice })
}
