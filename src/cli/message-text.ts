import { plainLine, type Message, type Part } from '../domain/words/message.js'

const partText = (part: Part): string => {
  if (part.kind === 'line') return plainLine(part.line)
  if (part.kind === 'note') return `(${plainLine(part.line)})`
  const lines = part.lines.map((line) => `  ${plainLine(line)}`)
  return [...(part.heading ? [plainLine(part.heading)] : []), ...lines].join('\n')
}

/** A message in a terminal: nothing is left out, and a line of notes stands in brackets. */
export const messageText = ({ title, parts }: Message): string => [title, ...parts.map(partText)].join('\n\n')
