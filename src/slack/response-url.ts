import type { SlackMessage } from './blocks.js'

/** False when Slack does not take the message any more, or the address is none of Slack's. */
export type ShowThrough = (url: string, message: SlackMessage) => Promise<boolean>

/** Shows messages to whoever typed a command, through its address. */
export const createShowThrough =
  (send: typeof fetch): ShowThrough =>
  async (url, { text, blocks }) => {
    const body = JSON.stringify({ text, blocks, response_type: 'ephemeral', replace_original: false })
    try {
      const headers = { 'Content-Type': 'application/json' }
      return (await send(url, { method: 'POST', headers, body })).ok
    } catch {
      // The address is a secret, and so is what its errors say of it.
      return false
    }
  }
