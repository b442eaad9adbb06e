import { showPlainly } from '../../domain/organization/name.js'
import { plainLine, type Line, type Message, type Part } from '../../domain/words/message.js'

const shown = (line: Line): string => showPlainly(plainLine(line))

const partText = (part: Part): string => {
  if (part.kind === 'line' || part.kind === 'note') return shown(part.line)
  const heading = part.kind === 'suggestions' ? ['Try:'] : part.heading
  const indent = heading ? '  ' : ''
  return [...(heading ? [shown(heading)] : []), ...part.lines.map((line) => indent + shown(line))].join('\n')
}

const isSuggestion = ({ kind }: Part): boolean => kind === 'suggestions'

/** A message for a terminal, complete; what else the words can mean stands below the answer. */
export const messageText = ({ title, parts }: Message): string => {
  const ordered = [...parts.filter((part) => !isSuggestion(part)), ...parts.filter(isSuggestion)]
  return [showPlainly(title), ...ordered.map(partText)].join('\n\n')
}
