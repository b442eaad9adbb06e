import { andMore, note, people, type Part } from './message.js'

const mostNames = 5

/** People of a workspace whom no member is: they can ask, but nobody can ask about them. For admins. */
export const unmatchedNote = (names: readonly string[]): readonly Part[] => {
  if (names.length === 0) return []
  const more = names.length > mostNames ? [andMore(names.length - mostNames)] : []
  const shown = [names.slice(0, mostNames).join(', '), ...more].join(' ')
  return [
    note(
      `For admins: ${people(names.length)} of this workspace ${names.length === 1 ? 'is' : 'are'} not in whosout, by e-mail address: ${shown}.`,
    ),
  ]
}
