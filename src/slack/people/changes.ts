import type { App } from '@slack/bolt'
import { applyPeopleEvent } from '../../services/people/directory.js'
import type { Register } from '../listeners.js'
import { describeError } from '../log.js'
import { accessOf } from '../workspace/access.js'
import { directoryPersonOf } from './directory.js'
import { profileOf, type SlackUser } from './profiles.js'

/** People whose last state is remembered. */
const maxKnown = 20_000

/**
 * Handles people who join, leave or change between two listings. Slack sends an event for every status change, so the
 * fields that a member is made from are compared first; nearly all events end there.
 */
export const registerDirectory: Register = (app: App, services) => {
  const known = new Map<string, string>()
  const changed = async (user: SlackUser, workspace: string, org: string): Promise<void> => {
    const person = directoryPersonOf(user, workspace)
    const { account, kind } = profileOf(user, workspace)
    const hasLeft = kind === 'deactivated' || kind === 'guest'
    if (!person && !hasLeft) return
    const key = `${workspace}:${user.id}`
    const state = JSON.stringify([kind, person])
    if (known.get(key) === state) return
    try {
      // Whether or not Slack is a source: their link shows what only full members of the workspace may ask.
      if (hasLeft)
        await services.personalLinks.revoke({ org, ...account }, { who: 'slack', from: `slack:${workspace}` })
      if (person && (await applyPeopleEvent(services, org, workspace, [person])))
        services.log.info({ workspace }, 'a member changed with their Slack account')
      known.delete(key)
      known.set(key, state)
      const [oldest] = known.keys()
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
    } catch (error) {
      // The next listing corrects it.
      services.log.warn(
        { err: describeError(error), workspace },
        'a change to a Slack account could not be applied',
      )
    }
  }
  for (const name of ['team_join', 'user_change'] as const)
    app.event(name, async ({ event, body, context: bolt }) => {
      const access = accessOf(bolt)
      // Slack's types of users in events and in answers differ in their optional fields.
      if ('organization' in access)
        await changed(event.user as SlackUser, body.team_id, access.organization._id)
    })
}
