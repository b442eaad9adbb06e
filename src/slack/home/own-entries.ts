import type { KnownBlock } from '@slack/web-api'
import { plainLine, type Line } from '../../domain/words/message.js'
import { ownDaysWords, ownEntryWords } from '../../domain/words/own-entries.js'
import type { Requester } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { pressButton, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { entryButtons, ownIds, ownTitle } from '../own-entries/form.js'

/** Entries take two blocks each. */
const maxEntries = 5

/** "Next: holiday, Fri 27 Nov, back Mon 30 Nov" is about the entry of "Fri 27 Nov". */
const isAbout = (line: Line, days: string): boolean =>
  new RegExp(`(?:^|[:,] )${days}(?:,|$)`, 'i').test(plainLine(line))

const linesBlock = (lines: readonly Line[]): readonly KnownBlock[] =>
  lines.length === 0 ? [] : [section(lines.map(drawLine).join('\n'))]

/**
 * What is said of the person, with their own entries, and the button to add more. An entry that a line is about already
 * has its buttons there. Without entries for those who may not enter any.
 */
export const ownBlocks = async (
  { ownEntries }: SlackServices,
  asker: Requester,
  lines: readonly Line[],
): Promise<readonly KnownBlock[]> => {
  const profile = await asker.admit()
  const found =
    'refused' in profile ? null : await ownEntries.list(asker.organization._id, { asker: profile })
  if (!found) return linesBlock(lines)
  const { today } = found
  const said: KnownBlock[] = []
  let waiting: readonly Line[] = lines
  const others = found.entries.filter((entry) => {
    const at = waiting.findIndex((line) => isAbout(line, ownDaysWords(entry, today)))
    if (at === -1) return true
    said.push(...linesBlock(waiting.slice(0, at + 1)), entryButtons(entry, entry.type, 'home'))
    waiting = waiting.slice(at + 1)
    return false
  })
  const more = others.length - maxEntries
  const add = pressButton(ownIds.homeOpen, `${ownTitle}…`, 'today')
  const blocks: readonly KnownBlock[] = [
    ...said,
    ...linesBlock(waiting),
    ...others
      .slice(0, maxEntries)
      .flatMap((entry) => [
        section(escape(`You entered ${ownEntryWords(entry, today)}`)),
        entryButtons(entry, entry.type, 'home'),
      ]),
    ...(more > 0 ? [section(`and ${more} more`)] : []),
  ]
  // Below the only entry there is one row; below several, a row of its own, so that it belongs to none of them.
  const last = blocks.at(-1)
  return last?.type === 'actions' && found.entries.length === 1
    ? [...blocks.slice(0, -1), { ...last, elements: [...last.elements, add] }]
    : [...blocks, { type: 'actions', elements: [add] }]
}
