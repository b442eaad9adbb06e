import { describe, expect, it } from 'vitest'
import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import { storedPolicy } from '../../../src/domain/presence/reasons.js'
import { shortcuts } from '../../../src/slack/manifest.js'
import {
  channels,
  openAcme,
  people,
  standAtNoon,
  textOf,
  type AcmeHouse,
  type ChannelName,
  type PersonName,
} from '../acme-house.js'

standAtNoon()

interface Written {
  readonly by?: PersonName
  readonly text?: string
  readonly where?: ChannelName
}

/** What a person reads who chooses the shortcut on a message. */
const readOn = async ({ slack }: AcmeHouse, who: PersonName, written: Written = {}): Promise<string> => {
  const { by = 'ada', text = 'hello', where = 'public' } = written
  slack.say({ user: people[by].id, channel: channels[where].id, text })
  const user = people[who].id
  await slack.shortcut(user, shortcuts.here, slack.state.messages.at(-1)!.ts, 'T0ACME')
  const isThere = (view: FakeView) => view.user === user && !textOf(view).includes('One moment')
  return textOf(await slack.until(() => slack.state.views.find(isThere)))
}

describe('"Who here is out?" on a message', () => {
  it('tells of its author and of everyone in it, then of the channel’s people, with their returns', async () => {
    const house = await openAcme()
    const text = await readOn(house, 'ada', { by: 'ben', text: 'ask @zoe, @stray or @robot' })
    expect(text).toMatchInlineSnapshot(`
      "Who here is out?
      Close
      In this message
      Ben Okafor is out · back Mon 23 Nov
      Zoe Adler is in today
      Stray &lt;!here&gt; &amp; Co is not a member of Acme in whosout
      *In this channel · 3 of 5 are out today, Fri 20 Nov*
      *Back Mon 23*: Ben Okafor
      *Back Mon 30*: Ada Lovelace (you, holiday)
      Out for longer: Fay Moss (back 1 Feb)"
    `)
  })

  it('counts the people of the channel alone, guests of the workspace among them', async () => {
    const house = await openAcme()
    house.slack.state.channels.get(channels.public.id)!.members = ['U0ADA', 'U0ACMEBOT', 'U0GUEST', 'U0OTTO']
    expect(await readOn(house, 'ada')).toMatch(/· \d of 2|Nobody is out/)
  })

  it('reads the channel by pages, a thousand people of it at most', async () => {
    const house = await openAcme()
    const { members } = house.slack.state.channels.get(channels.public.id)!
    members.unshift(...Array.from({ length: 1_100 }, (_, at) => `U0MORE${at}`))
    expect(await readOn(house, 'ada')).toContain('more people than the 1,000')
    expect(house.slack.calls('conversations.members').map(({ args }) => args['limit'])).toEqual(
      Array.from({ length: 5 }, () => '200'),
    )
  })

  it.each<[ChannelName, RegExp]>([
    ['publicWithoutApp', /I am not in this channel.*\/invite @whosout/s],
    ['privateWithoutApp', /I am not in this channel/],
    ['direct', /In direct messages/],
    ['group', /In direct messages/],
  ])('in "%s" knows the people of the message alone, and says so', async (where, said) => {
    const text = await readOn(await openAcme(), 'ada', { by: 'ben', where })
    expect(text).toMatch(said)
    expect(text).toContain('Ben Okafor is out')
    expect(text).not.toContain('Cleo')
  })

  it.each(['nobody', 'everyone'] as const)('tells reasons to %s, as the policy says', async (reasons) => {
    const text = await readOn(await openAcme({}, storedPolicy(reasons)), 'zoe', { by: 'ben' })
    expect(text.includes('Ada Lovelace (holiday')).toBe(reasons === 'everyone')
  })
})
