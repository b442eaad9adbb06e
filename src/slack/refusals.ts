import { Problem } from '../domain/problem.js'
import type { AccessRefusal } from './access.js'
import type { Standing } from './people.js'

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

/** What a person is told of a failure: a refusal in its own words, anything else with an apology. */
export const sentenceFor = (fault: unknown): string =>
  fault instanceof Problem && fault.code !== 'unavailable' && fault.code !== 'outcome_unknown'
    ? fault.message
    : apology

/** Why somebody gets no answer. */
const standings = {
  guest: 'whosout answers full members of this workspace. Guests are not told who is away.',
  bot: 'whosout answers people, not apps.',
  stranger:
    'whosout answers people of its own workspace. You are here from another one, so I cannot tell you who is away.',
  deactivated: 'Your account in this workspace is deactivated, so I cannot tell you who is away.',
} as const satisfies Record<Exclude<Standing, 'member'>, string>

export const standingText = (standing: Exclude<Standing, 'member'>): string => standings[standing]

/** Slack does not say who asks, and nobody is answered unseen. */
export const unseen =
  'Slack does not let whosout see who is asking. An admin can install whosout again and allow it to read profiles.'

/** A button of another version, or one that was tampered with. */
export const staleText = (command: string): string =>
  `That button is out of date. Ask again with \`${command}\`.`

export const sharedText = 'Shared with this channel.'
export const sharedBy = (name: string): string => `Shared by ${name}.`
export const sharingText = 'That is being shared already.'

/** Why an answer is not shared. */
export const shareTexts = {
  direct: 'I share in channels only, not in direct messages.',
  connect: 'This channel is shared with another company, so I do not say here who is away.',
  archived: 'This channel is archived: nothing can be posted here.',
  unknown: 'I am not in this channel. Type `/invite @whosout` here, then share again.',
  unsure: 'Slack did not say whether that was posted. Have a look at the channel before you share again.',
  refused: 'Slack does not let me post in this channel. An admin may have limited who can.',
} as const

export type ShareRefusal = keyof typeof shareTexts
