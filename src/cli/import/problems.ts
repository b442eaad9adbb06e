import { withValue, type Cause, type Finding } from '../../domain/roster/findings.js'
import { personOption } from '../../domain/roster/persons.js'
import type { ImportResult } from '../../services/roster/import.js'
import { counted } from '../output.js'

/** The most names in a line to paste. */
export const pasted = 20

export const shown = (name: string): string =>
  JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)

/** All that is wrong with the files, a line for each cause, and what to do. */
export const problemLines = (
  { findings, causes, count, ignored, strangers }: Extract<ImportResult, { readonly causes: unknown }>,
  all: boolean,
): readonly string[] => {
  const reasons = withoutConsequences(causes)
  const isLong = !all && reasons.length < count
  return [
    ...(all ? findings.map(findingLine) : reasons.map(causeLine)),
    ...hintsFor(causes, ignored),
    ...(reasons.length < causes.length ? [] : strangerLines(strangers, causes)),
    `${counted(count, 'problem')}; nothing was written.${isLong ? ' --all lists them one by one.' : ''}`,
  ]
}

/** While the addresses of people cannot be read, their leaves match nobody: that is not reported, too. */
const withoutConsequences = (causes: readonly Cause[]): readonly Cause[] =>
  causes.some(({ message }) => message.startsWith('the column "email" of members is missing'))
    ? causes.filter(
        ({ message }) => !message.startsWith('is missing, and this does not match exactly one member'),
      )
    : causes

/** What to do about people who are not members, to paste; whoever may be one is not proposed to be left out. */
const strangerLines = (
  strangers: readonly { readonly name: string; readonly isLike: boolean }[],
  causes: readonly Cause[],
): readonly string[] => {
  const [first] = strangers
  if (first === undefined) return []
  const others = strangers.filter(({ isLike }) => !isLike).slice(0, pasted)
  const wasTried = causes.some(({ message }) => message.includes('--skip-unknown'))
  return [
    `To say who somebody is, now and later: ${personOption(first.name, 'EMAIL')}`,
    ...(others.length > 0
      ? [
          `To leave out people who are not in the organization, now and later: ${others.map((one) => personOption(one.name, 'skip')).join(' ')}`,
        ]
      : []),
    ...(others.length > 0 && !wasTried
      ? ['To leave out all who are not in the organization, in this import: --skip-unknown']
      : []),
  ]
}

export const findingLine = ({ file, place, column, message }: Finding): string => {
  const named = column !== null && !place?.endsWith(`.${column}`) ? `${column}: ` : ''
  return place === null ? `${file}: ${named}${message}` : `${file}, ${place}: ${named}${message}`
}

const valuesShown = 40

const valuesText = (values: Cause['values']): string => {
  const listed = values
    .slice(0, valuesShown)
    .map(({ text, count }) => (count === 1 || values.length === 1 ? text : `${text} (${count})`))
  const rest = values.length - listed.length
  return listed.join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '')
}

/** `lines 2, 3, 4, …`, or JSON paths unchanged. */
const placesText = (places: readonly string[], count: number): string => {
  const [, word] = /^(line|row) /.exec(places[0] ?? '') ?? []
  const listed = word === undefined ? places : places.map((place) => place.slice(word.length + 1))
  return `${word === undefined ? '' : `${word}s `}${listed.join(', ')}${count > places.length ? ', …' : ''}`
}

/** One line for a problem that occurs in many places. */
const causeLine = ({ file, column, message, values, count, places }: Cause): string => {
  const text = withValue(message, valuesText(values), values[0]?.text)
  const [place = null] = places
  if (count === 1) return findingLine({ file, place, column, message: text })
  const named = column === null ? '' : `${column}: `
  return `${file}: ${named}${text} (${count.toLocaleString('en')} times: ${placesText(places, count)})`
}

const hintsFor = (causes: readonly Cause[], ignored: readonly string[]): string[] => {
  const unknownType = causes.find(
    ({ column, message }) => column === 'type' && message.startsWith('must be one of'),
  )
  const word = unknownType?.values[0]?.text.replaceAll('"', '') ?? 'Sabbatical'
  const unread = ignored.filter((name) => !name.includes('@'))
  const hasMissing = causes.some(({ message }) => /^the column ".*" of \w+ is missing/.test(message))
  return [
    ...(unknownType
      ? [`Set the meaning of a word with --types "${word}=personal"; it is kept for later imports.`]
      : []),
    ...(hasMissing && unread.length > 0
      ? [`Columns that were not read: ${unread.map(shown).join(', ')}. To map one: --map "COLUMN=email".`]
      : []),
  ]
}
