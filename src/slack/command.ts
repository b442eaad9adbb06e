import type { App } from '@slack/bolt'
import { answerQuestion, contentOf } from './ask/asking.js'
import { digestCommand } from './digest/command.js'
import { holidayCommand, settingsCommand } from './home/commands.js'
import { calendarCommand } from './links/command.js'
import type { CommandArgs, Listener, SlackServices, SlashCommand } from './listeners.js'
import { backCommand, offCommand } from './own-entries/command.js'

/**
 * Matches any command name: Slack signs only commands of this app, and the operator chooses the name in the manifest.
 */
const anyCommand = /^\/./

/** Commands among the questions; to ask about a team with such a name, type `team:digest`. */
const commands: readonly SlashCommand[] = [
  digestCommand,
  calendarCommand,
  offCommand,
  backCommand,
  settingsCommand,
  holidayCommand,
]

/** What is a command to somebody who types it in a message. */
export const isCommand = (text: string): boolean => commands.some(({ matches }) => matches(text.trim()))

/** The slash command: only the asker sees the answer. */
const run: Listener<CommandArgs> = async (args, asker, services) => {
  const { text } = args.command
  const command = commands.find(({ matches }) => matches(text.trim()))
  if (command && (await command.run(args, asker, services)) !== 'question') return
  const outcome = await answerQuestion(services, asker, { text })
  await args.respond({ ...contentOf(outcome), response_type: 'ephemeral', replace_original: false })
}

export const registerCommand = (app: App, { answer }: SlackServices): void =>
  app.command(anyCommand, answer(run))
