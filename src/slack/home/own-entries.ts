import type { KnownBlock } from '@slack/web-api'
import { ownEntryWords } from '../../domain/words/own-entries.js'
import type { Requester } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { pressButton, section } from '../message/elements.js'
import { escape } from '../message/mrkdwn.js'
import { entryButtons, ownIds } from '../own-entries/form.js'

/** Entries take two blocks each. */
const maxEntries = 5

/** A person's own entries, and the button to add more; nothing for those who may not enter any. */
export const ownEntryBlocks = async (
  { ownEntries }: SlackServices,
  asker: Requester,
): Promise<readonly KnownBlock[]> => {
  const profile = await asker.admit()
  if ('refused' in profile) return []
  const found = await ownEntries.list(asker.organization._id, { asker: profile })
  if (!found) return []
  const { entries, today } = found
  const more = entries.length - maxEntries
  return [
    ...entries
      .slice(0, maxEntries)
      .flatMap((entry): KnownBlock[] => [
        section(escape(`You entered ${ownEntryWords(entry, today)}`)),
        entryButtons(entry, entry.type, 'home'),
      ]),
    ...(more > 0 ? [section(`and ${more} more`)] : []),
    { type: 'actions', elements: [pressButton(ownIds.homeOpen, "I'm off…", 'today')] },
  ]
}
