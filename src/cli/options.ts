import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parseDay } from '../calendar/day.js'
import { leaveStatuses } from '../domain/organization/organization.js'
import { leaveTypes } from '../domain/presence/leave-types.js'
import { Problem } from '../domain/problem.js'

/** An option's parser out of one that returns null for what it does not understand. */
export const parsedBy =
  <T>(parse: (text: string) => T | null, hint: string) =>
  (text: string): T => {
    const value = parse(text)
    if (value === null) throw new InvalidArgumentError(hint)
    return value
  }

const oneOf = <T extends string>(known: readonly T[]) =>
  parsedBy((text) => known.find((value) => value === text) ?? null, `Use one of ${known.join(', ')}.`)

/** Values of `list` options: a filter that can match nothing is refused. */
export const dayOption = parsedBy(parseDay, 'Use an existing date, such as 2026-12-31.')
export const typeOption = oneOf(leaveTypes)
export const statusOption = oneOf(leaveStatuses)
export const sourceOption = parsedBy(
  (text) => (/^(import|manual|own|slack|calendar:.+)$/.test(text) ? text : null),
  'Use import, manual, own, slack or calendar:ID.',
)

export const limitOption = (max: number) =>
  parsedBy(
    (text) => (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null),
    `Use a number from 1 to ${max}.`,
  )

/**
 * `a, b` as two values, for options that take a list. Repeated options add up. An empty text is one empty value, which
 * is refused: `--allow "$UNSET"` must not mean "any address".
 */
export const listOption = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map((value) => value.trim()),
]

/** Throws `invalid` where no option says what to change. */
export const someOf =
  (message: string) =>
  ({ options }: { readonly options: object }): void => {
    if (Object.keys(options).length === 0) throw new Problem('invalid', message)
  }
