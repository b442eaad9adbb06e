import type { InputBlock, PlainTextOption } from '@slack/web-api'
import type { Member } from '../../domain/organization/organization.js'
import { plainText } from './modal.js'
import { optionOf } from '../team-menu.js'

/** The option for a time zone that is not in the list. */
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

/** A menu of time zones. `chosen` is one of them, or `otherZone`. */
export const zoneMenu = (
  action_id: string,
  zones: readonly string[],
  chosen: string,
): InputBlock['element'] => {
  const options = [...zones.map(zoneOption), optionOf('Other…', otherZone)]
  const initial_option = options.find(({ value }) => value === chosen) ?? options.at(-1)!
  return { type: 'static_select', action_id, placeholder: plainText('Time zone'), options, initial_option }
}

/** For a time zone that is not in the menu. */
export const zoneInput = (action_id: string): InputBlock['element'] => ({
  type: 'plain_text_input',
  action_id,
  max_length: 60,
})
export const zoneHint = plainText('UTC, or a name such as Europe/Berlin')
