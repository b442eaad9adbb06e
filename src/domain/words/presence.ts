import { isOneDay, lengthOf } from '../reply/days.js'
import { placesAfter } from '../reply/shared-holidays.js'
import { presentCount } from '../reply/presence.js'
import type { OutGroup, PresenceReply, PresentGroup } from '../reply/reply.js'
import {
  askedDays,
  askedNotes,
  cutName,
  dayOffParts,
  onDays,
  readingNotes,
  teamPrefix,
  unsaidDays,
  whoIs,
} from './asked.js'
import { nearDayWords } from './dates.js'
import { answeredRest, foundTitle, isPlainList, lookedNotes } from './found.js'
import { dayLabel, foldLong, groupLines, holidayWords, longNote, namedOnce, personWords } from './groups.js'
import {
  andMore,
  bold,
  countLines,
  line,
  list,
  people,
  type Line,
  type Message,
  type Part,
  type Voice,
} from './message.js'
import { cutLead, isBankHolidayOfAll, leadParts } from './lead.js'
import { daysWithin, eachDayParts, mostOutParts, namesWithin, teamLines } from './teams.js'

/** "9 of 40 are", "1 of 40 was", "Nobody is". */
export const ofAll = (count: number, { asked: { range, today }, size }: PresenceReply): string => {
  const [is, are] = range.to < today ? ['was', 'were'] : ['is', 'are']
  return count === 0 ? `Nobody ${is}` : `${count} of ${size} ${count === 1 ? is : are}`
}

/** "10 of 40 are out at some point"; when nobody is out, that everyone is in. */
const countWords = (reply: PresenceReply): string => {
  const { asked, out, away } = reply
  const is = asked.range.to < asked.today ? 'was' : 'is'
  if (out.length > 0) return `${ofAll(out.length, reply)} out at some point`
  return away.bank_holiday > 0 ? `Nobody else ${is} out` : `Everyone ${is} in.`
}

/** More people than this are counted by team, where lines are counted: names with days take more reading than names. */
const maxListed = { out: 20, in: 40 }

/** Below a title and `above`, the lines that are left; null: as many as it takes. */
const roomBelow = ({ lines }: Voice, above: readonly Part[]): number | null =>
  lines === undefined ? null : lines - 1 - countLines(above)

/** What a message says below its lead, and whether it leaves out somebody. */
interface ListBody {
  readonly parts: readonly Part[]
  readonly is_cut: boolean
}

/** Who is out on which days or, where that takes too many lines, by team. */
const outBody = (
  reply: PresenceReply,
  voice: Voice,
  room: number | null,
  later: readonly OutGroup[] = [],
): ListBody => {
  const { asked } = reply
  const label = (day: string): string => dayLabel(day, asked)
  const isLonger = ['weeks', 'months'].includes(lengthOf(asked.range))
  const most = isLonger ? mostOutParts(reply, (day) => nearDayWords(day, asked.range.from)) : []
  const { shown, long } = foldLong(namedOnce(reply.groups, later))
  const lines = groupLines(shown, asked, voice)
  const isShort = room === null || (lines.length + most.length <= room && reply.out.length <= maxListed.out)
  if (isShort)
    return { parts: [...most, ...list(null, lines), ...longNote(long, asked, voice)], is_cut: false }
  const days = isLonger ? most : eachDayParts(reply, label)
  return {
    parts: [...days, ...list(null, teamLines(reply, later, voice, room - days.length))],
    is_cut: true,
  }
}

/** "Design · 3 of 13", "Design · Nobody is out", "Design": a team's part of an answer whose title has the days. */
const partTitle = (team: string, reply: PresenceReply): string => {
  const { asked, out, size } = reply
  const name = cutName(team)
  if (!isOneDay(asked.range)) return name
  if (asked.asks === 'in') return `${name} · ${presentCount(reply)} of ${size}`
  if (isBankHolidayOfAll(reply)) return `${name} · Bank holiday`
  return `${name} · ${out.length > 0 ? `${out.length} of ${size}` : nobodyOut(reply)}`
}

/** "Nobody is out", "Nobody else was out" beside a bank holiday. */
const nobodyOut = ({ asked, away }: PresenceReply): string =>
  `${away.bank_holiday > 0 ? 'Nobody else' : 'Nobody'} ${asked.range.to < asked.today ? 'was' : 'is'} out`

