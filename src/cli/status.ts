import { declareGroup, declareOrganizationCommand } from './command.js'
import type { StatusReason } from '../services/statuses/list.js'
import { listed } from './output.js'

const reasonWords: Readonly<Record<StatusReason, string>> = {
  not_connected: 'not connected',
  not_out: 'not out',
  not_yet: 'not yet',
  waiting: 'coming',
  removed: 'removed by the person',
  own_status: 'has a status of their own',
  locked: 'locked by the workspace',
}

const list = declareOrganizationCommand({
  usage: 'list',
  description:
    'List the status that whosout shows in Slack for each member and until when, or why it shows none',
  json: '[{"email", "connected", "status": null|{"text", "emoji", "until"}, "reason"}]',
  table: true,
  run: async ({ org, services: { listStatuses } }) => {
    const rows = (await listStatuses(org)).map(({ member: { email }, connected, status, reason }) => ({
      email,
      connected,
      status: status && {
        ...status,
        until: status.until === 0 ? null : new Date(status.until * 1_000).toISOString(),
      },
      reason,
    }))
    return listed(rows, {
      MEMBER: 'email',
      STATUS: ({ status }) => (status ? `${status.emoji} ${status.text}` : ''),
      UNTIL: ({ status }) => status?.until ?? '',
      WHY: ({ reason }) => (reason === null ? '' : reasonWords[reason]),
    })
  },
})

export const statusCommands = declareGroup('status', 'Statuses in Slack that show days off', [list])
