import type { Digest } from '../domain/digest.js'
import { nextWords, settingsWords } from '../domain/words/digest-status-words.js'
import { bold, code, line, list, note, type Line, type Message } from '../domain/words/message.js'
import type { SetDigest } from '../services/digests.js'
import type { ChannelRefusal } from './channel.js'

/** Why a channel gets no digest. */
export const digestRefusals = {
  direct:
    'A digest belongs in a channel, not in direct messages. Type this in the channel that should get it.',
  connect: 'This channel is shared with another company, so I post no digest of who is away here.',
  archived: 'This channel is archived: nothing can be posted here.',
  unknown: 'I am not in this channel yet. Type `/invite @whosout` here, then try again.',
} as const satisfies Record<ChannelRefusal, string>

/** The same from afar. */
export const inviteThere = (channel: string): string =>
  `whosout is not in ${channel} yet. Type «/invite @whosout» there, then try again.`
export const noAnswer = 'Slack did not say what channel this is. Nothing was changed; try again in a minute.'

export const lateTrigger = 'That took too long for Slack to open a form. Please type it once more.'
export const oneMoment = 'One moment, please …'
export const unannounced = 'That is done, but Slack did not let me say so in the channel.'
export const gone = 'This digest was changed or removed meanwhile. Here is how it stands now.'

export const testShown = 'The test is in the channel now, where only you see it.'
export const testExpired =
  'Slack lets me show a test for half an hour, and a few times only. Close this, and type the command again.'
export const savedText = 'Saved.'
export const removedText = 'The digest is removed.'
export const teamGone = 'This team does not exist any more. Choose another one, or everybody.'

/** Why there is nothing to show. */
export const contentRefusals = {
  team_deleted: 'Its team does not exist any more: set a digest for another team, or for everybody.',
  organization_gone: 'Your organization does not exist in whosout any more.',
  suspended: 'whosout is switched off for your organization: nothing is posted.',
} as const

export const silentTexts = {
  bank_holiday: 'Nothing would be posted, because everybody has a bank holiday. It would say:',
  nobody_out: 'Nothing would be posted, because nobody is out. It would say:',
} as const

export const willPost = 'It will be in the channel within a minute.'

/** "of this channel", or "of this channel about Design". */
const whatWords = (team: string | null): Line =>
  team === null ? ['the morning digest of this channel'] : ['the morning digest about ', bold(team)]

/** What is said in the channel; nobody is pinged. */
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
    line('Every morning in this channel: who is out today, who is back, and what is coming.'),
    ...list(null, [
      [code(`${command} digest`), '  set, preview, pause or remove it'],
      [code(`${command} digest status`), '  what became of the last seven days'],
      [code(`${command} digest help`), '  this'],
    ]),
    note('At most one a day. If it cannot be posted in time, the status says why.'),
  ],
})
