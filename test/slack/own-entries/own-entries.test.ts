import { describe, expect, it } from 'vitest'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import { createPeople } from '../../../src/services/people/people.js'
import { createLeaves } from '../../../src/services/records/leaves.js'
import { createClock, dependenciesOn } from '../../services/keys/world.js'
import { acmeId } from '../../world/acme.js'
import { controlsIn, people, readable, standAtNoon, textOf, type PersonName } from '../acme-house.js'
import { openHomeHouse, type HomeHouse } from '../home/room.js'
import type { FakeView, JsonObject } from '../../../src/demo/fake-slack/state.js'

standAtNoon()

const actor = { who: 'test', from: null }

const open = async () => {
  const house = await openHomeHouse()
  const { slack, store } = house
  const dependencies = dependenciesOn(store, createClock())
  // Somebody who is not away, known by a match.
  const account = { workspace: 'T0ACME', user: 'U0STRAY' }
  await createPeople(dependencies).match(acmeId, account, 'Lou Free', actor)
  return {
    ...house,
    dependencies,
    leaves: createLeaves(dependencies),
    own: async () =>
      (await createLeaves(dependencies).list(acmeId, { source: 'own' })).map(
        ({ email, type, start_date, end_date, starts_at_noon, ends_at_noon }) =>
          `${email} ${type} ${starts_at_noon ? 'n' : ''}${start_date}..${end_date}${ends_at_noon ? 'n' : ''}`,
      ),
    /** Types the command, and resolves with the form that opens. */
    form: async (who: PersonName, text: string): Promise<FakeView> => {
      const known = slack.state.views.length
      await slack.command({ user: people[who].id, channel: 'C0TEAM', text, team_id: 'T0ACME' })
      return formSince(slack, known)
    },
    /** What somebody was told last that holds the text. */
    told: (who: PersonName, text: string) =>
      slack.until(() =>
        slack.visible(people[who].id, 'C0TEAM').find(({ blocks }) => readable(blocks).includes(text)),
      ),
  }
}

const formSince = (slack: HomeHouse['slack'], known: number): Promise<FakeView> =>
  slack.until(() =>
    slack.state.views.slice(known).find(({ content }) => content['callback_id'] === 'own_entry'),
  )

/** What a form shows in its fields. */
const shownIn = ({ content }: FakeView): Record<string, unknown> =>
  Object.fromEntries(
    (content['blocks'] as readonly JsonObject[])
      .filter(({ type }) => type === 'input')
      .map(({ block_id, element }) => {
        const { initial_date, initial_option } = element as JsonObject
        const value = initial_date ?? (initial_option as JsonObject)['value']
        return [String(block_id).split(':')[1]!, value]
      }),
  )

const buttonsIn = (blocks: readonly JsonObject[]): readonly JsonObject[] =>
  blocks.flatMap(({ type, elements }) => (type === 'actions' ? (elements as JsonObject[]) : []))

