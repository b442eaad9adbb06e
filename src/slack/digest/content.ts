import { contentRefusals, silentWords } from '../../domain/words/digest-status.js'
import type { DigestContent } from '../../services/digests/content.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { section } from '../message/elements.js'

/** A digest in Slack's format, or why there is nothing to show. */
export const drawContent = (content: DigestContent): SlackMessage => {
  if (!('message' in content)) {
    const text = contentRefusals[content.kind]
    return { text, blocks: [section(text)] }
  }
  const { text, blocks } = drawMessage(content.message)
  return content.kind === 'silent'
    ? { text, blocks: [section(silentWords[content.reason]), ...blocks] }
    : { text, blocks }
}
