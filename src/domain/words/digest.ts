import type { Ahead, DigestReply } from '../reply/digest.js'
import { firstPage } from '../reply/pages.js'
import type { Asked, OutGroup, PresenceReply } from '../reply/reply.js'
import { cutName, onDays } from './asked.js'
import { dayWords } from './dates.js'
import { groupLines, holidayWords } from './groups.js'
import { andMore, bold, line, list, note, type Line, type Message, type Part, type Voice } from './message.js'
import { leadParts } from './presence.js'

/** The circumstances of a digest. */
export interface Posting {
  /** More than ten minutes after its time. */
  readonly late: boolean
  /** `HH:mm`, in the digest's zone. */
  readonly planned: string
}

/** Read on its own day, so "today" is that day. */
const voice = { absolute: false }

/** The number of names in one line; the others are counted. */
const maxNames = 15

const backToday = (names: readonly string[]): readonly Part[] => {
  if (names.length === 0) return []
  const more = names.length > maxNames ? ` ${andMore(names.length - maxNames)}` : ''
  return [line(bold('Back today'), `: ${names.slice(0, maxNames).join(', ')}${more}`)]
}

/** As many groups as a message has room for, and the number of people in the others. */
const cutGroups = (
  groups: readonly OutGroup[],
): { readonly shown: readonly OutGroup[]; readonly more: number } => {
  const { items } = firstPage(groups)
  const countOf = (some: readonly OutGroup[]) => some.reduce((sum, { people }) => sum + people.length, 0)
  return { shown: items, more: countOf(groups) - countOf(items) }
}

const cutLines = (
  groups: readonly OutGroup[],
  asked: Asked,
  groupVoice: Pick<Voice, 'absolute'>,
): readonly Line[] => {
  const { shown, more } = cutGroups(groups)
  return [...groupLines(shown, asked, groupVoice), ...(more > 0 ? [[andMore(more)]] : [])]
}

/** Groups, preceded by the bank holidays of their days. */
const aheadLines = ({
  asked,
  groups,
  holidays,
}: Pick<PresenceReply, 'asked' | 'groups' | 'holidays'>): readonly Line[] => [
  ...holidays.map((holiday): Line => [holidayWords(holiday, asked)]),
  ...cutLines(groups, asked, { absolute: true }),
]

const aheadParts = (ahead: Ahead): readonly Part[] => {
  if (ahead.kind === 'coming') return list([bold('Coming up')], aheadLines(ahead))
  const { which, reply } = ahead
  const heading = bold(which === 'next' ? 'Next week' : 'This week')
  if (!reply.has_working_day) return []
  const lines = aheadLines(reply)
  return lines.length === 0 ? [line(heading, ': nobody is out')] : list([heading], lines)
}

/** How many people are out of how many; or that everyone is in. */
const countWords = (reply: PresenceReply): string => {
  const { out, away, asked, size } = reply
  if (size === 0) return `There are no members in ${asked.team?.name ?? asked.organization} yet.`
  if (out.length > 0) return `${out.length} of ${size}`
  return away.bank_holiday > 0 ? 'Nobody else is out' : 'Everyone is in.'
}

/** Nobody is out on a day on which nobody works: the next working day is shown in its place. */
const restParts = (next: PresenceReply): readonly Part[] => {
  const { asked, out, groups, size } = next
  const days = onDays(asked, voice)
  const title = out.length > 0 ? `Out ${days} · ${out.length} of ${size}` : `Nobody is out ${days}`
  return [line(bold(title)), ...leadParts(next, null), ...list(null, cutLines(groups, asked, voice))]
}

const todayParts = (reply: PresenceReply): readonly Part[] => {
  if (!reply.has_working_day)
    return [
      line('Not a working day.'),
      ...(reply.instead && reply.instead.size > 0 ? restParts(reply.instead) : []),
    ]
  return [...leadParts(reply, countWords(reply)), ...list(null, cutLines(reply.groups, reply.asked, voice))]
}

/** A channel's morning digest in words. */
export const digestMessage = (reply: DigestReply, { late, planned }: Posting): Message => {
  const { today, back, ahead } = reply
  const { asked, has_working_day } = today
  const team = asked.team ? ` · ${cutName(asked.team.name)}` : ''
  const day = dayWords(asked.today, asked.today)
  return {
    ...(cutGroups((today.instead ?? today).groups).more > 0 && { is_cut: true }),
    title: `${has_working_day ? 'Out today' : 'Who is out'} · ${day}${team}`,
    parts: [
      ...todayParts(today),
      ...backToday(back),
      ...aheadParts(ahead),
      ...(late ? [note(`Posted late: planned for ${planned}.`)] : []),
    ],
  }
}
