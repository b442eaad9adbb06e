import type { JsonObject } from '../fake-slack/state.js'

/** Slack does not document when it collapses text; a longer section was seen to end in "See more". */
const maxLines = 5
const maxTextLength = 700

/** Whether Slack shows only the beginning of a section until the reader presses "See more". */
export const isFolded = ({ type, expand, text }: JsonObject): boolean => {
  if (type !== 'section' || expand === true) return false
  const said = (text as { readonly text?: string } | undefined)?.text ?? ''
  return said.length > maxTextLength || said.split('\n').length > maxLines
}
