import type { SlackCommandMiddlewareArgs, AllMiddlewareArgs } from '@slack/bolt'
import type { Register } from './listeners.js'

/** Whatever its name: Slack signs only commands of this app, and the name in the manifest is the operator's to choose. */
const anyCommand = /^\/./

export const registerCommand: Register = (app, { answer }) => {
  app.command(
    anyCommand,
    answer<SlackCommandMiddlewareArgs & AllMiddlewareArgs>(async ({ respond }, { organization }) => {
      await respond({ text: `whosout is connected to ${organization.slug}.`, response_type: 'ephemeral' })
    }),
  )
}
