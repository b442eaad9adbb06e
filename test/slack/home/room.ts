// Loaded before any form is sent: one that is not answered within 1.5 seconds says "One moment" first.
import '#date-holidays'
import { expect } from 'vitest'
import type { FormValues } from '../../../src/demo/fake-slack/payloads.js'
import type { FakeView, JsonObject } from '../../../src/demo/fake-slack/state.js'
import type { Organization } from '../../../src/domain/organization/organization.js'
import {
  blocksOf,
  openAcme,
  people,
  readable,
  textOf,
  type AcmeHouse,
  type PersonName,
} from '../acme-house.js'
import { acme, type HouseOptions } from '../house.js'

export interface HomeHouse extends AcmeHouse {
  /** Opens the Home tab, and resolves with it as it is drawn then. */
  home(who: PersonName): Promise<FakeView>
  /** The same, and its settings where it has any. */
  settings(who: PersonName): Promise<FakeView>
  /** Presses something in the Home tab; resolves with the modal when it is filled. */
  opens(who: PersonName, action_id: string, more?: HomePress): Promise<FakeView>
  /** Chooses from the menu of a key in the Home tab as it is shown. */
  chooses(who: PersonName, verb: string, name: string): Promise<FakeView>
  /** Submits a modal; resolves with it as it stands then. */
  submits(who: PersonName, view: FakeView, values?: FormValues): Promise<FakeView>
  organization(): Promise<Organization>
}

interface HomePress {
  readonly block_id?: string
  readonly choice?: string
  readonly element?: JsonObject
  readonly on?: FakeView
}

/** The menu of the key with that name, as the Home tab offers it. */
export const menuOf = (home: FakeView, name: string): { block_id: string; values: readonly string[] } => {
  const block = blocksOf(home).find(
    (one) => String(one['block_id']).startsWith('home_key:') && readable([one]).includes(`*${name}*`),
  )
  const { options = [] } = (block?.['accessory'] ?? {}) as { options?: { value: string }[] }
  return { block_id: String(block?.['block_id']), values: options.map(({ value }) => value) }
}

/** The secret in the modal that shows it. */
export const secretIn = (view: FakeView): string => {
  const [secret] = /who_live_\w+/.exec(JSON.stringify(view.content['blocks'])) ?? []
  expect(secret).toBeDefined()
  return secret!
}

export const openHomeHouse = async (
  options: HouseOptions = {},
  organization: Partial<Organization> = {},
): Promise<HomeHouse> => {
  const house = await openAcme(options, organization)
  const { slack, store } = house
  const homeOf = (user: string): FakeView | undefined =>
    slack.state.views.find((view) => view.user === user && view.type === 'home')
  const filled = (known: ReadonlySet<string>, user: string): Promise<FakeView> =>
    slack.until(() =>
      slack.state.views.find(
        (view) =>
          view.user === user &&
          view.type === 'modal' &&
          !known.has(view.id) &&
          !textOf(view).includes('One moment'),
      ),
    )
  const self: HomeHouse = {
    ...house,
    async home(who) {
      const user = people[who].id
      const before = homeOf(user)?.hash
      await slack.event('T0ACME', { type: 'app_home_opened', user, channel: 'D0HOME', tab: 'home' })
      return slack.until(() => {
        const view = homeOf(user)
        return view && view.hash !== before ? view : undefined
      })
    },
    async settings(who) {
      const home = await self.home(who)
      const action_id = 'home_room:open:settings'
      if (!JSON.stringify(home.content).includes(action_id)) return home
      const { hash } = home
      await slack.press({ user: people[who].id, on: home.id, action_id, team_id: 'T0ACME' })
      return slack.until(() => (home.hash === hash ? undefined : home))
    },
    async opens(who, action_id, { on, ...more } = {}) {
      const user = people[who].id
      const known = new Set(slack.state.views.map(({ id }) => id))
      const home = on ?? homeOf(user)!
      await slack.press({ user, on: home.id, action_id, team_id: 'T0ACME', ...more })
      return filled(known, user)
    },
    async chooses(who, verb, name) {
      const { block_id, values } = menuOf(homeOf(people[who].id)!, name)
      const choice = values.find((value) => value.startsWith(`${verb}:`))
      expect(choice, `${verb} is offered for ${name}`).toBeDefined()
      return self.opens(who, 'home_keys:menu', { block_id, choice: choice! })
    },
    async submits(who, view, values = {}) {
      const user = people[who].id
      const before = homeOf(user)?.hash
      await slack.submit(user, view.id, values)
      // What was done shows in the Home tab, too: nothing is drawn any more when this resolves.
      if (before !== undefined && Object.keys(view.errors).length === 0)
        await slack.until(() => (homeOf(user)?.hash === before ? undefined : true))
      return view
    },
    organization: async () => (await store.get('organizations', [acme._id]))[0]!,
  }
  return self
}