describe('"I’m off" in Slack', () => {
  it.each([
    ['off', { from: '2026-11-20', to: '2026-11-20', part: 'whole', reason: 'away' }],
    ['off mon', { from: '2026-11-23', to: '2026-11-23', part: 'whole', reason: 'away' }],
    ['off tomorrow morning', { from: '2026-11-21', to: '2026-11-21', part: 'morning', reason: 'away' }],
    ['off sick', { from: '2026-11-20', to: '2026-11-20', part: 'whole', reason: 'sick' }],
  ] as const)('"%s" is understood and shown to be confirmed', async (text, shown) => {
    const { form, own } = await open()
    expect(shownIn(await form('stray', text))).toEqual(shown)
    expect(await own()).toEqual([])
  })

  it('says above the form that the day that was meant is no working day', async () => {
    const { form } = await open()
    expect(JSON.stringify((await form('stray', 'off tomorrow')).content)).toContain('is not a working day')
    expect(JSON.stringify((await form('stray', 'off mon')).content)).not.toContain('working day')
  })

  it('is entered, seen by everybody at once, changed and taken back', async () => {
    const house = await open()
    const { slack, form, own, told, answer } = house
    const view = await form('stray', 'off mon')
    await slack.submit('U0STRAY', view.id, {})
    const said = await told('stray', 'You are out')
    expect(readable(said.blocks)).toContain('You are out on Mon 23 Nov, back Tue 24 Nov.')
    expect(await own()).toEqual(['lou@acme.example personal 2026-11-23..2026-11-23'])
    expect(readable((await answer('ben', 'lou free on monday')).blocks)).toContain(
      'Lou Free is out on Mon 23 Nov',
    )

    const known = slack.state.views.length
    await slack.press({ user: 'U0STRAY', on: said.ts, action_id: 'own:change', team_id: 'T0ACME' })
    const change = await formSince(slack, known)
    expect(shownIn(change)).toMatchObject({ from: '2026-11-23', to: '2026-11-23', reason: 'away' })
    await slack.submit('U0STRAY', change.id, { to: '2026-11-24', reason: 'sick' })
    const again = await told('stray', 'You are sick')
    expect(readable(again.blocks)).toContain('You are sick Mon 23 Nov – Tue 24 Nov, back Wed 25 Nov.')
    expect(await own()).toEqual(['lou@acme.example sick 2026-11-23..2026-11-24'])
    // Masked for everybody else.
    expect(readable((await answer('ben', 'lou free on monday')).blocks)).not.toContain('sick')

    await slack.press({ user: 'U0STRAY', on: again.ts, action_id: 'own:take_back', team_id: 'T0ACME' })
    await told('stray', 'Taken back: Mon 23 Nov – Tue 24 Nov.')
    expect(await own()).toEqual([])
  })

  it('with a half at each end is entered as it was understood, and shown so when it is changed', async () => {
    const house = await open()
    const { slack, form, told, own } = house
    const view = await form('stray', 'off 7 dec afternoon – 9 dec am')
    const days = { from: '2026-12-07', to: '2026-12-09', part: 'inner', reason: 'away' }
    expect(shownIn(view)).toEqual(days)
    await slack.submit('U0STRAY', view.id, {})
    const said = await told('stray', 'You are out')
    expect(await own()).toEqual(['lou@acme.example personal n2026-12-07..2026-12-09n'])
    const known = slack.state.views.length
    await slack.press({ user: 'U0STRAY', on: said.ts, action_id: 'own:change', team_id: 'T0ACME' })
    expect(shownIn(await formSince(slack, known))).toEqual(days)
  })

  it('is ended by "back"', async () => {
    const { form, slack, own, answer, told } = await open()
    await slack.submit('U0STRAY', (await form('stray', 'off until wednesday')).id, {})
    await told('stray', 'You are out')
    expect(readable((await answer('stray', 'back')).blocks)).toContain(
      'You are in from today on. Taken back:',
    )
    expect(await own()).toEqual([])
    expect(readable((await answer('stray', "I'm back")).blocks)).toContain('There is nothing to end.')
  })

  it('is offered below words after "off" that are not understood, but not below a question', async () => {
    const { answer } = await open()
    const isOffered = async (text: string) =>
      JSON.stringify((await answer('stray', text)).blocks).includes('own:open')
    expect(await isOffered('off 31 feb')).toBe(true)
    expect(await isOffered('off design')).toBe(false)
    expect(await isOffered('31 feb')).toBe(false)
  })

  it('says what is wrong beside the field', async () => {
    const { form, slack, own } = await open()
    const view = await form('stray', 'off mon')
    await slack.submit('U0STRAY', view.id, { to: '2026-11-20' })
    expect(view.errors).toEqual({ 'own_field:to': 'The last day is before the first one.' })
    expect(await own()).toEqual([])
  })

  it('keeps what was entered while the store does not answer, so that it can be sent again', async () => {
    const { form, slack, own, store } = await open()
    const view = await form('stray', 'off mon')
    store.plan({ call: 1, how: 'unavailable', always: true, of: 'commits' })
    await slack.submit('U0STRAY', view.id, { to: '2026-11-24' })
    expect(view.errors).toEqual({
      'own_field:from': 'Sorry, that did not work. Please try again in a minute.',
    })
    store.plan(null)
    await slack.submit('U0STRAY', view.id, { to: '2026-11-24' })
    expect(await own()).toEqual(['lou@acme.example personal 2026-11-23..2026-11-24'])
  })

  it('is offered to whoever says so', async () => {
    const house = await open()
    const { slack, answer, own } = house
    const said = await answer('stray', 'i am out tomorrow')
    expect(readable(said.blocks)).toContain('Nothing is saved yet\nEnter Sat 21 Nov as a day off?')
    const known = slack.state.views.length
    await slack.press({ user: 'U0STRAY', on: said.ts, action_id: 'own:open', team_id: 'T0ACME' })
    expect(shownIn(await formSince(slack, known))).toMatchObject({ from: '2026-11-21', to: '2026-11-21' })
    expect(await own()).toEqual([])
    const ofBen = await answer('ada', 'ben is out tomorrow')
    expect(controlsIn(ofBen.blocks)).not.toContain('own:open')
  })

  it('leaves questions alone', async () => {
    const { answer, slack } = await open()
    const known = slack.state.views.length
    expect(readable((await answer('ada', 'who is off today')).blocks)).toContain('are out today')
    await answer('stray', 'off design')
    await answer('ada', 'back tomorrow')
    expect(slack.state.views).toHaveLength(known)
  })

  it('is refused for whoever is no member, and where it is turned off', async () => {
    const { answer, dependencies, own } = await open()
    expect((await answer('guest', 'off')).text).toContain('Guests cannot')
    await createOrganizations(dependencies).set(acmeId, { own_entries: 'off' }, actor)
    expect((await answer('stray', 'off')).text).toContain('People cannot enter their own days off')
    expect(readable((await answer('stray', 'i am out tomorrow')).blocks)).not.toContain('recorded yet')
    await createOrganizations(dependencies).set(acmeId, { own_entries: 'on' }, actor)
    await createPeople(dependencies).unmatch(acmeId, { workspace: 'T0ACME', user: 'U0STRAY' }, actor)
    expect((await answer('stray', 'off')).text).toContain('I do not know who you are')
    expect(await own()).toEqual([])
  })

  it('has its place in the Home tab, with what was entered', async () => {
    const house = await open()
    const { slack, home, opens, own } = house
    await home('stray')
    const enters = async (day: string, said: string) => {
      const form = await opens('stray', 'own_home:open')
      await slack.submit('U0STRAY', form.id, { from: day, to: day })
      return slack.until(() => {
        const view = slack.state.views.find(({ user, type }) => user === 'U0STRAY' && type === 'home')
        return view && textOf(view).includes(said) ? view : undefined
      })
    }
    await enters('2026-12-04', 'Next: personal leave, Fri 4 Dec')
    await enters('2026-12-08', 'You entered Tue 8 Dec')
    const shown = await enters('2026-11-20', 'You are out')
    // Each has its buttons, and no two lines are about the same days.
    const buttons = ['Change', 'Take back']
    expect(textOf(shown).split('\n').slice(0, 10)).toEqual([
      '*You are out · back Mon 23 Nov*',
      'Personal leave, Fri 20 Nov',
      ...buttons,
      'Next: personal leave, Fri 4 Dec, back Mon 7 Dec',
      ...buttons,
      'You entered Tue 8 Dec: personal leave',
      ...buttons,
    ])
    const element = buttonsIn(shown.content['blocks'] as JsonObject[]).find(
      ({ action_id }) => action_id === 'own_home:take_back',
    )!
    expect(textOf(await opens('stray', 'own_home:take_back', { element }))).toContain(
      'Taken back: Fri 20 Nov.',
    )
    expect((await own()).join()).not.toContain('2026-11-20')
  })

  it('can be taken back by nobody else', async () => {
    const { form, slack, own, told, pressed } = await open()
    await slack.submit('U0STRAY', (await form('stray', 'off mon')).id, {})
    const said = await told('stray', 'You are out')
    // A value that was tampered with reaches only the presser's own days.
    const element = buttonsIn(said.blocks).find(({ action_id }) => action_id === 'own:take_back')!
    const mine = await pressed('stray', said, 'own:take_back', { element: { ...element, value: 'nonsense' } })
    expect(mine.text).toContain('out of date')
    expect(await own()).toHaveLength(1)
  })
})
