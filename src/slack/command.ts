import type { SlackAnswers } from './ask/asking.js'
import type { CalendarCommand } from './links/command.js'
import type { CommandArgs } from './modal/command.js'
import type { DigestCommand } from './digest/command.js'
import type { ListenerContext } from './listeners.js'
import type { OwnCommand } from './own-entries/command.js'
import { askingOf } from './ask/who-asks.js'
import type { App } from '@slack/bolt'

/**
 * Matches any command name: Slack signs only commands of this app, and the operator chooses the name in the manifest.
 */
const anyCommand = /^\/./

/**
 * The slash command: only the asker sees the answer. "digest", "calendar", "off" and "back" are commands; to ask about
 * a team with such a name, type `team:digest`.
 */
export const registerCommand = (
  app: App,
  { answer }: Pick<ListenerContext, 'answer'>,
  asker: Pick<SlackAnswers, 'answer'>,
  digest: DigestCommand,
  calendar: CalendarCommand,
  own: OwnCommand,
): void =>
  app.command(
    anyCommand,
    answer<CommandArgs>(async (args, { organization }) => {
      const { respond, command } = args
      if (digest.takes(command.text)) return digest.run(args, organization)
      if (calendar.takes(command.text)) return calendar.run(args, organization)
      if (await own.run(args, organization)) return
      const outcome = await asker.answer(askingOf(args, organization), { text: command.text })
      const message =
        'refused' in outcome ? { text: outcome.refused } : { ...outcome, blocks: [...outcome.blocks] }
      await respond({ ...message, response_type: 'ephemeral', replace_original: false })
    }),
  )