/** "7 of 40 are out today, Mon 23 Nov", "Who is out · next week, 23–27 Nov". */
const outTitle = (reply: PresenceReply, voice: Voice): string => {
  const { asked, out } = reply
  if (!isOneDay(asked.range)) return `${teamPrefix(asked)}${whoIs(asked, 'out')} · ${askedDays(asked, voice)}`
  const said = out.length > 0 ? `${ofAll(out.length, reply)} out` : nobodyOut(reply)
  return `${teamPrefix(asked)}${isBankHolidayOfAll(reply) ? 'Bank holiday' : said} ${onDays(asked, voice)}`
}

/** "Yes: 3 people are out on Thu 26 Nov"; null where the question was who. */
const exactTitle = (reply: PresenceReply, voice: Voice): string | null => {
  const { asked, size } = reply
  if (!asked.found || isPlainList(asked.found)) return null
  const away = isBankHolidayOfAll(reply) ? { leave: 0, bank_holiday: size, not_working: 0 } : reply.away
  return foundTitle(asked, asked.found, voice, away)
}

/** The next working day, in place of non-working days. */
const insteadBody = ({ instead }: PresenceReply, voice: Voice, later: readonly OutGroup[] = []): ListBody => {
  if (!instead) return { parts: [], is_cut: false }
  const plain = { ...instead.asked, corrections: [], remarks: [], alternative: null, zone: null, late: [] }
  const short = voice.lines === undefined ? voice : { ...voice, lines: voice.lines - 1 }
  const next = presenceMessage({ ...instead, asked: plain }, short, true, later)
  return { parts: [line(bold(next.title)), ...next.parts], is_cut: next.is_cut ?? false }
}

const restMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { parts, is_cut } = insteadBody(reply, voice)
  return {
    title: answeredRest(reply.asked, voice),
    ...(is_cut && { is_cut }),
    parts: [...readingNotes(reply.asked, voice), ...parts, ...askedNotes(reply.asked, voice)],
  }
}

/** Lines of what is coming up, below who is out today. */
const maxComing = 5

/** Everybody who is not named above. */
const comingParts = (
  { asked, places }: PresenceReply,
  coming: readonly OutGroup[],
  voice: Voice,
  most: number,
): readonly Part[] => {
  const lines = [
    ...placesAfter(places, asked.today).map((one): Line => [holidayWords(one, asked)]),
    ...groupLines(namedOnce(coming), asked, voice),
  ]
  const isCut = lines.length > most
  const shown = isCut ? lines.slice(0, most - 1) : lines
  const more = isCut ? [[andMore(lines.length - shown.length)]] : []
  return list([bold('Coming up')], [...shown, ...more])
}

/** Who is out today, then what is coming up; where no day was named. */
const firstMessage = (
  reply: PresenceReply,
  { today, coming }: NonNullable<PresenceReply['first']>,
  voice: Voice,
): Message => {
  const { asked } = today
  const { corrections, remarks, alternative } = reply.asked
  const named = new Set((today.instead ?? today).out.map(({ id }) => id))
  const others = coming.flatMap((group): OutGroup[] => {
    const people = group.people.filter(({ id }) => !named.has(id))
    return people.length === 0 ? [] : [{ ...group, people }]
  })
  const comingLines = countLines(comingParts(reply, others, voice, maxComing))
  const lead = today.has_working_day ? cutLead(leadParts(today, countBelow(today)), voice) : []
  const lines = voice.lines === undefined ? {} : { lines: voice.lines - Math.min(comingLines, 3) }
  const room = roomBelow({ ...voice, ...lines }, lead)
  const body = today.has_working_day
    ? outBody(today, voice, room, coming)
    : insteadBody(today, { ...voice, ...lines }, coming)
  const left = roomBelow(voice, [...lead, ...body.parts])
  const most = left === null ? maxComing : Math.min(maxComing, left - 1)
  const shown = comingParts(reply, others, voice, most)
  const is_cut = body.is_cut || countLines(shown) < countLines(comingParts(reply, others, voice, Infinity))
  return {
    title: today.has_working_day ? outTitle(today, voice) : answeredRest(asked, voice),
    ...(is_cut && { is_cut }),
    parts: [
      ...readingNotes({ ...asked, corrections, remarks, alternative }, voice),
      ...lead,
      ...body.parts,
      ...shown,
      ...askedNotes(reply.asked, voice),
    ],
  }
}

/** How many are out, where the title does not say it. */
const countBelow = (reply: PresenceReply): string | null => {
  if (!isOneDay(reply.asked.range)) return countWords(reply)
  return isBankHolidayOfAll(reply) && reply.out.length > 0 ? `${ofAll(reply.out.length, reply)} out` : null
}

