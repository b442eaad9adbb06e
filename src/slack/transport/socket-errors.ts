/**
 * A rejection that escapes Slack's socket client: with no value at all (slackapi/node-slack-sdk#2656), or with an error
 * from its own code. No caller can catch it, and it must not end the API's process.
 */
export const isSocketClientError = (reason: unknown): boolean =>
  reason === undefined ||
  (reason instanceof Error && /[\\/]@slack[\\/]socket-mode[\\/]/.test(reason.stack ?? ''))
