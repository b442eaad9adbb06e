import { eventKinds } from '../domain/webhooks/events.js'
import { webhookState, type WebhookDelivery, type Webhook } from '../domain/webhooks/webhook.js'
import { loadLogNames } from '../services/records/names.js'
import { declareGroup, declareOrganizationCommand } from './command.js'
import { showOnce } from './io.js'
import { graceOf, graceOption } from './keys/grace.js'
import { limitOption, listOption } from './options.js'
import { listed } from './output.js'
import { stateStyle } from './table.js'

const secretText = (secret: string, rest: string): string =>
  `${secret}\n\nThe secret is shown only once. ${rest}`

const add = declareOrganizationCommand({
  usage: 'add <url>',
  description: 'Send events to an address: changes of leave, and who is out each morning',
  argument: 'where events are sent, over https; stored encrypted',
  options: (command) =>
    command
      .option('--team <team>', 'only what is about this team (id or name)')
      .option('--events <events>', `some of ${eventKinds.join(', ')} (default: all)`, listOption)
      .option('--reasons <reasons>', 'hidden: every leave but bank holidays is personal; or shown', 'hidden')
      .option('--names', 'name people; otherwise events hold only their ids'),
  json: '{"id", "secret"}',
  help: '\nA running server sends within 10 seconds. How to verify what arrives: docs/webhooks.md',
  run: async ({ io, org, slug, services, actor, args: [url], options, json }) => {
    const webhooks = await services.openWebhooks(true)
    const { webhook, secret } = await webhooks.add(org, { ...options, url }, actor)
    const { _id: id, host } = webhook
    await showOnce(io, {
      text: json
        ? JSON.stringify({ id, secret })
        : `Webhook to ${host} (${id}):\n\n  ${secretText(secret, `Verify what arrives with it.\nWhat was sent: whosout webhooks deliveries ${id} --org ${slug}`)}`,
      takeBack: () => webhooks.remove(org, id, actor),
      done: 'Nobody has seen the secret, so the webhook was removed.',
      failed: `Nobody has seen the secret, but the webhook could not be removed. To do so: whosout webhooks remove ${id}`,
    })
  },
})

const webhookJson = (webhook: Webhook) => {
  const { _id: id, host, events, team_id, reasons, names, created_at, created_by } = webhook
  const { last_success_at, last_error, failing_since, ended } = webhook
  return {
    id,
    host,
    state: webhookState(webhook),
    events,
    team_id,
    reasons,
    names,
    created_at,
    created_by,
    last_success_at,
    failing_since,
    disabled_at: ended?.at ?? null,
    last_error,
  }
}

const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the webhooks with their states and events',
  json: '[{"id", "host", "state": "active|failing|disabled", "events": [], "team_id", "reasons", "names", "created_at", "created_by", "last_success_at", "failing_since", "disabled_at", "last_error"}]',
  table: true,
  run: async ({ org, slug, services, dependencies }) => {
    const rows = (await (await services.openWebhooks()).list(org)).map(webhookJson)
    const { nameOf } = await loadLogNames(dependencies.store, org)
    return {
      ...listed(
        rows,
        {
          ID: 'id',
          HOST: 'host',
          STATE: { value: 'state', style: stateStyle },
          EVENTS: ({ events }) => (events.length === eventKinds.length ? 'all' : events.join(', ')),
          TEAM: ({ team_id }) =>
            team_id === null ? 'everybody' : (nameOf(team_id) ?? `${team_id} (deleted)`),
          REASONS: 'reasons',
          'LAST SUCCESS': ({ last_success_at }) => last_success_at ?? 'never',
        },
        `There are no webhooks yet. To add one: whosout webhooks add URL --org ${slug}`,
      ),
      notes: rows.flatMap(({ host, last_error }) => (last_error === null ? [] : [`${host}: ${last_error}`])),
    }
  },
})

const deliveryJson = (delivery: WebhookDelivery) => {
  const { _id: id, type, at, state, attempts, next_at, status, error, data } = delivery
  return { id, type, at, sequence: data.sequence, state, attempts, next_at, status, error }
}

const deliveries = declareOrganizationCommand({
  usage: 'deliveries <webhook>',
  description: 'List what a webhook was sent, newest first; kept for a week',
  options: (command) => command.option('--limit <count>', 'show at most this many', limitOption(10_000), 50),
  json: '[{"id", "type", "at", "sequence", "state": "pending|delivered|failed", "attempts", "next_at", "status", "error"}]',
  table: true,
  run: async ({ org, services, args: [id], options: { limit } }) => {
    const webhooks = await services.openWebhooks()
    const rows = (await webhooks.deliveries(org, id, limit)).map(deliveryJson)
    return listed(
      rows,
      {
        ID: { value: 'id', ids: true },
        AT: 'at',
        TYPE: 'type',
        STATE: { value: 'state', style: stateStyle },
        ATTEMPTS: { value: 'attempts', drop: 2 },
        NEXT: { value: 'next_at', drop: 1 },
        ERROR: { value: 'error', below: true },
      },
      'Nothing was sent within the last week.',
    )
  },
})

const redeliver = declareOrganizationCommand({
  usage: 'redeliver <id>',
  description:
    'Send a delivery again, or all failed and waiting deliveries of a webhook; this enables a disabled webhook',
  argument: 'of a delivery (msg_…) or of a webhook; its beginning is enough',
  json: '{"id", "deliveries"}',
  run: async ({ org, services, args: [id] }) => {
    const sent = await (await services.openWebhooks()).redeliver(org, id)
    const count = sent.deliveries
    return {
      json: sent,
      text: `${count === 1 ? '1 delivery' : `${count} deliveries`} will be sent again within 10 seconds by a running server.`,
    }
  },
})

const rotate = declareOrganizationCommand({
  usage: 'rotate <webhook>',
  description: 'Give a webhook a new secret; during a grace period, both secrets sign deliveries',
  options: (command) => command.addOption(graceOption()),
  json: '{"id", "secret", "previous_valid_until"}',
  run: async ({ io, org, organization, services, actor, args: [named], options, json }) => {
    const grace = graceOf(options.grace, io.now(), organization.timezone, 'This webhook is invalid.')
    const webhooks = await services.openWebhooks(true)
    const { webhook, secret, undo } = await webhooks.rotate(org, named, grace, actor)
    const { _id: id, host, secrets } = webhook
    const previous_valid_until = secrets[1]?.valid_until ?? null
    await showOnce(io, {
      text: json
        ? JSON.stringify({ id, secret, previous_valid_until })
        : `Webhook to ${host} (${id}):\n\n  ${secretText(secret, `Until ${previous_valid_until} the old one signs as well.`)}`,
      takeBack: undo,
      done: 'Nobody has seen the new secret, so the rotation was undone.',
      failed: `Nobody has seen the new secret, but the rotation could not be undone. Rotate again: whosout webhooks rotate ${id}`,
    })
  },
})

const remove = declareOrganizationCommand({
  usage: 'remove <webhook>',
  description: 'Remove a webhook and its waiting deliveries',
  json: '{"id"}',
  run: async ({ org, services, actor, args: [named] }) => {
    const { _id: id, host } = await (await services.openWebhooks()).remove(org, named, actor)
    return { json: { id }, text: `Removed the webhook to ${host}.` }
  },
})

export const webhookCommands = declareGroup(
  'webhooks',
  'Webhooks: add, list, deliveries, redeliver, rotate and remove',
  [add, list, deliveries, redeliver, rotate, remove],
)
