import type { AccessRefusal } from './access.js'

/** Why a workspace gets no answer, and who can mend it. */
const sentences = {
  unbound:
    'whosout is installed here, but nobody has said yet which organization this workspace asks about. Whoever runs whosout can: `whosout slack bind`.',
  not_installed: 'whosout is not installed in this workspace (any more). An admin can install it again.',
  foreign: 'whosout answers another workspace here, not this one.',
  enterprise:
    'whosout works in single workspaces, not for a whole Enterprise organization. An admin can install it in this workspace.',
  suspended: 'whosout is switched off for your organization. Whoever runs it can switch it on again.',
  token: 'Slack does not let whosout in any more. An admin can install it again.',
  unavailable: 'whosout cannot look that up at the moment. Please try again in a minute.',
} as const satisfies Record<AccessRefusal, string>

export const refusalText = (refused: AccessRefusal): string => sentences[refused]

/** When something failed that is nobody's business but the operator's. */
export const apology = 'Sorry, that did not work. Please try again in a minute.'
