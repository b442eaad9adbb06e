import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { eventKinds } from '../../domain/webhooks/events.js'
import { webhookState, type Webhook } from '../../domain/webhooks/webhook.js'
import { bold, code } from '../../domain/words/message.js'
import { listTeams } from '../../services/organizations/teams.js'
import { webhooksOf } from '../../services/webhooks/stored.js'
import { recordSecretClosed } from '../../services/webhooks/webhooks.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { context, copied, pressButton, section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { choice, text, ticks } from '../modal/fields.js'
import { registerClosed, registerOpens } from '../modal/for-admins.js'
import { adminForm, askFirst, drawForm, outdated, prefixed, readMemory, registerForm } from '../modal/form.js'
import { shownOnce } from '../modal/modal.js'
import { everybody, teamMenu } from '../team-menu.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { counted, rowBlock, type Room } from './rooms.js'

const webhookIds = { create: 'home_webhooks:new', remove: 'home_webhooks:remove' } as const
const shownCallback = 'home_webhook_secret'
const title = 'Webhooks'
const maxAddressLength = 2_000

const webhookWords = (webhook: Webhook, teams: ReadonlyMap<string, string>, clock: ViewerClock): string => {
  const { _id, host, events, team_id, reasons, names, last_success_at, last_error } = webhook
  const facts = [
    webhookState(webhook),
    events.length === eventKinds.length ? 'all events' : events.join(', '),
    team_id === null ? 'everybody' : (teams.get(team_id) ?? 'a deleted team'),
    `reasons ${reasons}`,
    ...(names ? ['with names'] : []),
    last_success_at === null ? 'never received' : `last received ${instantWords(last_success_at, clock)}`,
  ]
  const error = last_error === null ? '' : `\n${drawLine([last_error])}`
  return `${drawLine([bold(host)])} · \`${_id}\`\n${drawLine([facts.join(' · ')])}${error}`
}

/** Other systems that are told what changes, for admins: never an address or a secret, only the host. */
export const webhooksRoom: Room = {
  name: 'webhooks',
  title,
  async state({ organization }, { store }) {
    const webhooks = await webhooksOf(store, organization._id)
    const states = webhooks.map(webhookState)
    const bad = (['failing', 'disabled'] as const).flatMap((state) => {
      const count = states.filter((one) => one === state).length
      return count === 0 ? [] : [`${count} ${state}`]
    })
    const said =
      webhooks.length === 0
        ? 'No other system gets events yet.'
        : [counted(webhooks.length, 'webhook'), ...bad].join(', ')
    return { said, main: pressButton(webhookIds.create, 'New webhook') }
  },
  async blocks({ organization: { _id: org }, clock }, { store }) {
    const teams = new Map((await listTeams(store, org)).map(({ id, name }) => [id, name]))
    return [
      section(
        'Other systems are told when leave is entered, changed or cancelled, and each morning who is out.',
      ),
      {
        type: 'actions',
        block_id: 'home_webhooks',
        elements: [pressButton(webhookIds.create, 'New webhook')],
      },
      ...(await webhooksOf(store, org)).map((webhook) =>
        rowBlock(
          `home_webhook:${webhook._id}`,
          webhookWords(webhook, teams, clock),
          pressButton(webhookIds.remove, 'Remove…', webhook._id),
        ),
      ),
      context('The person who runs whosout can see what was sent, and send it again.'),
    ]
  },
}

const idsOf = prefixed('home_webhook_field')

const newWebhook = adminForm({
  callback: 'home_webhook_new',
  title,
  fields: ['url', 'team', 'reasons', 'names'],
  /** The menu of teams is a search when there are many. */
  idsOf: (field) => ({ ...idsOf(field), ...(field === 'team' && { action: 'home_webhook:team' }) }),
  memory: z.object({}),
  placeOf: ({ code: why }) => (why === 'not_found' ? 'team' : 'url'),
  async run({ entered, who: { organization, actor } }, services) {
    const team = entered.chosen('team')
    const wish = {
      url: entered.text('url'),
      team: team === everybody ? undefined : team,
      reasons: entered.chosen('reasons'),
      names: entered.ticked('names').length > 0,
    }
    const { webhook, secret } = await (await services.openWebhooks(true)).add(organization._id, wish, actor)
    return secretModal(webhook, secret)
  },
})

const drawNewWebhook = async ({ organization }: Admin, { store }: SlackServices): Promise<ModalView> => {
  const teams = await listTeams(store, organization._id)
  return drawForm(newWebhook, {
    title: 'New webhook',
    submit: 'Create',
    memory: {},
    fields: {
      url: {
        label: 'Address',
        element: text({ max: maxAddressLength }),
        hint: 'The public https:// address of the other system.',
      },
      team: teams.length > 0 && {
        label: 'It tells about',
        element: (action_id) => teamMenu({ action_id, teams, chosen: null }),
      },
      reasons: {
        label: 'Reasons',
        element: choice({ hidden: 'Hidden', shown: 'Sent, as they are' }, 'hidden'),
      },
      names: {
        label: 'People',
        element: ticks({ on: 'Send names as well as ids' }, []),
        optional: true,
      },
    },
  })
}

/** The only place where a secret is ever shown. Slack tells the app when this view is closed. */
const secretModal = ({ _id, host }: Webhook, secret: string): ModalView =>
  shownOnce({ callback_id: shownCallback, title: 'Copy the secret', memory: { webhook: _id } }, [
    section(
      drawLine([
        'The secret of the webhook to ',
        bold(host),
        ' is shown only once. Copy it before you close this.',
      ]),
    ),
    copied(secret),
    context(drawLine(['The receiver uses it to verify ', code('webhook-signature'), '.'])),
  ])

const webhookMemory = z.object({ webhook: z.string() })

const removeWebhook = adminForm({
  callback: 'home_webhook_remove',
  title,
  fields: [],
  idsOf,
  memory: webhookMemory,
  async run({ memory, who: { organization, actor } }, { openWebhooks }) {
    const { host } = await (await openWebhooks()).remove(organization._id, memory.webhook, actor)
    return drawLine(['The webhook to ', bold(host), ' was removed.'])
  },
})

const askRemove = async (
  { organization }: Admin,
  id: string,
  { store }: SlackServices,
): Promise<ModalView | string> => {
  const webhook = (await webhooksOf(store, organization._id)).find(({ _id }) => _id === id)
  if (!webhook) return outdated
  const says = drawLine([bold(webhook.host), ' gets no more events, not even those that are waiting.'])
  return askFirst(removeWebhook, {
    title: 'Remove this webhook?',
    submit: 'Remove',
    memory: { webhook: id },
    says,
  })
}

/** Admin actions on webhooks: `whosout webhooks add` and `remove`. */
export const registerWebhooksRoom = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [webhookIds.create]: (admin, _, all) => drawNewWebhook(admin, all),
    [webhookIds.remove]: askRemove,
  })
  registerForm(app, services, newWebhook)
  registerForm(app, services, removeWebhook)
  registerClosed(app, services, {
    callback: shownCallback,
    what: 'secret',
    idIn: (metadata) => readMemory(webhookMemory, metadata)?.webhook,
    record: (...closed) => recordSecretClosed(services, ...closed),
  })
}
