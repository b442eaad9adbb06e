import type { SlackMessage } from './blocks.js'
import { fetchInTime } from './client.js'

/** Shows a message to whoever typed the command, through its address; false when Slack does not take it any more. */
export const showThrough = async (url: string, { text, blocks }: SlackMessage): Promise<boolean> => {
  const body = JSON.stringify({ text, blocks, response_type: 'ephemeral', replace_original: false })
  try {
    const headers = { 'Content-Type': 'application/json' }
    return (await fetchInTime(url, { method: 'POST', headers, body })).ok
  } catch {
    // The address is a secret, and so is what its errors say of it.
    return false
  }
}
