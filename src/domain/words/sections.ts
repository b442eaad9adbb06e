import type { Asks } from '../ask/language/sentences.js'
import type { SectionsReply } from '../reply/reply.js'
import { askedDays, askedNotes, readingNotes } from './asked.js'
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

const messageOf = (section: SectionReply, voice: Voice): Message => {
  switch (section.kind) {
    case 'presence':
      return presenceMessage(section, voice)
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

/** Several answers below one title, each with a heading of its own. */
export const sectionsMessage = ({ asked, sections }: SectionsReply, voice: Voice): Message => ({
  title: asked.is_dated ? `${titles[asked.asks]} · ${askedDays(asked, voice)}` : titles[asked.asks],
  parts: [
    ...readingNotes(asked, voice),
    ...sections.flatMap((section): readonly Part[] => {
      const { title, parts } = messageOf(withoutZone(section), voice)
      return [line(bold(title)), ...parts]
    }),
    ...askedNotes(asked, voice),
  ],
})
