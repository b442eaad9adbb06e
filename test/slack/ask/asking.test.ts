import { describe, expect, it } from 'vitest'
import { storedPolicy } from '../../../src/domain/presence/reasons.js'
import { createPeople } from '../../../src/services/people/people.js'
import { createClock, dependenciesOn } from '../../services/keys/world.js'
import { acmeId, teamDocument, teams } from '../../world/acme.js'
import {
  controlsIn,
  openAcme,
  people,
  readable,
  textOf,
  standAtNoon,
  type ChannelName,
  type PersonName,
} from '../acme-house.js'
import { expectAlive, expectDiscreet } from '../house.js'

standAtNoon()

interface Row {
  readonly says: string
  readonly who: PersonName
  readonly text?: string
  readonly where?: ChannelName
  readonly told: string
  /** What must not be there. */
  readonly not?: readonly string[]
}

// Decisions, "Slack: who may do what".
const rows: readonly Row[] = [
  {
    says: 'a full member who is matched',
    who: 'ada',
    text: 'today',
    told: '3 of 12 are out today, Fri 20 Nov',
  },
  {
    says: 'a full member who is not matched',
    who: 'stray',
    text: 'today',
    told: '3 of 12 are out today, Fri 20 Nov',
  },
  ...(['private', 'publicWithoutApp', 'privateWithoutApp', 'direct', 'shared'] as const).map(
    (where): Row => ({
      says: `a full member in the channel "${where}"`,
      who: 'ada',
      where,
      told: '3 of 12 are out today',
    }),
  ),
  { says: 'a guest is refused', who: 'guest', told: 'Guests cannot see', not: ['Ada'] },
  {
    says: 'a single-channel guest is refused',
    who: 'singleGuest',
    told: 'Guests cannot see',
    not: ['Ada'],
  },
  { says: 'a bot is refused', who: 'robot', told: 'answers people, not apps', not: ['Ada'] },
  {
    says: 'somebody of another workspace is refused',
    who: 'outsider',
    where: 'shared',
    told: 'You are from another one',
    not: ['Ada'],
  },
  {
    says: 'a deactivated account is refused',
    who: 'left',
    told: 'Your account in this workspace is deactivated',
    not: ['Ada'],
  },
  {
    says: 'a deactivated member is refused',
    who: 'nils',
    told: 'no longer an active member of Acme',
    not: ['Ada'],
  },
  { says: 'a guest is refused help too', who: 'guest', text: 'help', told: 'Guests cannot see' },
  {
    says: '"me" says so when unmatched, and who can mend it',
    who: 'stray',
    text: 'me',
    told: 'A whosout admin can fix this',
  },
  {
    says: 'one’s own true reason is shown to oneself',
    who: 'ben',
    text: 'today',
    told: '*Back Mon 23*: Ben Okafor (you, sick)',
  },
  {
    says: '… and to nobody else',
    who: 'ada',
    text: 'today',
    told: '*Back Mon 23*: Ben Okafor\n',
    not: ['sick', 'personal'],
  },
  {
    says: '… an admin included',
    who: 'zoe',
    text: '@ben',
    told: 'Ben Okafor is out · back Mon 23 Nov\nOut on Fri 20 Nov',
    not: ['sick', 'personal'],
  },
  {
    says: 'somebody by their Slack name',
    who: 'ada',
    text: '@ben tomorrow',
    told: 'Ben Okafor is out tomorrow, Sat 21 Nov · back Mon 23 Nov',
  },
  {
    says: 'somebody whom no member is',
    who: 'ada',
    text: '@stray',
    told: 'is not matched to a member of Acme',
  },
  {
    says: 'another zone with the same date goes without saying',
    who: 'ada',
    text: 'today',
    told: 'out today, Fri 20 Nov',
    not: ['where you are'],
  },
  {
    says: 'settings, by somebody who has none',
    who: 'ada',
    text: 'settings',
    told: 'Only admins and owners',
  },
  { says: 'settings, by an admin', who: 'zoe', text: 'settings', told: 'Home tab' },
  {
    says: 'holiday, which may be two things',
    who: 'ada',
    text: 'holiday',
    told: 'Which holidays do you mean?',
  },
  {
    says: 'working from home, which is no day off',
    who: 'ada',
    text: 'off wfh tomorrow',
    told: 'Working from home counts as in',
  },
  { says: 'help fits one screen', who: 'ada', text: 'help', told: '`/whosout next week`' },
  { says: 'help names the ways without the command', who: 'ada', text: 'help', told: '*Who here is out?*' },
  {
    says: 'a misreading gives commands, in words and as buttons',
    who: 'ada',
    text: 'banana next week',
    told: 'Try: /whosout 2026-11-23..2026-11-29',
  },
]

