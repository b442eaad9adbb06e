import type { KnownBlock } from '@slack/web-api'
import { ownEntryWords } from '../../domain/words/own-entries.js'
import type { OwnEntries } from '../../services/own-entries/own-entries.js'
import type { SlackAnswers, Asking } from '../ask/asking.js'
import { section, plainText } from '../modal/modal.js'
import { escape } from '../message/mrkdwn.js'
import { entryButtons, ownIds } from '../own-entries/form.js'

/** Entries take two blocks each. */
const maxEntries = 5

/** A person's own entries, and the button to add more; nothing for those who may not enter any. */
export const ownEntryBlocks = async (
  own: Pick<OwnEntries, 'list'>,
  answers: Pick<SlackAnswers, 'admit'>,
  asking: Asking,
): Promise<readonly KnownBlock[]> => {
  const profile = await answers.admit(asking)
  if ('refused' in profile) return []
  const found = await own.list(asking.organization._id, { asker: profile })
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
    {
      type: 'actions',
      elements: [{ type: 'button', action_id: ownIds.homeOpen, text: plainText("I'm off…"), value: 'today' }],
    },
  ]
}
