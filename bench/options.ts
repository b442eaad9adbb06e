import { parseArgs } from 'node:util'

export const parts = ['embedded', 'mongodb', 'behaviour', 'calendar', 'digest', 'words'] as const
export type Part = (typeof parts)[number]

export interface Options {
  readonly sizes: readonly number[]
  readonly rounds: number
  /** Duration of one measurement; wrk takes only whole seconds, and at least one. */
  readonly seconds: number
  readonly only: ReadonlySet<Part>
  /** Everything once, small and cold: shows that the bench runs, and keeps no results. */
  readonly isQuick: boolean
  /** Members of the organization used to measure event loop delays. */
  readonly largest: number
  /** Members of the organization whose calendar is asked for. */
  readonly calendar: number
}

const usage = `npm run bench -- [--quick] [--only ${parts.join(',')}] [--sizes 50,500]`

const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text)

/** Parses the command line; throws the usage text for anything it does not know. */
export const readOptions = (words: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      sizes: { type: 'string' },
    },
  })
  const only = values.only?.split(',') ?? parts
  if (!only.every(isPart)) throw new Error(usage)
  const sizes = values.sizes?.split(',').map(Number)
  if (sizes?.some((size) => !Number.isInteger(size) || size < 1)) throw new Error(usage)
  return values.quick
    ? {
        sizes: sizes ?? [50],
        rounds: 1,
        seconds: 0.25,
        only: new Set(only),
        isQuick: true,
        largest: 1_000,
        calendar: 200,
      }
    : {
        sizes: sizes ?? [50, 500, 5_000, 50_000],
        rounds: 5,
        seconds: 1,
        only: new Set(only),
        isQuick: false,
        largest: 50_000,
        calendar: 5_000,
      }
}
