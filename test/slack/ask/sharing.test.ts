import { describe, expect, it } from 'vitest'
import type { FakeFault } from '../../demo/fake-slack/faults.js'
import { acmeId } from '../../world/acme.js'
import {
  channels,
  openAcme,
  people,
  readable,
  controlsIn,
  standAtNoon,
  type ChannelName,
} from '../acme-house.js'

standAtNoon()

const askedToday = async () => {
  const house = await openAcme()
  return { house, asked: await house.answer('ada', 'today') }
}

describe('sharing', () => {
  it.each(['public', 'private'] as const)(
    'posts in a %s channel what everybody may read, with absolute dates',
    async (where) => {
      const house = await openAcme()
      const asked = await house.answer('ben', 'today', where)
      expect(readable(asked.blocks)).toContain('Ben Okafor (you, sick)')
      const after = await house.pressed('ben', asked, 'ask:share')
      const [posted, ...more] = house.posted(where)
      expect(more).toEqual([])
      expect(`${posted!.text}\n${readable(posted!.blocks)}`).toMatchInlineSnapshot(`
        "3 of 12 are out on Fri 20 Nov. Back Mon 23: Ben Okafor; Back Mon 30: Ada Lovelace. Out for longer: Fay Moss (back 1 Feb). Shared by ben.
        3 of 12 are out on Fri 20 Nov
        *Back Mon 23*: Ben Okafor
        *Back Mon 30*: Ada Lovelace
        Out for longer: Fay Moss (back 1 Feb)
        Shared by ben."
      `)
      expect(`${posted!.text}${JSON.stringify(posted!.blocks)}`).not.toMatch(
        /sick|personal|today|tomorrow|\(you\)|<@|<!/,
      )
      expect(controlsIn(posted!.blocks)).toEqual([])
      expect(after.ts).toBe(asked.ts)
      expect(readable(after.blocks)).toContain('Shared with this channel.')
      expect(readable(after.blocks)).toContain('Ben Okafor (you, sick)')
      expect(controlsIn(after.blocks)).not.toContain('ask:share')
    },
  )

  it('shows a person by name, also when it is oneself', async () => {
    const house = await openAcme()
    const asked = await house.answer('ben', 'me')
    expect(readable(asked.blocks)).toContain('You are out · back Mon 23 Nov\nSick, Fri 20 Nov')
    await house.pressed('ben', asked, 'ask:share')
    const shown = readable(house.posted()[0]!.blocks)
    expect(shown).toContain('Ben Okafor is out on Fri 20 Nov · back Mon 23 Nov\n')
    expect(shown).not.toMatch(/sick|personal|You/)
  })

  // The button is drawn by hand where whosout would not draw it, or where something has changed since.
  const share = (text: string) => ({
    block_id: 'ask:U0ADA:2026-11-20..2026-11-20',
    element: {
      type: 'button',
      action_id: 'ask:share',
      value: text,
      text: { type: 'plain_text', text: 'Share' },
    },
  })
  it.each<[ChannelName, string]>([
    ['direct', 'not in direct messages'],
    ['group', 'not in direct messages'],
    ['shared', 'shared with another company'],
    ['archived', 'archived'],
    ['publicWithoutApp', '/invite @whosout'],
    ['privateWithoutApp', '/invite @whosout'],
  ])('is refused in the channel "%s"', async (where, told) => {
    const house = await openAcme()
    const asked = await house.answer('ada', 'today', where)
    const said = await house.pressed('ada', asked, 'ask:share', share('2026-11-20..2026-11-20'))
    expect(said.text).toContain(told)
    expect(said.ts).not.toBe(asked.ts)
    expect(house.slack.calls('chat.postMessage')).toEqual([])
  })

  it('is refused to whoever may not ask, though somebody else’s button is pressed', async () => {
    const { house, asked } = await askedToday()
    for (const who of ['guest', 'singleGuest', 'robot', 'outsider', 'left', 'nils'] as const) {
      const said = await house.pressed(who, asked, 'ask:share', share('2026-11-20..2026-11-20'))
      expect(said.user, who).toBe(people[who].id)
      expect(said.text, who).not.toContain('3 of 12')
    }
    expect(house.slack.state.messages).toEqual([])
  })

  it('looks at the channel again when the button is pressed', async () => {
    const { house, asked } = await askedToday()
    house.slack.state.channels.get(channels.public.id)!.shared_with.push('T0GLOBEX')
    expect((await house.pressed('ada', asked, 'ask:share')).text).toContain('shared with another company')
    expect(house.posted()).toEqual([])
  })

  it('is refused while the facts of the channel are hidden', async () => {
    const { house, asked } = await askedToday()
    const workspace = house.slack.state.workspaces.get('T0ACME')!
    workspace.scopes = workspace.scopes.filter((scope) => scope !== 'channels:read')
    expect((await house.pressed('ada', asked, 'ask:share')).text).toContain('/invite @whosout')
    expect(house.posted()).toEqual([])
  })

  it('posts once, whatever becomes of the reply of Slack, and says that nobody knows', async () => {
    const { house, asked } = await askedToday()
    house.slack.faults.add({ kind: 'http_error', applied: true }, { method: 'chat.postMessage', times: 9 })
    const said = await house.pressed('ada', asked, 'ask:share')
    expect(readable(said.blocks)).toContain('did not say whether that was posted')
    expect(controlsIn(said.blocks)).not.toContain('ask:share')
    expect(said.ts).toBe(asked.ts)
    expect(house.posted()).toHaveLength(1)
    expect(await house.logged('an answer could not be shared')).toContain('http')
  })

  it.each<readonly [FakeFault, string]>([
    [{ kind: 'error', error: 'token_revoked', applied: false }, 'An admin can reinstall the app'],
    [{ kind: 'error', error: 'missing_scope', applied: false }, 'grant the permissions it asks for'],
    [{ kind: 'error', error: 'msg_blocks_too_long', applied: false }, 'Ask about fewer days'],
    [{ kind: 'error', error: 'restricted_action', applied: false }, 'may have restricted posting'],
    [{ kind: 'error', error: 'is_archived', applied: false }, 'This channel is archived'],
    [{ kind: 'rate_limited', retryAfter: 7 }, 'Nothing was posted; please share again'],
  ])('after %o says what is the matter, and leaves the button', async (fault, told) => {
    const { house, asked } = await askedToday()
    house.slack.faults.add(fault, { method: 'chat.postMessage' })
    const said = await house.pressed('ada', asked, 'ask:share')
    expect(said.text).toContain(told)
    expect(said.ts).not.toBe(asked.ts)
    expect(house.posted()).toEqual([])
    await house.pressed('ada', asked, 'ask:share')
    expect(house.posted()).toHaveLength(1)
  })

  it('that worked is never offered again, though the answer cannot be drawn anew', async () => {
    const { house, asked } = await askedToday()
    house.slack.faults.add({ kind: 'slow', ms: 300 }, { method: 'chat.postMessage' })
    const pressing = house.pressed('ada', asked, 'ask:share')
    await house.slack.until(() => house.slack.calls('chat.postMessage')[0])
    house.store.plan({ call: 1, how: 'unavailable', always: true })
    expect((await pressing).text).toBe('Shared with this channel.')
    house.store.plan(null)
    expect(house.posted()).toHaveLength(1)
  })

  it('posts once on a double click', async () => {
    const { house, asked } = await askedToday()
    const press = { user: people.ada.id, on: asked.ts, action_id: 'ask:share' }
    await Promise.all([house.slack.press(press), house.slack.press(press)])
    await house.slack.until(
      () =>
        house.slack.visible('U0ADA', 'C0TEAM').some(({ text }) => text === 'That is already being shared.') ||
        undefined,
    )
    await house.stop()
    expect(house.posted()).toHaveLength(1)
  })

  it('answers with the state at the press, not the state when it was drawn', async () => {
    const { house, asked } = await askedToday()
    await house.store.commit([
      {
        patch: 'organizations',
        id: acmeId,
        set: { revision: 100, working_days: ['tuesday', 'wednesday', 'thursday', 'friday'] },
      },
    ])
    await house.pressed('ada', asked, 'ask:share')
    expect(readable(house.posted()[0]!.blocks)).toContain('Out for longer: Fay Moss (back 2 Feb)')
  })
})