const outMessage = (reply: PresenceReply, voice: Voice, later?: readonly OutGroup[]): Message => {
  const { asked, first } = reply
  if (first) return firstMessage(reply, first, voice)
  const exact = exactTitle(reply, voice)
  const lead = [
    ...dayOffParts(asked, voice),
    ...cutLead(leadParts(reply, exact === null ? countBelow(reply) : null), voice),
  ]
  const { parts, is_cut } = outBody(reply, voice, roomBelow(voice, lead), later)
  return {
    title: exact ?? outTitle(reply, voice),
    ...(is_cut && { is_cut }),
    parts: [
      ...readingNotes(asked, voice, exact === null ? unsaidDays(asked) : undefined),
      ...lead,
      ...parts,
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

/** "32 of 40 are in today, Mon 23 Nov", "Who is in · next week, 23–27 Nov". */
const inTitle = (reply: PresenceReply, voice: Voice): string =>
  isOneDay(reply.asked.range)
    ? `${ofAll(presentCount(reply), reply)} in ${onDays(reply.asked, voice)}`
    : `${whoIs(reply.asked, 'in')} · ${askedDays(reply.asked, voice)}`

const presentMessage = (reply: PresenceReply, voice: Voice): Message => {
  const { asked } = reply
  const exact = exactTitle(reply, voice)
  const isSaid = isOneDay(asked.range) || exact !== null
  const lead = [
    ...dayOffParts(asked, voice),
    ...cutLead(
      leadParts(reply, isSaid ? null : `${ofAll(presentCount(reply), reply)} in on all of these days`),
      voice,
    ),
  ]
  const room = roomBelow(voice, lead)
  const is_cut = room !== null && (reply.present.length > room || presentCount(reply) > maxListed.in)
  const lines = is_cut ? teamLines(reply, [], voice, room) : presentLines(reply.present, reply)
  return {
    ...(is_cut && { is_cut }),
    title: exact ?? `${teamPrefix(asked)}${inTitle(reply, voice)}`,
    parts: [
      ...readingNotes(asked, voice, exact === null ? unsaidDays(asked) : undefined),
      ...lead,
      ...list(null, lines),
      ...lookedNotes(asked),
      ...askedNotes(asked, voice),
    ],
  }
}

/** There are no members to be in or out. */
const emptyMessage = ({ asked }: PresenceReply, voice: Voice): Message => ({
  title: `${whoIs(asked, asked.asks === 'in' ? 'in' : 'out')} · ${askedDays(asked, voice)}`,
  parts: [
    ...readingNotes(asked, voice),
    line(`There are no members in ${asked.team?.name ?? asked.organization} yet.`),
  ],
})

/** Who is out, until when, and back when; or who is in. `isDated`: false where the days are already said above it. */
export const presenceMessage = (
  reply: PresenceReply,
  voice: Voice,
  isDated = true,
  later?: readonly OutGroup[],
): Message => {
  if (reply.size === 0) return emptyMessage(reply, voice)
  if (!reply.has_working_day) return restMessage(reply, voice)
  const { asks, team } = reply.asked
  const message = asks === 'in' ? presentMessage(reply, voice) : outMessage(reply, voice, later)
  const isPlain = !isDated && team !== null && exactTitle(reply, voice) === null
  return isPlain ? { ...message, title: partTitle(team.name, reply) } : message
}

/** The same in a line: "Design · 3 of 13: Ana Ruiz, Ben Cole (Mon–Tue) and 1 more". `room`: for names, as in `namesWithin`. */
export const presenceLine = (reply: PresenceReply, voice: Voice, isDated: boolean, room: number): Line => {
  const { asked, size, places } = reply
  const { title } = presenceMessage(reply, voice, isDated)
  if (size === 0 || !reply.has_working_day) return [bold(title)]
  const isIn = asked.asks === 'in'
  const isCounted = isOneDay(asked.range) || exactTitle(reply, voice) !== null
  const count = isCounted ? '' : ` · ${isIn ? presentCount(reply) : reply.out.length} of ${size}`
  const present = reply.present.flatMap(({ people }) => people)
  const out = namedOnce(reply.groups).flatMap(({ people }) => people)
  const names = isIn
    ? namesWithin(present, room)
    : daysWithin(out, (person) => personWords(person, asked, voice), room)
  const said = names === '' ? '' : `: ${names}`
  const holidays = places.reduce((sum, { people: having }) => sum + having, 0)
  const more = holidays === 0 ? '' : ` · Bank holiday: ${people(holidays)}`
  return [bold(`${title}${count}`), `${said}${more}`]
}
