/**
 * A rejection that Slack's socket client leaves behind: nothing at all (slackapi/node-slack-sdk#2656), or an error
 * from its own code. Nobody can catch it, and the API must not end for it.
 */
export const isSocketClientFault = (reason: unknown): boolean =>
  reason === undefined ||
  (reason instanceof Error && /[\\/]@slack[\\/]socket-mode[\\/]/.test(reason.stack ?? ''))