describe('a button that is out of date', () => {
  it.each([
    ['of an unknown kind', { type: 'button', action_id: 'ask:older', value: 'x' }],
    ['without a question', { type: 'button', action_id: 'ask:next' }],
    ['of a list in another shape', { type: 'overflow', action_id: 'ask:team', options: [] }],
  ])('%s says so', async (_what, element) => {
    const { house, asked } = await askedToday()
    const said = await house.pressed('ada', asked, element.action_id, { element })
    expect(said.text).toBe('This message is out of date. Ask again.')
    expect(said.ts).not.toBe(asked.ts)
  })

  it('of a deleted team says so', async () => {
    const { house, asked } = await askedToday()
    const gone = 'deadbeef-0000-4000-9000-0000000000ff'
    const element = {
      type: 'static_select',
      action_id: 'ask:team',
      options: [{ text: { type: 'plain_text', text: 'Gone' }, value: gone }],
    }
    const press = { element, block_id: 'ask:U0ADA:2026-11-20..2026-11-20', choice: gone }
    expect((await house.pressed('ada', asked, 'ask:team', press)).text).toContain('no longer exists')
  })

  it('with a question that cannot be read is answered like a question that cannot be read', async () => {
    const { house, asked } = await askedToday()
    const element = { type: 'button', action_id: 'ask:next', value: 'the day after <!channel>' }
    const said = await house.pressed('ada', asked, 'ask:next', { element })
    expect(said.text).toContain('I did not understand that')
    expect(JSON.stringify(said.blocks)).not.toContain('<!channel>')
  })

  it('of somebody else answers whoever presses it, as them, and leaves the other message alone', async () => {
    const house = await openAcme()
    const asked = await house.answer('ben', 'today')
    const said = await house.pressed('ada', { ...asked }, 'ask:next')
    expect(said.user).toBe(people.ada.id)
    expect(house.slack.visible('U0BEN', 'C0TEAM')).toMatchObject([{ ts: asked.ts, replaced: 0 }])
  })

  it('below a message for everybody does not replace it', async () => {
    const house = await openAcme()
    await house.pressed('ada', await house.answer('ada', 'today'), 'ask:share')
    const [posted] = house.posted()
    const element = { type: 'button', action_id: 'ask:next', value: '2026-11-21..2026-11-21' }
    const said = await house.pressed('ada', posted!, 'ask:next', { element, block_id: 'ask:U0ADA:x' })
    expect(said.text).toContain('Sat 21 Nov')
    expect(house.posted()[0]!.edits).toEqual([])
  })

  it('is answered beside the message when its address is spent', async () => {
    const { house, asked } = await askedToday()
    const spent = house.slack.until(() =>
      [...house.slack.state.responseUrls.values()].find(
        ({ original, uses }) => original === asked.ts && uses === 0,
      ),
    )
    void spent.then((address) => void (address.uses = 5))
    const said = await house.pressed('ada', asked, 'ask:next')
    expect(said.ts).not.toBe(asked.ts)
    expect(said.text).toContain('2 of 12 are out on Mon 23 Nov')
  })
})
