import type { PlaceMeaning } from '../../domain/organization/organization.js'
import { parsePlaceMeaning } from '../../domain/roster/calendars.js'
import { Problem } from '../../domain/problem.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeOrganization } from '../organizations/change.js'
import { auditLines } from '../records/change.js'
import { assignedNote, requireCalendar } from './assigned.js'

const notAPlace = (text: string) => ({
  path: ['places'],
  message: `${JSON.stringify(text)} must be PLACE=CALENDAR, such as Dublin=IE`,
})

/** `Dublin=IE`, or `Dublin=none` to forget one; without any, only lists them. Throws `invalid` and `not_found`. */
export const setPlaces = async (
  dependencies: Dependencies,
  org: string,
  typed: readonly string[],
  actor: Actor,
): Promise<readonly PlaceMeaning[]> => {
  const meanings = typed.flatMap((text) => [parsePlaceMeaning(text) ?? text])
  const issues = meanings.flatMap((meaning) => (typeof meaning === 'string' ? [notAPlace(meaning)] : []))
  if (issues.length > 0) throw new Problem('invalid', 'These are not places and calendars.', { issues })
  const given = meanings.filter((meaning) => typeof meaning !== 'string')
  return changeOrganization(dependencies, org, async ({ places: before = {} }) => {
    for (const [, meaning] of given)
      await requireCalendar(dependencies.store, org, meaning && meaning.calendar)
    const all = new Map<string, PlaceMeaning | null>([...Object.entries(before), ...given])
    const known = [...all].flatMap(([folded, meaning]) => (meaning ? [{ folded, ...meaning }] : []))
    const places = Object.fromEntries(
      known.map(({ folded, place, calendar }) => [folded, { place, calendar }]),
    )
    const result = Object.values(places).sort((a, b) => (a.place < b.place ? -1 : 1))
    if (given.length === 0) return { result }
    const detail = Object.fromEntries(given.map(([folded, meaning]) => [folded, meaning && meaning.calendar]))
    const also = auditLines(dependencies, org, [{ ...assignedNote(null, null), detail }], actor)
    return { write: { moves: ['revision'], set: { places }, also }, result }
  })
}
