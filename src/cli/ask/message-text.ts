import { showPlainly } from '../../domain/organization/name.js'
import { plainLine, type Line, type Message, type Part } from '../../domain/words/message.js'

const shown = (line: Line): string => showPlainly(plainLine(line))

const partText = (part: Part): string => {
  if (part.kind === 'line' || part.kind === 'note') return shown(part.line)
  const heading = part.kind === 'suggestions' ? ['Try:'] : part.heading
  const indent = heading ? '  ' : ''
  return [...(heading ? [shown(heading)] : []), ...part.lines.map((line) => indent + shown(line))].join('\n')
}

/** A message for a terminal, complete. */
export const messageText = ({ title, parts }: Message): string =>
  [showPlainly(title), ...parts.map(partText)].join('\n\n')
