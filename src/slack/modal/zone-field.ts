import type { PlainTextOption } from '@slack/web-api'
import type { Member } from '../../domain/organization/organization.js'
import { text, type EnteredFields, type Field } from './fields.js'
import { plainText } from '../message/elements.js'
import { optionOf } from '../team-menu.js'

/** The option for a time zone that is not in the list: choosing it shows a text field. */
export const otherZone = 'other'
const maxOptions = 100

/** Likely time zones first, then the most common ones among members, without duplicates, up to the limit of a menu. */
export const zonesOffered = (
  likely: readonly string[],
  members: readonly Pick<Member, 'timezone' | 'active'>[],
): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { timezone: zone, active } of members)
    if (active && zone !== null) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([zone]) => zone)
  return [...new Set([...likely, ...frequent])].slice(0, maxOptions - 1)
}

/** "America/New_York" is a value; people read it with spaces in place of underscores. */
const zoneOption = (zone: string): PlainTextOption => optionOf(zone.replaceAll('_', ' '), zone)

/** A menu of time zones, and a text field when none of them fits. */
export const zoneFields = (
  zones: readonly string[],
  timezone: string,
  typesZone: boolean,
): { readonly timezone: Field; readonly typed_zone: Field | false } => {
  const options = [...zones.map(zoneOption), optionOf('Other…', otherZone)]
  const chosen = typesZone ? otherZone : timezone
  const initial_option = options.find(({ value }) => value === chosen) ?? options.at(-1)!
  const placeholder = plainText('Time zone')
  return {
    timezone: {
      label: 'Time zone',
      element: (action_id) => ({ type: 'static_select', action_id, placeholder, options, initial_option }),
      dispatches: true,
    },
    typed_zone: typesZone && {
      label: 'Another time zone',
      element: text({ max: 60 }),
      hint: 'UTC, or a name such as Europe/Berlin',
    },
  }
}

/** The time zone that was chosen or typed. */
export const zoneIn = ({ chosen, text: typed }: EnteredFields<'timezone' | 'typed_zone'>): string => {
  const zone = chosen('timezone') ?? ''
  return zone === otherZone ? typed('typed_zone').trim() : zone
}
