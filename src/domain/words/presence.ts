import { isOneDay } from '../reply/days.js'
import { presentCount } from '../reply/presence.js'
import { outView, presentView, type ListPage } from '../reply/pages.js'
import type { OutGroup, PresenceReply, PresentGroup } from '../reply/reply.js'
import { askedDays, askedNotes, cutName, dayOffParts, onDays, readingNotes, teamPrefix } from './asked.js'
import { answeredRest, foundTitle, isPlainList, lookedNotes } from './found.js'
import { foldLong, groupLines, holderWords, holidayWords, longNote } from './groups.js'
import {
  andMore,
  bold,
  line,
  list,
  people,
  type Line,
  type Message,
  type Part,
  type Voice,
} from './message.js'

/** The number of bank holidays in the first line; more than this get lines of their own. */
const maxHolidays = 2

/** "10 of 40 are away at some point"; when nobody is out, that everyone is in. */
const countWords = ({ asked, out, size, away }: PresenceReply): string => {
  const isPast = asked.range.to < asked.today
  const [is, are] = isPast ? ['was', 'were'] : ['is', 'are']
  if (out.length > 0) {
    const [who, verb] = [`${out.length} of ${size}`, out.length === 1 ? is : are]
    return isOneDay(asked.range) ? `${who} ${verb} out` : `${who} ${verb} out at some point`
  }
  return away.bank_holiday > 0 ? `Nobody else ${is} out` : `Everyone ${is} in.`
}

/** Everyone has a bank holiday, and nobody is on leave. */
const isHolidayOfAll = ({ away, size }: PresenceReply): boolean =>
  away.bank_holiday > 0 && away.bank_holiday === size

/** "10 more have a bank holiday (Kolkata, Fri 27 Nov)"; "10 people" where nobody is on leave. */
const holidayCount = ({ asked, holidays, away, out }: PresenceReply): string => {
  const count = away.bank_holiday
  const who = out.length > 0 ? `${count} more` : people(count)
  const where =
    holidays.length > maxHolidays ? '' : ` (${holidays.map((one) => holderWords(one, asked)).join('; ')})`
  return `${who} ${count === 1 ? 'has' : 'have'} a bank holiday${where}`
}

/** "1 more on non-working days only": people whose leave covers no day on which they would work. */
const restCount = ({ away }: PresenceReply): string => {
  const count = away.not_working
  const who = away.leave + away.bank_holiday > 0 ? `${count} more` : `${people(count)} out`
  return `${who} on non-working days only`
}

/**
 * The lines before the list: the count, when the title does not have it, and the people who are away as something
 * else: together they are the API's `out`.
 */
export const leadParts = (reply: PresenceReply, count: string | null): readonly Part[] => {
  const { asked, holidays, away } = reply
  const words = holidays.map((holiday) => holidayWords(holiday, asked))
  if (isHolidayOfAll(reply)) return words.map((one) => line(one))
  const isLong = words.length > maxHolidays
  const said = [
    ...(count === null ? [] : [count]),
    ...(away.bank_holiday > 0 ? [holidayCount(reply)] : isLong ? [] : words),
    ...(away.not_working > 0 ? [restCount(reply)] : []),
  ]
  return [
    ...(said.length === 0 ? [] : [line(said.join(' · '))]),
    ...(isLong
      ? list(
          null,
          words.map((one) => [one]),
        )
      : []),
  ]
}

/** "Page 2 of 5". */
export const pageParts = ({ page, pages }: ListPage<unknown>): readonly Part[] =>
  pages === 1 ? [] : [line(`Page ${page} of ${pages}`)]

const outParts = (reply: PresenceReply, voice: Voice): readonly Part[] => {
  const view = outView(reply)
  const { near } = view
  const { shown, long } = foldLong(view.items)
  const lines = groupLines(shown, reply.asked, voice)
  const folded = longNote(long, reply.asked, voice)
  if (near === null) return [...list(null, lines), ...folded, ...pageParts(view)]
  const own: readonly Line[] = lines.length > 0 ? lines : [['Nobody is out.']]
  return [
    ...list([bold(near.team)], own),
    ...folded,
    ...pageParts(view),
    line(bold('Elsewhere'), `: ${near.elsewhere} out`),
  ]
}

/** "Design · 3 of 13", "Design · Nobody is out", "Design": a team's part of an answer whose title has the days. */
const partTitle = (team: string, reply: PresenceReply): string => {
  const { asked, out, size } = reply
  const name = cutName(team)
  if (!isOneDay(asked.range)) return name
  if (asked.asks === 'in') return `${name} · ${presentCount(reply)} of ${size}`
  if (out.length > 0) return `${name} · ${out.length} of ${size}`
  return `${name} · ${isHolidayOfAll(reply) ? 'Bank holiday' : nobodyOut(reply)}`
}

/** "Nobody is out", "Nobody else was out" beside a bank holiday. */
const nobodyOut = ({ asked, away }: PresenceReply): string =>
  `${away.bank_holiday > 0 ? 'Nobody else' : 'Nobody'} ${asked.range.to < asked.today ? 'was' : 'is'} out`

/** "Out today, Mon 23 Nov · 7 of 40", "Who is out · next week, 23–27 Nov". */
const outTitle = (reply: PresenceReply, voice: Voice): string => {
  const { asked, out, size } = reply
  if (!isOneDay(asked.range)) return `${teamPrefix(asked)}Who is out · ${askedDays(asked, voice)}`
  if (out.length > 0) return `${teamPrefix(asked)}Out ${onDays(asked, voice)} · ${out.length} of ${size}`
  if (isHolidayOfAll(reply)) return `${teamPrefix(asked)}Bank holiday ${onDays(asked, voice)}`
  return `${teamPrefix(asked)}${nobodyOut(reply)} ${onDays(asked, voice)}`
}

