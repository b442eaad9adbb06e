import { Problem } from '../domain/problem.js'
import { slackErrorOf } from './log.js'
import type { AccessRefusal } from './workspace/access.js'
import type { AccountKind } from './people/profiles.js'

/** Why a workspace gets no answer, and who can fix that. */
const sentences = {
  unbound:
    'whosout is installed here, but this workspace is not linked to an organization yet. Whoever runs whosout can do that with `whosout slack bind`.',
  not_installed: 'whosout is not installed in this workspace. An admin can install it.',
  foreign: 'This whosout server is set up for another workspace.',
  enterprise:
    'whosout works in individual workspaces, not across an Enterprise organization. An admin can install it in this workspace.',
  suspended: 'whosout is turned off for your organization. Whoever runs it can turn it back on.',
  token: 'Slack no longer accepts whosout’s token. An admin can reinstall the app.',
  unavailable: 'whosout cannot look that up right now. Please try again in a minute.',
} as const satisfies Record<AccessRefusal, string>

export const refusalText = (refused: AccessRefusal): string => sentences[refused]

/** When something failed that is nobody's business but the operator's. */
export const apology = 'Sorry, that did not work. Please try again in a minute.'

/** Slack's words for what an admin mends by reinstalling the app. */
const mended: Readonly<Record<string, string>> = {
  account_inactive: sentences.token,
  invalid_auth: sentences.token,
  not_authed: sentences.token,
  token_expired: sentences.token,
  token_revoked: sentences.token,
  missing_scope:
    'Slack does not allow whosout to do that. An admin can reinstall the app, and allow what it asks for.',
}

/** What helps against a refusal of Slack's that is about the app; undefined: it is about something else. */
export const mendingText = (word: string): string | undefined =>
  Object.hasOwn(mended, word) ? mended[word] : undefined

/** What a person is told of a failure: a refusal in its own words, what an admin can mend, anything else with an apology. */
export const sentenceFor = (fault: unknown): string =>
  fault instanceof Problem && fault.code !== 'unavailable' && fault.code !== 'outcome_unknown'
    ? fault.message
    : (mendingText(slackErrorOf(fault) ?? '') ?? apology)

const seconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`)

/** When somebody asks faster than is answered. */
export const tooOften = {
  person: (limit: number, retryIn: number): string =>
    `You have asked ${limit} times in a minute, which is as often as I answer one person. Please try again in ${seconds(retryIn)}.`,
  workspace: (limit: number, retryIn: number): string =>
    `People in this workspace have asked ${limit} times in a minute, which is as often as I answer. Please try again in ${seconds(retryIn)}.`,
}

/** Why somebody gets no answer. */
const accountRefusals = {
  guest: 'whosout answers full members of this workspace. Guests cannot see who is away.',
  bot: 'whosout answers people, not apps.',
  stranger:
    'whosout answers people in its own workspace. You are from another one, so I cannot tell you who is away.',
  deactivated: 'Your account in this workspace is deactivated, so I cannot tell you who is away.',
} as const satisfies Record<Exclude<AccountKind, 'member'>, string>

export const accountRefusal = (standing: Exclude<AccountKind, 'member'>): string => accountRefusals[standing]

/** Slack does not say who asks, and nobody is answered unseen. */
export const unseen =
  'Slack does not let whosout see who is asking. An admin can reinstall whosout and allow it to read profiles.'

/** What another version drew, or somebody tampered with. */
export const staleText = 'This message is out of date. Ask again.'

export const sharedText = 'Shared with this channel.'
export const sharedBy = (name: string): string => `Shared by ${name}.`
export const sharingText = 'That is already being shared.'

/** Why an answer is not shared. */
export const shareTexts = {
  direct: 'I can only share in channels, not in direct messages.',
  connect: 'This channel is shared with another company, so I will not post who is away here.',
  archived: 'This channel is archived, so nothing can be posted here.',
  unknown: 'I am not in this channel. Type `/invite @whosout` here, then share again.',
  unsure: 'Slack did not say whether that was posted, so I will not post it again. Check the channel.',
  refused: 'Slack does not let me post in this channel. An admin may have restricted posting.',
  too_long: 'Slack did not take the answer, because it is too long. Ask about fewer days, or about one team.',
  limited: 'Slack asked me to wait. Nothing was posted; please share again in a minute.',
  unreached: 'Slack could not be reached. Nothing was posted; please share again in a minute.',
} as const
