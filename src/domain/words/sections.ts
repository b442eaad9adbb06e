import type { Asks } from '../../language/words/sentences.js'
import type { SectionsReply } from '../reply/reply.js'
import { askedDays, askedNotes, readingNotes } from './asked.js'
import { foundDays, foundTitle, lookedNotes } from './found.js'
import { bold, line, type Message, type Part, type Voice } from './message.js'
import { personMessage } from './person.js'
import { presenceMessage } from './presence.js'
import { returnsMessage } from './returns.js'

const titles: Readonly<Record<Asks, string>> = {
  out: 'Who is out',
  in: 'Who is in',
  back: 'Who is back',
}

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
  // Each part has a title of its own below the one of all.
  const lines =
    voice.lines === undefined ? {} : { lines: Math.max(Math.floor((voice.lines - 1) / sections.length), 3) }
  const messages = sections.map((one) => messageOf(withoutZone(one), { ...voice, ...lines }, isDated))
  return {
    ...(messages.some(({ is_cut }) => is_cut) && { is_cut: true }),
    title: asked.found
      ? foundTitle(asked, asked.found, voice)
      : asked.is_dated
        ? `${titles[asked.asks]} · ${askedDays(asked, voice)}`
        : titles[asked.asks],
    parts: [
      ...readingNotes(asked, voice),
      ...foundDays(asked),
      ...messages.flatMap(({ title, parts }): readonly Part[] => [line(bold(title)), ...parts]),
      ...lookedNotes(asked),
      ...askedNotes(asked, voice),
    ],
  }
}