describe.each(['http', 'socket'] as const)('asking over %s', (transport) => {
  it('enforces who may do what', async () => {
    const house = await openAcme({ transport })
    for (const { says, who, text = '', where, told, not = [] } of rows) {
      const { blocks, text: fallback } = await house.answer(who, text, where)
      const shown = `${fallback}\n${readable(blocks)}`
      expect(shown, says).toContain(told)
      for (const secret of not) expect(shown, says).not.toContain(secret)
    }
    expect(house.slack.state.messages).toEqual([])
    expectDiscreet(house)
    await expectAlive(house)
  })
})

describe('an answer', () => {
  it('has buttons for the days around it, a team, and sharing where there is a channel', async () => {
    const house = await openAcme()
    const all = ['ask:previous', 'ask:next', 'ask:opposite', 'ask:team', 'ask:share']
    expect(controlsIn((await house.answer('ada', 'next week')).blocks)).toEqual(all)
    expect(controlsIn((await house.answer('ada', 'next week', 'direct')).blocks)).toEqual(all.slice(0, 4))
    expect(controlsIn((await house.answer('ada', 'next week', 'group')).blocks)).toEqual(all.slice(0, 4))
    expect(controlsIn((await house.answer('ada', '@ben')).blocks)).toEqual([all[4]])
    expect(controlsIn((await house.answer('ada', '@ben tomorrow')).blocks)).toEqual([all[0], all[1], all[4]])
    for (const text of ['help', '@stray'])
      expect(controlsIn((await house.answer('ada', text)).blocks), text).toEqual([])
  })

  it('is replaced by that of the days before or after, and of another team', async () => {
    const house = await openAcme()
    const asked = await house.answer('ada', 'next week')
    const after = await house.pressed('ada', asked, 'ask:next')
    expect(readable(after.blocks)).toContain('Who is out · 30 Nov – 4 Dec')
    const before = await house.pressed('ada', after, 'ask:previous')
    expect(readable(before.blocks)).toContain('Who is out · next week, 23–27 Nov')
    const design = await house.pressed('ada', before, 'ask:team', { choice: teams.design })
    expect(readable(design.blocks)).toContain('Design · Who is out · next week, 23–27 Nov')
    const later = await house.pressed('ada', design, 'ask:next')
    expect(readable(later.blocks)).toContain('Design · Who is out · 30 Nov – 4 Dec')
    const all = await house.pressed('ada', later, 'ask:team', { choice: 'all' })
    expect(readable(all.blocks)).toContain('Who is out · 30 Nov – 4 Dec')
    expect(new Set([asked, after, before, design, later, all].map(({ ts }) => ts)).size).toBe(1)
    expect(all.replaced).toBe(5)
  })

  it('asks at once what could have been meant', async () => {
    const house = await openAcme()
    const asked = await house.answer('ada', 'banana next week')
    expect(readable(asked.blocks)).toContain('23–27 Nov')
    const meant = await house.pressed('ada', asked, 'ask:suggestion:0')
    expect(meant).toMatchObject({ ts: asked.ts, replaced: 1 })
    expect(readable(meant.blocks)).toContain('Who is out · next week, 23–27 Nov')
  })

  it.each([
    ['Show all', 'ask:all', 'today'],
    ['the button for the next page, from an older version', 'ask:page:after', '2 today'],
    ['everybody of a digest, from today’s or an older version', 'ask:digest:all', '2026-11-20 all'],
  ])('opens everybody by team, and one team from the menu there: %s', async (_says, action_id, value) => {
    const { answer, slack } = await openAcme()
    const said = await answer('ada', 'today')
    const element = { type: 'button', action_id, text: { type: 'plain_text', text: 'x' }, value }
    await slack.press({ user: people.ada.id, on: said.ts, action_id, element })
    const shown = await slack.until(() => slack.state.views.find((one) => textOf(one).includes('Ben Okafor')))
    expect(textOf(shown)).toMatch(
      /Platform · 2 of 4\*\nBen Okafor · .*\nAda Lovelace · .*\n\*Design · 1 of 3\*\nFay Moss · /s,
    )
    await slack.press({ user: people.ada.id, on: shown.id, action_id: 'ask_all:team', choice: teams.design })
    const chosen = await slack.until(() =>
      slack.state.views.find((one) => !textOf(one).includes('Ben Okafor')),
    )
    expect(textOf(chosen)).toContain('Fay Moss')
  })

  it('offers teams that match what is typed, where there are too many for a menu', async () => {
    const house = await openAcme()
    const more = Array.from({ length: 150 }, (_, at) => `Team ${String(at).padStart(3, '0')}`)
    const ids = more.map((_, at) => `aaaaaaaa-0000-4000-8000-${String(at).padStart(12, '0')}`)
    await house.store.commit([
      ...more.map((name, at) => ({ put: 'teams', document: teamDocument(acmeId, ids[at]!, name) }) as const),
      { patch: 'organizations', id: acmeId, set: { revision: 2 } },
    ])
    const asked = await house.answer('ada', 'today')
    const press = { user: people.ada.id, on: asked.ts, action_id: 'ask:team' }
    expect(await house.slack.suggest(press, '')).toHaveLength(100)
    expect(await house.slack.suggest(press, ' team 14')).toHaveLength(10)
    expect(await house.slack.suggest({ ...press, user: people.guest.id }, '')).toEqual([])
    const chosen = await house.pressed('ada', asked, 'ask:team', { choice: teams.design })
    expect(readable(chosen.blocks)).toContain('Design · 1 of 3 is out today, Fri 20 Nov')
  })

  it('says to an admin who is told that an admin can fix it where that is done', async () => {
    const house = await openAcme({
      before: (slack) =>
        void slack.addPerson({ id: 'U0NEW', team_id: 'T0ACME', email: 'new@acme.example', is_admin: true }),
    })
    const asks = async (user: string, text: string) => {
      const known = house.slack.visible(user, 'C0TEAM').length
      await house.slack.command({ user, channel: 'C0TEAM', text })
      return readable((await house.slack.until(() => house.slack.visible(user, 'C0TEAM')[known])).blocks)
    }
    const where = 'You are an admin: you can match people with members in the Home tab'
    expect(await asks('U0NEW', 'me')).toContain(where)
    expect(await asks(people.zoe.id, '@stray today')).toContain(where)
    expect(await asks(people.stray.id, 'me')).not.toContain(where)
    expect(await asks(people.zoe.id, 'today')).not.toContain('admin')
    expect(house.slack.calls('users.list')).toEqual([])
  })

  it('asks Slack once for a profile', async () => {
    const house = await openAcme()
    for (const text of ['', 'today', '@ben', '@ben tomorrow']) await house.answer('ada', text)
    expect(house.slack.calls('users.info').map(({ args }) => args['user'])).toEqual(['U0ADA', 'U0BEN'])
  })

  it('goes by the name of the command that was typed', async () => {
    const house = await openAcme()
    const { slack } = house
    await slack.command({ user: 'U0ADA', channel: 'C0TEAM', text: 'help', command: '/away' })
    const told = await slack.until(() => slack.visible('U0ADA', 'C0TEAM').at(-1))
    expect(readable(told.blocks)).toContain('`/away next week`')
  })

  it('is that of the member with whom somebody was matched by hand, from the next question on', async () => {
    const house = await openAcme()
    const me = async () => readable((await house.answer('stray', 'me today')).blocks)
    expect(await me()).toContain('A whosout admin can fix this')
    const account = { workspace: 'T0ACME', user: 'U0STRAY' }
    const people = createPeople(dependenciesOn(house.store, createClock()))
    await people.match(acmeId, account, 'ada@acme.example', { who: 'test', from: null })
    expect(await me()).toMatch(/you|Ada/i)
    expect(readable((await house.answer('ben', '@stray today')).blocks)).toContain('Ada')
  })

  it('is refused, not guessed, when Slack hides who asks', async () => {
    const house = await openAcme({
      before: (slack) => void (slack.state.workspaces.get('T0ACME')!.scopes = ['commands', 'chat:write']),
    })
    expect((await house.answer('ada', 'today')).text).toContain('does not let whosout see who is asking')
  })

  it('is an apology when Slack does not say who asks, and an answer the next time', async () => {
    const house = await openAcme()
    house.slack.faults.add({ kind: 'http_error', applied: false }, { method: 'users.info', times: 2 })
    expect((await house.answer('ada', 'today')).text).toContain('Sorry, that did not work')
    expect((await house.answer('ada', 'today')).text).toContain('3 of 12')
  })

  it('is an apology while the store does not answer', async () => {
    const house = await openAcme()
    await house.answer('ada', 'today')
    house.store.plan({ call: 3, how: 'throws', always: true })
    expect((await house.answer('ada', 'today')).text).toContain('Sorry, that did not work')
    house.store.plan(null)
    expect((await house.answer('ada', 'today')).text).toContain('3 of 12')
  })
})

describe('reasons that only admins may read', () => {
  it('are in the answer of an admin, in nobody else’s, and not in what the admin shares', async () => {
    const house = await openAcme({}, storedPolicy('admins'))
    const [admin, colleague] = [await house.answer('zoe', 'today'), await house.answer('ada', 'today')]
    expect(readable(admin.blocks)).toContain('Ben Okafor (sick)')
    expect(readable(colleague.blocks)).toContain('Ada Lovelace (you, holiday)')
    expect(readable(colleague.blocks)).toMatch(/Ben Okafor$/m)
    await house.pressed('zoe', admin, 'ask:share')
    expect(readable(house.posted()[0]!.blocks)).not.toMatch(/sick|holiday/)
  })

  it('are not in the answer of somebody who is an admin no longer', async () => {
    const house = await openAcme({}, storedPolicy('admins'))
    house.slack.state.people.get(people.zoe.id)!.is_admin = false
    expect(readable((await house.answer('zoe', 'today')).blocks)).not.toMatch(/sick|holiday/)
  })
})
