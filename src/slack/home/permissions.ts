import type { KnownBlock } from '@slack/web-api'
import type { Admin } from '../admission.js'
import { optionalScopes, optionalUses } from '../manifest.js'
import { context, section } from '../message/elements.js'

/** What the workspace declined, or never was asked; nothing where Slack does not say. */
const missingIn = ({ scopes }: Admin) =>
  scopes === null ? [] : optionalScopes.filter((scope) => !scopes.includes(scope))

/** On Home, for admins: that there is more to allow. */
export const permissionHint = (admin: Admin): readonly KnownBlock[] =>
  missingIn(admin).length === 0
    ? []
    : [context('Some of what whosout can do is not allowed in this workspace: see Settings.')]

/** In the settings: each optional scope that is missing, what it is for, and where to allow it. */
export const permissionBlocks = (admin: Admin): readonly KnownBlock[] => {
  const missing = missingIn(admin)
  if (missing.length === 0) return []
  return [
    section(
      [
        '*Not allowed in this workspace*',
        ...missing.map((scope) => `• \`${scope}\`: ${optionalUses[scope]}`),
      ].join('\n'),
    ),
    context(
      'All of it is optional. To allow it, install whosout here again and leave it ticked: at <https://api.slack.com/apps|api.slack.com/apps> under Install App, or with a new install link. If Slack does not ask for it, add it under OAuth & Permissions first, and update the events from `manifests/`.',
    ),
  ]
}
