import { isOneDay } from '../reply/days.js'
import type { Returner, ReturnsReply } from '../reply/reply.js'
import { nearBackWords } from './absence.js'
import { askedNotes, onDays, readingNotes, teamPrefix } from './asked.js'
import { foundTitle, isPlainList, lookedNotes } from './found.js'
import { andMore, bold, capital, list, people, type Line, type Message, type Voice } from './message.js'

const nameOf = ({ name, is_me }: Returner, voice: Voice): string =>
  is_me && !voice.absolute ? `${name} (you)` : name

/** The number of names where lines are counted. */
const maxNames = 80

/** A line for each day; just the names when only one day was asked about. */
const returnLines = (
  returns: readonly Returner[],
  { asked }: ReturnsReply,
  voice: Voice,
): readonly Line[] => {
  const byDay = new Map<string, string[]>()
  for (const one of returns) {
    const back = nearBackWords(one.back, asked.range.from, asked.today, voice)
    const isBack = !asked.found || asked.found.state === 'back'
    const label = capital(isBack ? back : back.replace(/^back /, ''))
    byDay.set(label, [...(byDay.get(label) ?? []), nameOf(one, voice)])
  }
  const most = voice.lines === undefined ? Infinity : Math.max(Math.floor(maxNames / byDay.size), 1)
  const shown = (names: readonly string[]): string =>
    names.length <= most
      ? names.join(', ')
      : `${names.slice(0, most).join(', ')} ${andMore(names.length - most)}`
  const isPlain = isOneDay(asked.range) && !returns.some(({ back }) => back.at_noon)
  return [...byDay].map(([label, names]): Line =>
    isPlain ? [shown(names)] : [bold(label), `: ${shown(names)}`],
  )
}

const titleOf = ({ asked, returns }: ReturnsReply, voice: Voice): string => {
  if (asked.found && !isPlainList(asked.found)) return foundTitle(asked, asked.found, voice)
  const isPast = asked.range.to < asked.today
  const verb = isPast ? 'came' : returns.length > 1 ? 'come' : 'comes'
  const who = returns.length === 0 ? 'Nobody' : people(returns.length)
  return `${teamPrefix(asked)}${who} ${verb} back ${onDays(asked, voice)}`
}

/** Who comes back, and on which day. */
export const returnsMessage = (reply: ReturnsReply, voice: Voice): Message => {
  return {
    title: titleOf(reply, voice),
    parts: [
      ...readingNotes(reply.asked, voice),
      ...list(null, returnLines(reply.returns, reply, voice)),
      ...lookedNotes(reply.asked),
      ...askedNotes(reply.asked, voice),
    ],
  }
}
