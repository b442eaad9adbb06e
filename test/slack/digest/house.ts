import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import type { FormValues } from '../../../src/demo/fake-slack/payloads.js'
import { menuVerbs } from '../../../src/slack/digest/form.js'
import type { Digest } from '../../../src/domain/digests/digest.js'
import {
  channels,
  openAcme,
  people,
  readable,
  textOf,
  type AcmeHouse,
  type ChannelName,
  type PersonName,
} from '../acme-house.js'
import type { HouseOptions } from '../house.js'

export interface DigestHouse extends AcmeHouse {
  /** Types the command, and resolves with the form when it is filled. */
  form(who: PersonName, where?: ChannelName): Promise<FakeView>
  /** Presses something in a modal, with what was filled in before. */
  presses(
    who: PersonName,
    view: FakeView,
    button: string,
    more?: { values?: FormValues; choice?: string },
  ): Promise<void>
  /** Presses something that asks first, and resolves with the question when it is there. */
  asks(who: PersonName, view: FakeView, button: string, more?: { values?: FormValues }): Promise<FakeView>
  /** Resolves when a modal that is open says the text; with that modal. */
  says(text: string): Promise<FakeView>
  /** Resolves with the text of the message in the channel that holds it. */
  said(text: string, where?: ChannelName): Promise<string>
  digest(team?: string, where?: ChannelName): Promise<Digest | undefined>
}

export const openDigestHouse = async (options: HouseOptions = {}): Promise<DigestHouse> => {
  const house = await openAcme(options)
  const { slack, store } = house
  const self: DigestHouse = {
    ...house,
    async form(who, where = 'public') {
      const [user, channel] = [people[who].id, channels[where].id]
      const known = slack.state.views.length
      await slack.command({ user, channel, text: 'digest', team_id: 'T0ACME' })
      return slack.until(() =>
        slack.state.views
          .slice(known)
          .find(({ content, open }) => open && content.callback_id === 'digest_form'),
      )
    },
    async presses(who, view, button, more = {}) {
      const user = people[who].id
      // What the menu offers is pressed by its name, too.
      const action_id = button === 'zone' ? 'digest_field:timezone' : `digest_form:${button}`
      if (!menuVerbs.some((verb) => verb === button))
        return void (await slack.press({ user, on: view.id, action_id, ...more }))
      await slack.press({ user, on: view.id, action_id: 'digest_form:menu', choice: button, ...more })
    },
    async asks(who, view, button, more = {}) {
      const known = slack.state.views.length
      await self.presses(who, view, button, more)
      return slack.until(() =>
        slack.state.views.slice(known).find(({ content }) => content.callback_id === 'digest_question'),
      )
    },
    says: (text) =>
      slack.until(() => slack.state.views.find((view) => view.open && textOf(view).includes(text))),
    said: (text, where = 'public') =>
      slack.until(() =>
        house
          .posted(where)
          .map(({ blocks }) => readable(blocks))
          .find((one) => one.includes(text)),
      ),
    digest: async (team = 'all', where = 'public') =>
      (await store.get('digests', [`T0ACME:${channels[where].id}:${team}`]))[0],
  }
  return self
}
