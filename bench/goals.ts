import { table } from './table.js'

/** A promise that a measurement keeps or breaks. */
export interface Goal {
  readonly what: string
  readonly goal: string
  readonly figure: string
  /** Null: it could not be measured here. */
  readonly isMet: boolean | null
}

/** A goal, and whether a figure reaches it; `show` writes both. */
export const goal = (
  what: string,
  limit: { readonly atLeast: number } | { readonly atMost: number },
  value: number | null | undefined,
  show: (value: number) => string = (ratio) => ratio.toFixed(2),
): Goal => {
  const [words, bound] = 'atLeast' in limit ? ['at least', limit.atLeast] : ['at most', limit.atMost]
  const isKnown = value !== null && value !== undefined && Number.isFinite(value)
  return {
    what,
    goal: `${words} ${show(bound)}`,
    figure: isKnown ? show(value) : '–',
    isMet: isKnown ? ('atLeast' in limit ? value >= bound : value <= bound) : null,
  }
}

const words = (isMet: boolean | null): string => (isMet === null ? '–' : isMet ? 'met' : '**missed**')

/** The goals as Markdown, with the number of those that were met. */
export const goalsTable = (goals: readonly Goal[]): string => {
  const met = goals.filter(({ isMet }) => isMet).length
  return [
    `${met} of ${goals.length} goals met:`,
    table(
      ['what', 'goal', 'measured', ''],
      goals.map(({ what, goal, figure, isMet }) => [what, goal, figure, words(isMet)]),
    ),
  ].join('\n\n')
}
