import type { Ahead, DigestReply } from '../reply/digest.js'
import { firstPage, perPage } from '../reply/pages.js'
import type { PresenceReply } from '../reply/reply.js'
import { cutName, notWorking } from './asked.js'
import { dayWords } from './dates.js'
import { groupLines, holidayWords } from './groups.js'
import { andMore, bold, line, list, note, type Line, type Message, type Part } from './message.js'
import { leadParts } from './presence.js'

/** How a digest comes. */
export interface Posting {
  /** More than ten minutes after its time. */
  readonly late: boolean
  /** `HH:mm`, in the digest's zone. */
  readonly planned: string
}

/** Read on its day: "today" is that day. */
const voice = { absolute: false }

/** How many names fit in one line; the others are counted. */
const mostNames = 15

const backToday = (names: readonly string[]): readonly Part[] => {
  if (names.length === 0) return []
  const more = names.length > mostNames ? ` ${andMore(names.length - mostNames)}` : ''
  return [line(bold('Back today'), `: ${names.slice(0, mostNames).join(', ')}${more}`)]
}

/** Groups with the holidays of their days before them, as far as a message goes. */
const aheadLines = ({
  asked,
  groups,
  holidays,
}: Pick<PresenceReply, 'asked' | 'groups' | 'holidays'>): readonly Line[] => {
  const { items } = firstPage(groups)
  const shown = items.flatMap(({ people }) => people).length
  const all = groups.flatMap(({ people }) => people).length
  return [
    ...holidays.map((holiday): Line => [holidayWords(holiday, asked)]),
    ...groupLines(items, asked, { absolute: true }),
    ...(all > shown ? [[andMore(all - shown)]] : []),
  ]
}

const aheadParts = (ahead: Ahead): readonly Part[] => {
  if (ahead.kind === 'coming') return list([bold('Coming up')], aheadLines(ahead))
  const { which, reply } = ahead
  const heading = bold(which === 'next' ? 'Next week' : 'This week')
  if (!reply.has_working_day) return []
  const lines = aheadLines(reply)
  return lines.length === 0 ? [line(heading, ': nobody is out')] : list([heading], lines)
}

/** How many are out of how many; or that everybody is in. */
const countWords = ({ out, out_count, in_count, holiday_only, asked }: PresenceReply): string => {
  const size = out_count + in_count
  if (size === 0) return `There are no members in ${asked.team?.name ?? asked.organization} yet.`
  if (out.length > 0) return `${out.length} of ${size}`
  return holiday_only > 0 ? 'Nobody else is out' : 'Everyone is in.'
}

const todayParts = (reply: PresenceReply): readonly Part[] => {
  if (!reply.has_working_day) return [line(notWorking(reply.asked, voice))]
  const { items, pages } = firstPage(reply.groups)
  const more: readonly Line[] = pages > 1 ? [[andMore(reply.out.length - perPage)]] : []
  return [
    ...leadParts(reply, countWords(reply)),
    ...list(null, [...groupLines(items, reply.asked, voice), ...more]),
  ]
}

/** What a channel reads in the morning. */
export const digestMessage = (reply: DigestReply, { late, planned }: Posting): Message => {
  const { today, back, ahead } = reply
  const { asked, has_working_day } = today
  const team = asked.team ? ` · ${cutName(asked.team.name)}` : ''
  const day = dayWords(asked.today, asked.today)
  return {
    title: `${has_working_day ? 'Out today' : 'Who is out'} · ${day}${team}`,
    parts: [
      ...todayParts(today),
      ...backToday(back),
      ...aheadParts(ahead),
      ...(late ? [note(`Posted late: planned for ${planned}.`)] : []),
    ],
  }
}
