import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { people } from '../acme-house.js'
import { plainSpaces } from '../spaces.js'
import { textOf, type HomeHouse } from './room.js'

/** Presser presses, where, and what they may read of it; null: they may. */
export const who = {
  admin: { user: 'U0ZOE', team: 'T0ACME', told: null },
  owner: { user: 'U0OWN', team: 'T0ACME', told: null },
  'former admin': { user: 'U0EX', team: 'T0ACME', told: 'Only admins and owners' },
  member: { user: people.ada.id, team: 'T0ACME', told: 'Only admins and owners' },
  guest: { user: people.guest.id, team: 'T0ACME', told: 'Guests cannot see' },
  deactivated: { user: people.left.id, team: 'T0ACME', told: 'is deactivated' },
  stranger: { user: people.outsider.id, team: 'T0ACME', told: 'You are from another one' },
  'admin of another workspace': { user: 'U0BOSS', team: 'T0GLOBEX', told: 'in the meantime' },
} as const
export type Presser = keyof typeof who

/** What is sent, as Slack would: a press, or a submission. */
export type Payload = { readonly action: JsonObject } | { readonly view: JsonObject }

/** People who are in the workspace besides those of Acme. */
export const addPressers = async ({ slack }: HomeHouse): Promise<void> => {
  slack.addPerson({ id: 'U0OWN', team_id: 'T0ACME', is_owner: true })
  const former = slack.addPerson({ id: 'U0EX', team_id: 'T0ACME', is_admin: true })
  slack.addPerson({ id: 'U0BOSS', team_id: 'T0GLOBEX', is_admin: true, is_owner: true })
  // Seen as an admin in the Home tab, and believed by nobody a moment later.
  await slack.event('T0ACME', { type: 'app_home_opened', user: 'U0EX', channel: 'D0EX', tab: 'home' })
  await slack.until(() => slack.state.views.find(({ user, type }) => user === 'U0EX' && type === 'home'))
  former.is_admin = false
}

/** Sends it, and resolves with all that this person is shown. */
export const send = async (house: HomeHouse, payload: Payload, name: Presser): Promise<string> => {
  const { slack } = house
  const { user, team } = who[name]
  const frame = { user: { id: user, team_id: team }, team: { id: team }, api_app_id: 'A0WHOSOUT' }
  const trigger_id = `trigger-${user}`
  const expires = slack.state.workspaces.size > 0 ? Date.now() + 3_000 : 0
  slack.state.triggers.set(trigger_id, { id: trigger_id, team_id: team, user, expires, used: false })
  if ('view' in payload) {
    const submitted = {
      type: 'view_submission',
      ...frame,
      trigger_id,
      view: { id: 'V0FORM', type: 'modal', team_id: team, ...payload.view },
    }
    return plainSpaces((await slack.deliver({ kind: 'interaction', payload: submitted })).body)
  }
  const home = { id: 'V0HOME', type: 'home', team_id: team, private_metadata: '', state: { values: {} } }
  const known = slack.state.views.length
  const pressed = { type: 'block_actions', ...frame, trigger_id, view: home, actions: [payload.action] }
  await slack.deliver({
    kind: 'interaction',
    payload: { ...pressed, container: { type: 'view', view_id: home.id } },
  })
  const modal = await slack.until(() =>
    slack.state.views.slice(known).find((one) => one.user === user && !textOf(one).includes('One moment')),
  )
  return textOf(modal)
}
