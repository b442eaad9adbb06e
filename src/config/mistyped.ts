import { closest } from '../language/edit-distance.js'

/** Shorter names are too close to those of others: `HOME` is not a mistyped `HOST`. */
const minLength = 6
const maxEdits = 2

/** Settings of other programs whose names are close to one of ours. */
const ofOthers: ReadonlySet<string> = new Set(['SLACK_API_TOKEN'])

/** The unset setting that a variable of another name was probably meant for. */
const meantBy = (name: string, unset: readonly string[]): string | undefined => {
  if (name.length < minLength || ofOthers.has(name)) return undefined
  const long = unset.filter((setting) => setting.length >= minLength)
  return closest(name, long, maxEdits)[0]
}

/** A warning for each variable that has a value and the name of one of the settings, but for up to two letters. */
export const mistypedSettings = (
  given: Readonly<Record<string, unknown>>,
  settings: readonly string[],
): readonly string[] => {
  const unset = settings.filter((setting) => given[setting] === undefined)
  return Object.keys(given).flatMap((name) => {
    const meant = settings.includes(name) ? undefined : meantBy(name, unset)
    return meant === undefined ? [] : [`${name} is not a setting of whosout: did you mean ${meant}?`]
  })
}
