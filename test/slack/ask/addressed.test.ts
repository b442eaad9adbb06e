import { describe, expect, it } from 'vitest'
import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import { shortcuts } from '../../../src/slack/manifest.js'
import { teams } from '../../world/acme.js'
import {
  channels,
  openAcme,
  people,
  readable,
  standAtNoon,
  textOf,
  type AcmeHouse,
  type PersonName,
} from '../acme-house.js'

standAtNoon()

const bot = '<@U0ACMEBOT>'

/** What the app says in direct messages with Ada, after she wrote something there. */
const writeDirectly = async ({ slack, posted }: AcmeHouse, text: string, more = {}) => {
  const before = posted('direct').filter(({ user }) => user === 'U0ACMEBOT').length
  await slack.write('U0ADA', channels.direct.id, text, more)
  return slack.until(() => posted('direct').filter(({ user }) => user === 'U0ACMEBOT')[before])
}

const mention = async ({ slack }: AcmeHouse, who: PersonName, channel: string, text: string) => {
  const user = people[who].id
  const seen = () => slack.visible(user, channel).filter((one) => 'replaced' in one)
  const before = seen().length
  await slack.write(user, channel, text)
  return slack.until(() => seen()[before])
}

const titleOf = ({ blocks, text }: { readonly blocks: readonly object[]; readonly text: string }): string =>
  readable(blocks as never).split('\n')[0] || text

describe('a direct message to the app', () => {
  it('is a question, answered there as the command answers it', async () => {
    const house = await openAcme()
    const answer = await writeDirectly(house, 'who is out today?')
    const typed = await house.answer('ada', 'who is out today?', 'public')
    expect(titleOf(answer)).toBe(titleOf(typed))
    expect(JSON.stringify(answer.blocks)).not.toContain('ask:share')
  })

  it('goes on with the question before it: about other people, or about other days', async () => {
    const house = await openAcme()
    const titles: string[] = []
    for (const text of ['who is in next week', 'and design?', 'today', 'ben', 'who is out friday'])
      titles.push(titleOf(await writeDirectly(house, text)))
    expect(titles).toMatchSnapshot()
  })

  it('that is a command says where to type it', async () => {
    const answer = await writeDirectly(await openAcme(), 'off fri')
    expect(answer.text).toBe('Type `/whosout off fri` for that.')
  })

  it('stands for itself where Slack does not show what was asked before', async () => {
    const house = await openAcme({
      before: (slack) => {
        const { scopes } = slack.state.workspaces.get('T0ACME')!
        scopes.splice(scopes.indexOf('im:history'), 1)
      },
    })
    await writeDirectly(house, 'who is in next week')
    expect(titleOf(await writeDirectly(house, 'design today'))).toMatch(/Design/)
  })

  it.each([
    ['an edit', { subtype: 'message_changed' }],
    ['a file', { subtype: 'file_share' }],
    ['an app', { bot_id: 'B0OTHER' }],
  ])('by %s is no question', async (_, more) => {
    const house = await openAcme()
    await house.slack.write('U0ADA', channels.direct.id, 'who is out', more)
    await writeDirectly(house, 'help')
    expect(house.slack.calls('chat.postMessage')).toHaveLength(1)
  })
})

describe('a mention of the app', () => {
  it('is answered where it stood, for the asker alone', async () => {
    const house = await openAcme()
    const answer = await mention(house, 'ada', channels.public.id, `${bot} who is out today`)
    expect(titleOf(answer)).toBe(titleOf(await house.answer('ada', 'who is out today')))
    expect(house.slack.calls('chat.postMessage')).toEqual([])
  })

  it('with "share" is posted for everybody, without reasons', async () => {
    const house = await openAcme()
    await house.slack.write('U0BEN', channels.public.id, `${bot} share today`)
    const posted = await house.slack.until(() => house.posted().find(({ user }) => user === 'U0ACMEBOT'))
    expect(readable(posted.blocks)).toContain('Shared by ben.')
    expect(readable(posted.blocks)).not.toContain('sick')
  })

  it('in a channel shared with another company tells nobody who is out', async () => {
    const answer = await mention(await openAcme(), 'ada', channels.shared.id, `${bot} who is out today`)
    expect(`${answer.text}${readable(answer.blocks)}`).toMatch(/shared with another company/)
    expect(`${answer.text}${readable(answer.blocks)}`).not.toContain('Ben Okafor')
  })
})

describe('a shortcut', () => {
  const opened = async ({ slack }: AcmeHouse, who: PersonName, id: string): Promise<string> => {
    await slack.shortcut(people[who].id, id)
    const isThere = ({ user, content }: FakeView) =>
      user === people[who].id && !textOf({ content }).includes('One moment')
    return textOf(await slack.until(() => slack.state.views.find(isThere)))
  }

  it('shows who is out today, by team', async () => {
    const text = await opened(await openAcme(), 'ada', shortcuts.today)
    expect(text).toContain('3 of 12 are out today, Fri 20 Nov')
    expect(text).toContain('Ben Okafor')
  })

  it('shows another day, and keeps it when a team is chosen, and the team when a day is', async () => {
    const house = await openAcme()
    await opened(house, 'ada', shortcuts.today)
    const { slack } = house
    const view = slack.state.views.at(-1)!
    const chooses = async (action_id: string, choice: string): Promise<string> => {
      const { hash } = view
      await slack.press({ user: 'U0ADA', on: view.id, action_id, choice })
      return slack.until(() => (view.hash === hash ? undefined : textOf(view)))
    }
    expect(await chooses('ask_all:day', '2026-11-24')).toContain('on Tue 24 Nov')
    expect(await chooses('ask_all:team', teams.design)).toMatch(/^Design · .*Tue 24 Nov/m)
    expect(await chooses('ask_all:day', '2026-11-25')).toMatch(/^Design · .*Wed 25 Nov/m)
  })

  it('opens the form for days off of one’s own', async () => {
    expect(await opened(await openAcme(), 'ada', shortcuts.off)).toContain('First day')
  })
})
