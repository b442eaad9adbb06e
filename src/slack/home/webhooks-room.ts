import { eventKinds } from '../../domain/webhooks/events.js'
import { webhookState, type Webhook } from '../../domain/webhooks/webhook.js'
import { bold } from '../../domain/words/message.js'
import { listTeams } from '../../services/organizations/teams.js'
import { webhooksOf } from '../../services/webhooks/webhooks.js'
import { section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { counted, rowBlock, type Room } from './rooms.js'

const webhookWords = (webhook: Webhook, teams: ReadonlyMap<string, string>, clock: ViewerClock): string => {
  const { host, events, team_id, reasons, names, last_success_at, last_error } = webhook
  const facts = [
    webhookState(webhook),
    events.length === eventKinds.length ? 'all events' : events.join(', '),
    team_id === null ? 'everybody' : (teams.get(team_id) ?? 'a deleted team'),
    `reasons ${reasons}`,
    ...(names ? ['with names'] : []),
    last_success_at === null ? 'never received' : `last received ${instantWords(last_success_at, clock)}`,
  ]
  const error = last_error === null ? '' : `\n${drawLine([last_error])}`
  return `${drawLine([bold(host)])}\n${drawLine([facts.join(' · ')])}${error}`
}

/** Who is told what changes, for admins to see; a webhook is added and removed from the command line. */
export const webhooksRoom: Room = {
  name: 'webhooks',
  title: 'Webhooks',
  async state({ organization }, { store }) {
    const webhooks = await webhooksOf(store, organization._id)
    const bad = webhooks.filter((webhook) => webhookState(webhook) !== 'active').length
    const not = bad === 0 ? '' : `, ${bad} of them not received`
    return {
      said:
        webhooks.length === 0
          ? 'No other system is told of leave.'
          : `${counted(webhooks.length, 'webhook')}${not}`,
    }
  },
  async blocks({ organization: { _id: org, slug }, clock }, { store }) {
    const teams = new Map((await listTeams(store, org)).map(({ id, name }) => [id, name]))
    return [
      section(`Other systems that are told of leave. To add one: \`whosout webhooks add URL --org ${slug}\``),
      ...(await webhooksOf(store, org)).map((webhook) =>
        rowBlock(`home_webhook:${webhook._id}`, webhookWords(webhook, teams, clock)),
      ),
    ]
  },
}
