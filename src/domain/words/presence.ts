import { isOneDay } from '../reply/days.js'
import { outView, presentView, type Page } from '../reply/pages.js'
import type { PresenceReply, PresentGroup } from '../reply/reply.js'
import { askedDays, askedNotes, dayOffParts, notWorking, onDays, readingNotes, teamPrefix } from './asked.js'
import { exactTitle } from './exact.js'
import { groupLines, holidayWords } from './groups.js'
import { bold, capital, line, list, type Line, type Message, type Part, type Voice } from './message.js'

/** Bank holidays that are said in the first line; more have lines of their own. */
const mostHolidays = 2

const sizeOf = ({ out_count, in_count }: PresenceReply): number => out_count + in_count

const emptyWords = ({ asked }: PresenceReply): string =>
  `There are no members in ${asked.team?.name ?? asked.organization} yet.`

/** "10 of 40 are away at some point"; of nobody, that everyone is in. */
const countWords = (reply: PresenceReply): string => {
  const { asked, out, holiday_only } = reply
  const isPast = asked.range.to < asked.today
  const [is, are] = isPast ? ['was', 'were'] : ['is', 'are']
  if (out.length > 0) {
    const [who, verb] = [`${out.length} of ${sizeOf(reply)}`, out.length === 1 ? is : are]
    return isOneDay(asked.range) ? `${who} ${verb} out` : `${who} ${verb} away at some point`
  }
  return holiday_only > 0 ? `Nobody else ${is} out` : `Everyone ${is} in`
}

/** What stands before the list: the count, where the title does not say it, and whose bank holiday it is. */
export const leadParts = (reply: PresenceReply, count: string | null): readonly Part[] => {
  const { asked, holidays } = reply
  const words = holidays.map((holiday) => holidayWords(holiday, asked))
  if (words.length > mostHolidays)
    return [
      ...(count === null ? [] : [line(count)]),
      ...list(
        null,
        words.map((one) => [one]),
      ),
    ]
  const said = [...(count === null ? [] : [count]), ...words]
  return said.length === 0 ? [] : [line(said.join(' · '))]
}

/** "Page 2 of 5". */
export const pageParts = ({ page, pages }: Page<unknown>): readonly Part[] =>
  pages === 1 ? [] : [line(`Page ${page} of ${pages}`)]

const outParts = (reply: PresenceReply, voice: Voice): readonly Part[] => {
  const view = outView(reply)
  const { near } = view
  const lines = groupLines(view.items, reply.asked, voice)
  if (near === null) return [...list(null, lines), ...pageParts(view)]
  const own: readonly Line[] = lines.length > 0 ? lines : [['Nobody is out.']]
  return [
    ...list([bold(near.team)], own),
    ...pageParts(view),
    line(bold('Elsewhere'), `: ${near.elsewhere} out`),
  ]
}

/** "Out today, Mon 23 Nov · 7 of 40", "Who is out · next week, 23–27 Nov". */
const outTitle = (reply: PresenceReply, voice: Voice): string => {
  const { asked, out, has_working_day } = reply
  if (!isOneDay(asked.range) || !has_working_day)
    return `${teamPrefix(asked)}Who is out · ${askedDays(asked, voice)}`
  if (out.length > 0)
    return `${teamPrefix(asked)}Out ${onDays(asked, voice)} · ${out.length} of ${sizeOf(reply)}`
  const verb = asked.range.to < asked.today ? 'was' : 'is'
  const nobody = reply.holiday_only > 0 ? 'Nobody else' : 'Nobody'
  return `${teamPrefix(asked)}${nobody} ${verb} out ${onDays(asked, voice)}`
}

/** In place of days on which nobody works: the next working day. */
const insteadParts = (reply: PresenceReply, voice: Voice): readonly Part[] => {
  const said = line(notWorking(reply.asked, voice))
  if (!reply.instead) return [said]
  const { title, parts } = presenceMessage(
    { ...reply.instead, asked: { ...reply.instead.asked, corrections: [], remarks: [], alternative: null } },
    voice,
  )
  return [said, line(bold(title)), ...parts]
}

const outMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked, out, has_working_day } = reply
  const exact = exactTitle(reply, voice)
  if (sizeOf(reply) === 0) return { title: outTitle(reply, voice), parts: [line(emptyWords(reply))] }
  if (!has_working_day)
    return {
      title: outTitle(reply, voice),
      parts: [...readingNotes(asked, voice), ...insteadParts(reply, voice), ...askedNotes(asked, voice)],
    }
  const isSaid = isOneDay(asked.range) && exact === null && (out.length > 0 || reply.holiday_only > 0)
  return {
    title: exact ?? outTitle(reply, voice),
    parts: [
      ...readingNotes(asked, voice),
      ...dayOffParts(asked, voice),
      ...leadParts(reply, isSaid ? null : `${countWords(reply)}${out.length === 0 ? '.' : ''}`),
      ...outParts(reply, voice),
      ...askedNotes(asked, voice),
    ],
  }
}

/** "Design: Ada, Ben"; without the team where one was asked for. */
const presentLines = (groups: readonly PresentGroup[], { asked }: PresenceReply): readonly Line[] =>
  groups.map(({ team, people: names }): Line =>
    asked.team ? [names.join(', ')] : [bold(team ?? 'No team'), `: ${names.join(', ')}`],
  )

const presentMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked, has_working_day } = reply
  const isDay = isOneDay(asked.range)
  const title =
    isDay && has_working_day
      ? capital(`in ${onDays(asked, voice)}`)
      : `Who is in · ${askedDays(asked, voice)}`
  if (sizeOf(reply) === 0) return { title, parts: [line(emptyWords(reply))] }
  if (!has_working_day)
    return {
      title: `${teamPrefix(asked)}${title}`,
      parts: [...readingNotes(asked, voice), ...insteadParts(reply, voice), ...askedNotes(asked, voice)],
    }
  const exact = exactTitle(reply, voice)
  const count = `${sizeOf(reply) - reply.out.length - reply.holiday_only} of ${sizeOf(reply)}`
  const view = presentView(reply)
  return {
    title: exact ?? `${teamPrefix(asked)}${title}${isDay ? ` · ${count}` : ''}`,
    parts: [
      ...readingNotes(asked, voice),
      ...dayOffParts(asked, voice),
      ...leadParts(
        reply,
        isDay && exact === null ? null : `${count} in${isDay ? '' : ' on all of these days'}`,
      ),
      ...list(null, presentLines(view.items, reply)),
      ...pageParts(view),
      ...askedNotes(asked, voice),
    ],
  }
}

/** Who is out, until when, and back when; or who is in. */
export const presenceMessage = (reply: PresenceReply, voice: Voice): Message =>
  reply.asked.asks === 'in' ? presentMessage(reply, voice) : outMessage(reply, voice)
