import { isAssignedByHand } from '../holidays/assigned.js'
import { codeOfPlace, parseCode } from '../holidays/calendar.js'
import { echo, parseName } from '../organization/name.js'
import type { Member, PlaceMeaning, PlaceMeanings, Team } from '../organization/organization.js'
import type { Findings } from './findings.js'
import type { Row } from './rows.js'
import type { MemberValues } from './shapes.js'
import { foldWord } from './types.js'

/** The holiday calendars of an organization, and what its places mean. */
export interface KnownCalendars {
  readonly codes: ReadonlySet<string>
  readonly places: PlaceMeanings
}

/** `Dublin=IE`, or `Dublin=none` to forget the place (null); undefined when the text is neither. */
export const parsePlaceMeaning = (
  text: string,
): readonly [folded: string, meaning: PlaceMeaning | null] | undefined => {
  const [, typed, meant = ''] = /^(.+)=([^=]+)$/s.exec(text) ?? []
  const place = typed === undefined ? null : parseName(typed)
  if (place === null || foldWord(place) === '') return undefined
  if (['none', '-'].includes(meant.trim().toLowerCase())) return [foldWord(place), null]
  const calendar = parseCode(meant)
  return calendar === null ? undefined : [foldWord(place), { place, calendar }]
}

/** A place without a meaning, and the calendar that has its name, if there is one. */
export interface UnknownPlace {
  readonly place: string
  readonly calendar: string | null
}

const isUnknown =
  '{} is not a holiday calendar of this organization; create it with "whosout holidays accept", or name the column "location" if it has places'
const keptCalendar = 'the holiday calendar was set by hand and was kept: {}'
const besidesTeam = 'the holiday calendar is not the one that was set by hand for the team: {}'

/** The holiday calendars that rows about members assign. */
export const createCalendarReader = (
  { codes, places }: KnownCalendars,
  teams: readonly Team[],
  { findings, warnings }: { readonly findings: Findings; readonly warnings: Findings },
) => {
  const unknown = new Map<string, UnknownPlace>()
  const ofTeams = new Map(teams.map(({ id, holidays }) => [id, holidays]))
  let understood = 0

  /** Undefined: the row says nothing. */
  const wantedBy = ({ place, values }: Row<MemberValues>): Member['holidays_from'] => {
    const { holidays, location } = values
    if (holidays && !codes.has(holidays)) findings.add(place, 'holidays', isUnknown, holidays)
    if (holidays) return { calendar: holidays, by: 'import' }
    if (holidays === null || !location) return holidays === null ? null : undefined
    const folded = foldWord(location)
    const meant = Object.hasOwn(places, folded) ? places[folded] : undefined
    if (meant !== undefined) {
      understood += 1
      return { calendar: meant.calendar, by: 'place' }
    }
    const code = codeOfPlace(location)
    if (folded !== '')
      unknown.set(folded, { place: location, calendar: code !== null && codes.has(code) ? code : null })
    return undefined
  }

  return {
    /** The fields of a member after a row about them, who will be in a team. */
    fieldsAfter(
      before: Member | undefined,
      row: Row<MemberValues>,
      team_id: string | null,
    ): Pick<Member, 'holidays' | 'holidays_from'> {
      const { holidays, holidays_from } = before ?? {}
      // Absent on members without a calendar of their own, so that their documents do not change.
      const asBefore = {
        ...(holidays !== undefined && { holidays }),
        ...(holidays_from !== undefined && { holidays_from }),
      }
      const wanted = wantedBy(row)
      const code = wanted && wanted.calendar
      if (code === undefined || code === (holidays ?? null)) return asBefore
      if (before && isAssignedByHand(before, codes)) {
        warnings.add(row.place, 'holidays', keptCalendar, echo(holidays ?? '') ?? '')
        return asBefore
      }
      const ofTeam = team_id === null ? null : ofTeams.get(team_id)
      if (code !== null && ofTeam && ofTeam !== code)
        warnings.add(row.place, 'holidays', besidesTeam, echo(ofTeam) ?? '')
      return { holidays: code, holidays_from: wanted ?? null }
    },
    /** Places that no meaning was given to, each once, and whether any place had one. */
    unknownPlaces: (): readonly UnknownPlace[] => [...unknown.values()],
    understands: (): boolean => understood > 0,
  }
}
