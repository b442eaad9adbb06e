import type { SectionsReply } from '../reply/reply.js'
import { askedDays, askedNotes, readingNotes, whoIs } from './asked.js'
import { foundTitle, lookedNotes } from './found.js'
import {
  bold,
  countLines,
  cutToLines,
  line,
  list,
  plainLine,
  type Line,
  type Message,
  type Part,
  type Voice,
} from './message.js'
import { foundDays } from './summed.js'
import { personMessage } from './person.js'
import { presenceLine, presenceMessage } from './presence.js'
import { returnsMessage } from './returns.js'
import { namesWithin } from './teams.js'

type SectionReply = SectionsReply['sections'][number]

const messageOf = (section: SectionReply, voice: Voice, isDated: boolean): Message => {
  switch (section.kind) {
    case 'presence':
      return presenceMessage(section, voice, isDated)
    case 'returns':
      return returnsMessage(section, voice)
    case 'person':
      return personMessage(section, voice, false)
  }
}

/** Names in all of the lines, when each part is one. */
const maxNames = 2_400

/** A part in a line of its own: its title, and what follows it. */
const lineOf = (section: SectionReply, voice: Voice, isDated: boolean, room: number): Line => {
  if (section.kind === 'presence') return presenceLine(section, voice, isDated, room)
  const { title, parts } = messageOf(section, voice, isDated)
  const lines = parts.flatMap((part) => {
    if (part.kind === 'line') return [plainLine(part.line)]
    return part.kind === 'list' ? part.lines.map(plainLine) : []
  })
  return [bold(title), lines.length === 0 ? '' : `: ${namesWithin(lines, room)}`]
}

/** The asker's location is mentioned once, below all of the sections. */
const withoutZone = (section: SectionReply): SectionReply => ({
  ...section,
  asked: { ...section.asked, zone: null },
})

/** Several answers below one title, each with a heading of its own; with its days, unless the title has them. */
export const sectionsMessage = ({ asked, sections }: SectionsReply, voice: Voice): Message => {
  const isOfAll = ({ asked: { range } }: SectionReply): boolean =>
    range.from === asked.range.from && range.to === asked.range.to
  const isDated = !asked.is_dated || !sections.every(isOfAll)
  const { lines: most = Infinity, ...whole } = voice
  const below = foundDays(asked)
  // Each part has a title of its own below the one of all.
  const parts = sections.flatMap((one): readonly Part[] => {
    const message = messageOf(withoutZone(one), whole, isDated)
    return [line(bold(message.title)), ...message.parts]
  })
  const isCut = 1 + countLines([...below, ...parts]) > most
  const room = maxNames / sections.length
  const shown = isCut
    ? list(
        null,
        sections.map((one) => lineOf(one, whole, isDated, room)),
      )
    : parts
  const message: Message = {
    ...(isCut && { is_cut: true }),
    title: asked.found
      ? foundTitle(asked, asked.found, voice)
      : `${whoIs(asked, asked.asks)}${asked.is_dated ? ` · ${askedDays(asked, voice)}` : ''}`,
    parts: [
      ...readingNotes(asked, voice),
      ...below,
      ...shown,
      ...lookedNotes(asked),
      ...askedNotes(asked, voice),
    ],
  }
  return cutToLines(message, voice)
}
