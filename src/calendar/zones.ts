import { isTimeZone } from './day.js'

const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone

/** The zone that a name or an alias in any capitalization stands for; null when it is not a zone. */
export const canonicalZone = (name: string): string | null => (isTimeZone(name) ? canonical(name) : null)

/** `europe/berlin` becomes `Europe/Berlin`; aliases are kept. Null when it is not a zone. */
export const readZone = (text: string): string | null => {
  if (!isTimeZone(text)) return text.toUpperCase() === 'UTC' ? 'UTC' : null
  const usual = canonical(text)
  return usual.toLowerCase() === text.toLowerCase() ? usual : text
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

const maxSuggestions = 2
const minClueLength = 3

/** Zones whose city equals the text or starts with it: "berlin" finds `Europe/Berlin`. */
export const zonesLike = (text: string): readonly string[] => {
  const clue = plain(text.slice(text.lastIndexOf('/') + 1))
  if (clue.length < minClueLength) return []
  const places = Intl.supportedValuesOf('timeZone').map((zone) => ({
    zone,
    place: plain(zone.slice(zone.lastIndexOf('/') + 1)),
  }))
  const found = places.filter(({ place }) => place.startsWith(clue))
  const exact = found.filter(({ place }) => place === clue)
  return (exact.length > 0 ? exact : found).slice(0, maxSuggestions).map(({ zone }) => zone)
}
