import type { Returner, ReturnsReply } from '../reply/reply.js'
import { backWords } from './absence.js'
import { askedNotes, askedTitle } from './asked.js'
import { rangeWords } from './dates.js'
import { bold, line, list, people, type Line, type Message, type Voice } from './message.js'

const returnerLine = ({ name, is_me, back }: Returner, { asked }: ReturnsReply, voice: Voice): Line => [
  bold(name),
  `${is_me ? ' (you)' : ''}: ${backWords(back, asked.today, voice)}`,
]

const firstLine = ({ asked, returns }: ReturnsReply): string => {
  const { from, to } = asked.range
  const days = `${from === to ? 'on ' : ''}${rangeWords(asked.range, asked.today)}`
  const isPast = asked.range.to < asked.today
  const prefix = asked.form === 'whether' ? (returns.length > 0 ? 'Yes: ' : 'No: ') : ''
  if (returns.length === 0)
    return `${prefix}${prefix === '' ? 'Nobody' : 'nobody'} ${isPast ? 'came' : 'comes'} back ${days}.`
  const verb = isPast ? 'came' : returns.length === 1 ? 'comes' : 'come'
  return `${prefix}${people(returns.length)} ${verb} back ${days}.`
}

/** Who comes back, and on which day. */
export const returnsMessage = (reply: ReturnsReply, voice: Voice): Message => ({
  title: `Who is back: ${askedTitle(reply.asked, voice)}`,
  parts: [
    line(firstLine(reply)),
    ...list(
      null,
      reply.returns.map((returner) => returnerLine(returner, reply, voice)),
    ),
    ...askedNotes(reply.asked, voice),
  ],
})
