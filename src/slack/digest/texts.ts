import type { Digest } from '../../domain/digests/digest.js'
import { nextWords, settingsWords } from '../../domain/words/digest-status.js'
import { bold, code, line, list, note, type Line, type Message } from '../../domain/words/message.js'
import type { SetDigest } from '../../services/digests/digests.js'
import type { ChannelRefusal } from '../channel.js'

/** Why a channel cannot have a digest. */
export const digestRefusals = {
  direct: 'Digests go to channels, not direct messages. Type this in the channel that should get one.',
  connect: 'This channel is shared with another company, so I will not post a digest of who is out here.',
  archived: 'This channel is archived, so nothing can be posted here.',
  unknown: 'I am not in this channel yet. Type `/invite @whosout` here, then try again.',
} as const satisfies Record<ChannelRefusal, string>

/** The same, for the command line. */
export const inviteThere = (channel: string): string =>
  `whosout is not in ${channel} yet. Type "/invite @whosout" there, then try again.`
export const noAnswer = 'Slack did not say which channel this is. Nothing was changed; try again in a minute.'

export const unannounced = 'Done, but Slack did not let me announce it in the channel.'
export const perhapsAnnounced = 'Done, but Slack did not say whether the change was announced in the channel.'
export const gone = 'This digest has been changed or removed in the meantime. Here is its current state.'
/**
 * The fields keep their input, so the current settings have to be shown in words. `current`: null when the digest was
 * removed.
 */
export const changedSince = (current: string | null): string =>
  current === null
    ? 'Nothing was saved: someone removed this digest in the meantime. Save again to create it again.'
    : `Nothing was saved: someone changed this digest in the meantime. It is now: ${current}. Save again to replace that.`

/** `day`: formatted by `dayWords`. */
export const testShown = (day: string): string =>
  `The test for ${day} is in the channel, visible only to you.`
export const testTitle = (title: string): string => `Test · ${title}`
export const testNote = (day: string): string =>
  `This is a test, visible only to you. It uses the settings in the form, for ${day}.`
export const testExpired =
  'Slack allows only a few tests within half an hour. Close this form and type the command again.'
export const savedText = 'Saved.'
export const removedText = 'The digest has been removed.'
export const teamGone = 'This team no longer exists. Choose another one, or everybody.'

export const willPost = 'It will be in the channel within a minute.'
/** `later`: the time at which it is due today. `isUnsaved`: the fields differ from the saved settings. */
export const postQuestion = (later: string | null, isUnsaved: boolean): string =>
  [
    'Post today’s digest now?',
    ...(later === null ? [] : [`It will not be posted again at ${later}.`]),
    ...(isUnsaved ? ['It uses the settings in the form without saving them.'] : []),
  ].join(' ')
export const removeQuestion =
  'Remove this digest? Nothing more will be posted. A message in the channel says who removed it.'

/** "of this channel", or "of this channel about Design". */
const whatWords = (team: string | null): Line =>
  team === null ? ['the morning digest of this channel'] : ['the morning digest for ', bold(team)]

/** The message in the channel; nobody is pinged. */
export const setNotice = (
  who: string,
  team: string | null,
  { digest, replaced }: SetDigest,
  now: Date,
): Line => [
  bold(who),
  replaced ? ' changed ' : ' set ',
  ...whatWords(team),
  `: ${settingsWords(digest)}; ${nextWords(digest, now)}.`,
  ...(replaced ? [` Before: ${settingsWords(replaced)}.`] : []),
]

export const pauseNoticeBy = (who: string, team: string | null): Line => [
  bold(who),
  ' paused ',
  ...whatWords(team),
  '.',
]

export const resumeNoticeBy = (who: string, team: string | null, digest: Digest, now: Date): Line => [
  bold(who),
  ' resumed ',
  ...whatWords(team),
  `; ${nextWords(digest, now)}.`,
]

export const removeNoticeBy = (who: string, team: string | null): Line => [
  bold(who),
  ' removed ',
  ...whatWords(team),
  '.',
]

/** `/whosout digest help`. */
export const digestHelp = (command: string): Message => ({
  title: 'The morning digest',
  parts: [
    line('Every morning in this channel: who is out today, who is back, and what is coming up.'),
    ...list(null, [
      [code(`${command} digest`), ' – set, preview, pause or remove it'],
      [code(`${command} digest status`), ' – see what happened over the last seven days'],
      [code(`${command} digest help`), ' – show this help'],
    ]),
    note('At most one per day. If it cannot be posted in time, the status says why.'),
  ],
})