/** "Yes: 3 people are out on Thu 26 Nov"; null where the question was who. */
const exactTitle = ({ asked, away }: PresenceReply, voice: Voice): string | null =>
  asked.found && !isPlainList(asked.found) ? foundTitle(asked, asked.found, voice, away) : null

/** The next working day, in place of non-working days. */
const insteadParts = ({ instead }: PresenceReply, voice: Voice): readonly Part[] => {
  if (!instead) return []
  const plain = { ...instead.asked, corrections: [], remarks: [], alternative: null, zone: null, late: [] }
  const next = presenceMessage({ ...instead, asked: plain }, voice)
  return [line(bold(next.title)), ...next.parts]
}

const restMessage = (reply: PresenceReply, voice: Voice): Message => ({
  title: answeredRest(reply.asked, voice),
  parts: [
    ...readingNotes(reply.asked, voice),
    ...insteadParts(reply, voice),
    ...askedNotes(reply.asked, voice),
  ],
})

/** Lines of what is coming up, below who is out today. */
const maxComing = 5

const comingParts = (reply: PresenceReply, coming: readonly OutGroup[], voice: Voice): readonly Part[] => {
  const { asked, holidays } = reply
  const lines = [
    ...holidays.filter(({ from }) => from > asked.today).map((one): Line => [holidayWords(one, asked)]),
    ...groupLines(coming, asked, voice),
  ]
  const isCut = lines.length > maxComing
  const shown = isCut ? lines.slice(0, maxComing - 1) : lines
  const more = isCut ? [[andMore(lines.length - shown.length)]] : []
  return list([bold('Coming up')], [...shown, ...more])
}

/** "9 of 40 are out today, Mon 23 Nov", then what is coming up; where no day was named. */
const firstMessage = (
  reply: PresenceReply,
  { today, coming }: NonNullable<PresenceReply['first']>,
  voice: Voice,
): Message => {
  const { asked, out, size } = today
  const { corrections, remarks, alternative } = reply.asked
  const title =
    out.length === 0
      ? outTitle(today, voice)
      : `${teamPrefix(asked)}${out.length} of ${size} ${out.length === 1 ? 'is' : 'are'} out ${onDays(asked, voice)}`
  return {
    title: today.has_working_day ? title : answeredRest(asked, voice),
    parts: [
      ...readingNotes({ ...asked, corrections, remarks, alternative }, voice),
      ...(today.has_working_day
        ? [...leadParts(today, null), ...outParts(today, voice)]
        : insteadParts(today, voice)),
      ...comingParts(reply, coming, voice),
      ...askedNotes(reply.asked, voice),
    ],
  }
}

const outMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked, first } = reply
  if (first) return firstMessage(reply, first, voice)
  const exact = exactTitle(reply, voice)
  const isSaid = exact !== null || isOneDay(asked.range)
  return {
    title: exact ?? outTitle(reply, voice),
    parts: [
      ...readingNotes(asked, voice),
      ...dayOffParts(asked, voice),
      ...leadParts(reply, isSaid ? null : countWords(reply)),
      ...outParts(reply, voice),
      ...lookedNotes(asked),
      ...askedNotes(asked, voice),
    ],
  }
}

/** "Design: Ada, Ben"; without the team when one was asked for. */
const presentLines = (groups: readonly PresentGroup[], { asked }: PresenceReply): readonly Line[] =>
  groups.map(({ team, people: names }): Line =>
    asked.team ? [names.join(', ')] : [bold(team ?? 'No team'), `: ${names.join(', ')}`],
  )

const inTitle = (asked: PresenceReply['asked'], voice: Voice): string =>
  isOneDay(asked.range) ? `In ${onDays(asked, voice)}` : `Who is in · ${askedDays(asked, voice)}`

const presentMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked } = reply
  const isDay = isOneDay(asked.range)
  const count = `${presentCount(reply)} of ${reply.size}`
  const exact = exactTitle(reply, voice)
  const isSaid = isDay || exact !== null
  const view = presentView(reply)
  return {
    title: exact ?? `${teamPrefix(asked)}${inTitle(asked, voice)}${isDay ? ` · ${count}` : ''}`,
    parts: [
      ...readingNotes(asked, voice),
      ...dayOffParts(asked, voice),
      ...leadParts(reply, isSaid ? null : `${count} are in on all of these days`),
      ...list(null, presentLines(view.items, reply)),
      ...pageParts(view),
      ...lookedNotes(asked),
      ...askedNotes(asked, voice),
    ],
  }
}

/** There are no members to be in or out. */
const emptyMessage = ({ asked }: PresenceReply, voice: Voice): Message => ({
  title: asked.asks === 'in' ? inTitle(asked, voice) : `Who is out · ${askedDays(asked, voice)}`,
  parts: [
    ...readingNotes(asked, voice),
    line(`There are no members in ${asked.team?.name ?? asked.organization} yet.`),
  ],
})

/** Who is out, until when, and back when; or who is in. `isDated`: false where the days are already said above it. */
export const presenceMessage = (reply: PresenceReply, voice: Voice, isDated = true): Message => {
  if (reply.size === 0) return emptyMessage(reply, voice)
  if (!reply.has_working_day) return restMessage(reply, voice)
  const { asks, team } = reply.asked
  const message = asks === 'in' ? presentMessage(reply, voice) : outMessage(reply, voice)
  const isPlain = !isDated && team !== null && exactTitle(reply, voice) === null
  return isPlain ? { ...message, title: partTitle(team.name, reply) } : message
}
