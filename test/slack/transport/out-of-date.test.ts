import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { openAcme, people, readable, standAtNoon, type AcmeHouse } from '../acme-house.js'

standAtNoon()

const said = 'This message is out of date. Ask again.'
const button = (action_id: string): JsonObject => ({
  type: 'button',
  action_id,
  text: { type: 'plain_text', text: 'Older' },
})

const homeOf = async ({ slack }: AcmeHouse) => {
  await slack.openHome(people.zoe.id)
  return slack.until(() => slack.state.views.find(({ type }) => type === 'home'))
}

const modalOf = ({ slack }: AcmeHouse) =>
  slack.until(() => slack.state.views.find(({ content }) => readable([content]).includes(said)))

const submission = (callback_id: string, type = 'view_submission'): JsonObject => ({
  type,
  user: { id: people.zoe.id, team_id: 'T0ACME' },
  team: { id: 'T0ACME' },
  view: { id: 'V0OLD', type: 'modal', callback_id, private_metadata: '', state: { values: {} } },
})

describe.each(['http', 'socket'] as const)('what no listener knows, over %s', (transport) => {
  it('is answered at once below a message', async () => {
    const house = await openAcme({ transport })
    const asked = await house.answer('ada', 'today')
    const press = { user: people.ada.id, on: asked.ts, action_id: 'v0:more', element: button('v0:more') }
    expect((await house.slack.press(press)).status).toBe(200)
    await house.slack.until(() =>
      house.slack.visible(people.ada.id, 'C0TEAM').find(({ text }) => text === said),
    )
  })

  it('is answered at once in a modal and above the Home tab', async () => {
    const house = await openAcme({ transport })
    const home = await homeOf(house)
    const user = people.zoe.id
    const at = { user, action_id: 'v0:keys', element: button('v0:keys') }
    expect((await house.slack.press({ ...at, on: home.id })).status).toBe(200)
    const modal = await modalOf(house)
    modal.content = { ...modal.content, blocks: [] }
    expect((await house.slack.press({ ...at, on: modal.id })).status).toBe(200)
    expect((await modalOf(house)).id).toBe(modal.id)
  })

  it('is answered at once when a form is submitted, closed, or asks for options', async () => {
    const house = await openAcme({ transport })
    const sends = (payload: JsonObject) => house.slack.deliver({ kind: 'interaction', payload })
    const { status, body } = await sends(submission('v0_form'))
    expect(status).toBe(200)
    expect(readable([JSON.parse(body) as JsonObject])).toContain(said)
    expect((await sends(submission('v0_form', 'view_closed'))).status).toBe(200)
    const asked = { ...submission('v0_form'), type: 'block_suggestion', action_id: 'v0:teams', value: 'de' }
    expect(JSON.parse((await sends(asked)).body)).toEqual({ options: [] })
  })
})

describe('what a listener knows', () => {
  it('is answered once', async () => {
    const house = await openAcme()
    const asked = await house.answer('ada', 'today')
    await house.pressed('ada', asked, 'ask:next')
    expect(house.log.join('')).not.toContain('another version')
  })

  it.each([
    ['token_revoked', 'An admin can reinstall the app'],
    ['missing_scope', 'An admin can reinstall'],
  ])('says what helps when Slack says %s', async (error, told) => {
    const house = await openAcme()
    house.slack.faults.add({ kind: 'error', error, applied: false }, { method: 'users.info' })
    expect((await house.answer('ada', 'today')).text).toContain(told)
  })
})
