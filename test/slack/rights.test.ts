import { describe, expect, it } from 'vitest'
import type { FakeView } from '../../src/demo/fake-slack/state.js'
import { shortcuts } from '../../src/slack/manifest.js'
import {
  channels,
  openAcme,
  people,
  readable,
  standAtNoon,
  textOf,
  type AcmeHouse,
  type PersonName,
} from './acme-house.js'

standAtNoon()

const app = 'U0ACMEBOT'

/** What is shown in a modal, once it is filled. */
const inModal = async ({ slack }: AcmeHouse, user: string, id: string, on: string | null = null) => {
  const known = slack.state.views.length
  await slack.shortcut(user, id, on, 'T0ACME')
  const isFilled = (view: FakeView) => view.user === user && !textOf(view).includes('One moment')
  return textOf(await slack.until(() => slack.state.views.slice(known).find(isFilled)))
}

/** Every way to ask, and what somebody reads who takes it. Their events reach the app as those of a shared channel do. */
const surfaces = {
  command: async (house: AcmeHouse, who: PersonName) => {
    const { text, blocks } = await house.answer(who, 'today')
    return text + readable(blocks)
  },
  'a direct message': async ({ slack }: AcmeHouse, who: PersonName) => {
    const { id: user } = people[who]
    const { id: channel } = slack.addChannel({
      id: 'D0THEIRS',
      team_id: 'T0ACME',
      kind: 'im',
      members: [user, app],
    })
    const said = {
      type: 'message',
      channel_type: 'im',
      user,
      channel,
      text: 'today',
      ts: '1795600000.000001',
    }
    await slack.event('T0ACME', said)
    const { text, blocks } = await slack.until(() =>
      slack.state.messages.find((one) => one.channel === channel),
    )
    return text + readable(blocks)
  },
  'a mention': async ({ slack }: AcmeHouse, who: PersonName) => {
    const [{ id: user }, { id: channel }] = [people[who], channels.public]
    const before = slack.state.ephemerals.length
    await slack.event('T0ACME', {
      type: 'app_mention',
      user,
      channel,
      text: `<@${app}> today`,
      ts: '1795600000.000002',
    })
    const { text, blocks } = await slack.until(() => slack.state.ephemerals[before])
    return text + readable(blocks)
  },
  'the shortcut for everybody': (house: AcmeHouse, who: PersonName) =>
    inModal(house, people[who].id, shortcuts.today),
  'the shortcut for their own days': (house: AcmeHouse, who: PersonName) =>
    inModal(house, people[who].id, shortcuts.off),
  'the shortcut on a message': (house: AcmeHouse, who: PersonName) => {
    house.slack.say({ user: 'U0BEN', channel: channels.public.id, text: 'hello' })
    return inModal(house, people[who].id, shortcuts.here, house.slack.state.messages.at(-1)!.ts)
  },
} as const

const toldTo = async (who: PersonName): Promise<Readonly<Record<string, string>>> => {
  const house = await openAcme()
  const told: Record<string, string> = {}
  for (const [name, ask] of Object.entries(surfaces)) told[name] = await ask(house, who)
  return told
}

describe('on every surface', () => {
  it.each<[string, PersonName, RegExp]>([
    ['a guest', 'guest', /Guests cannot see/],
    ['a guest of one channel', 'singleGuest', /Guests cannot see/],
    ['somebody of another company', 'outsider', /You are from another one/],
    ['somebody deactivated in Slack', 'left', /Your account in this workspace is deactivated/],
    ['somebody deactivated in whosout', 'nils', /You are no longer an active member of Acme/],
  ])('%s is told why they get no answer, and nothing else', async (_, who, why) => {
    for (const [name, text] of Object.entries(await toldTo(who))) {
      expect(text, name).toMatch(why)
      expect(text, name).not.toMatch(/Ben Okafor|First day/)
    }
  })

  it('a full member whom whosout does not know gets answers, and enters no days', async () => {
    const { 'the shortcut for their own days': own, ...answers } = await toldTo('stray')
    for (const [name, text] of Object.entries(answers)) expect(text, name).toContain('Ben Okafor')
    expect(own).toMatch(/I do not know who you are in Acme/)
  })
})
