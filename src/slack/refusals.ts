import { Problem } from '../domain/problem.js'
import { slackErrorOf } from './log.js'
import type { AccessRefusal } from './workspace/access.js'
import type { AccountKind } from './people/profiles.js'

/** Why a workspace gets no answer, and who can fix that. */
const sentences = {
  unbound:
    'whosout is installed here, but this workspace is not linked to an organization yet. The person who runs whosout can do that with `whosout slack bind`.',
  not_installed: 'whosout is not installed in this workspace. An admin can install it.',
  foreign: 'This whosout server is set up for another workspace.',
  enterprise:
    'whosout works in individual workspaces, not across an Enterprise organization. An admin can install it in this workspace.',
  suspended: 'whosout is turned off for your organization. The person who runs it can turn it back on.',
  token: 'Slack no longer accepts whosout’s token. An admin can reinstall the app.',
  unavailable: 'whosout cannot do that right now. Please try again in a minute.',
} as const satisfies Record<AccessRefusal, string>

export const refusalText = (refused: AccessRefusal): string => sentences[refused]

/** For failures that only the operator can do something about. */
export const apology = 'Sorry, that did not work. Please try again in a minute.'

/** Slack's error codes that an admin resolves by reinstalling the app. */
const mended: Readonly<Record<string, string>> = {
  account_inactive: sentences.token,
  invalid_auth: sentences.token,
  not_authed: sentences.token,
  token_expired: sentences.token,
  token_revoked: sentences.token,
  missing_scope:
    'Slack does not allow whosout to do that. An admin can reinstall the app and grant the permissions it asks for.',
}

/** The advice for an error of Slack's that concerns the app; undefined for other errors. */
export const adviceFor = (word: string): string | undefined =>
  Object.hasOwn(mended, word) ? mended[word] : undefined

/** The message for a failure: a refusal in its own words, advice where an admin can help, otherwise an apology. */
export const sentenceFor = (error: unknown): string =>
  error instanceof Problem && error.code !== 'unavailable' && error.code !== 'outcome_unknown'
    ? error.message
    : (adviceFor(slackErrorOf(error) ?? '') ?? apology)

const seconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`)

/** For people who ask faster than the limit allows. */
export const tooOften = {
  person: (limit: number, retryIn: number): string =>
    `You have asked ${limit} times in a minute, which is the limit for one person. Please try again in ${seconds(retryIn)}.`,
  workspace: (limit: number, retryIn: number): string =>
    `People in this workspace have asked ${limit} times in a minute, which is the limit for a workspace. Please try again in ${seconds(retryIn)}.`,
}

/** Why a person gets no answer. */
const accountRefusals = {
  guest: 'whosout answers full members of this workspace. Guests cannot see who is out.',
  bot: 'whosout answers people, not apps.',
  stranger:
    'whosout answers people in its own workspace. You are from another one, so I cannot tell you who is out.',
  deactivated: 'Your account in this workspace is deactivated, so I cannot tell you who is out.',
} as const satisfies Record<Exclude<AccountKind, 'member'>, string>

export const accountRefusal = (standing: Exclude<AccountKind, 'member'>): string => accountRefusals[standing]

/** Slack does not say who is asking, and people who cannot be identified get no answer. */
export const unseen =
  'Slack does not let whosout see who is asking. An admin can reinstall whosout and allow it to read profiles.'

/** For a value that another version wrote, or that was tampered with. */
export const staleText = 'This message is out of date. Ask again.'

export const sharedText = 'Shared with this channel.'
export const sharedBy = (name: string): string => `Shared by ${name}.`
export const sharingText = 'That is already being shared.'

/** Why an answer is not shared. */
export const shareTexts = {
  direct: 'I can only share in channels, not in direct messages.',
  connect: 'This channel is shared with another company, so I will not post who is out here.',
  archived: 'This channel is archived, so nothing can be posted here.',
  unknown: 'I am not in this channel. Type `/invite @whosout` here, then share again.',
  unsure: 'Slack did not say whether that was posted, so I will not post it again. Check the channel.',
  refused: 'Slack does not let me post in this channel. An admin may have restricted posting.',
  too_long: 'Slack rejected the answer because it is too long. Ask about fewer days, or about one team.',
  limited: 'Slack asked me to wait. Nothing was posted; please share again in a minute.',
  unreached: 'Slack could not be reached. Nothing was posted; please share again in a minute.',
} as const
