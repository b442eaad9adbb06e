import type { App } from '@slack/bolt'
import { answerQuestion } from './ask/asking.js'
import { runDigestCommand, isDigestCommand } from './digest/command.js'
import { calendarActionOf, runCalendarCommand } from './links/command.js'
import type { CommandArgs, Listener, SlackServices } from './listeners.js'
import { runOwnCommand } from './own-entries/command.js'

/**
 * Matches any command name: Slack signs only commands of this app, and the operator chooses the name in the manifest.
 */
const anyCommand = /^\/./

/**
 * The slash command: only the asker sees the answer. "digest", "calendar", "off" and "back" are commands; to ask about
 * a team with such a name, type `team:digest`.
 */
const run: Listener<CommandArgs> = async (args, asker, services) => {
  const { text } = args.command
  if (isDigestCommand(text)) return runDigestCommand(args, asker, services)
  if (calendarActionOf(text) !== undefined) return runCalendarCommand(args, asker, services)
  if (await runOwnCommand(args, asker, services)) return
  const outcome = await answerQuestion(services, asker, { text })
  const message =
    'refused' in outcome ? { text: outcome.refused } : { ...outcome, blocks: [...outcome.blocks] }
  await args.respond({ ...message, response_type: 'ephemeral', replace_original: false })
}

export const registerCommand = (app: App, { answer }: SlackServices): void =>
  app.command(anyCommand, answer(run))
