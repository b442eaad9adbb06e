import type { SlackMessage } from '../message/blocks.js'
import type { SlackFetch } from './fetch.js'

/** False when Slack does not accept the message any more, or the address is not Slack's. */
export type SendToResponseUrl = (url: string, message: SlackMessage) => Promise<boolean>

/** Shows messages to the person who typed a command, through its response_url. */
export const createResponseUrlSender =
  (send: SlackFetch): SendToResponseUrl =>
  async (url, { text, blocks }) => {
    const body = JSON.stringify({ text, blocks, response_type: 'ephemeral', replace_original: false })
    try {
      const headers = { 'Content-Type': 'application/json' }
      return (await send(url, { method: 'POST', headers, body })).ok
    } catch {
      // The address is a secret, so its errors, which contain it, are too.
      return false
    }
  }
