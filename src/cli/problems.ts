import type { Issue, Problem, ProblemCode } from '../domain/problem.js'
import type { ExitCode, Io } from './io.js'

/** What a script learns from each refusal: 1 refused, 2 misuse. */
export const exitCodeOf = {
  unauthorized: 1,
  forbidden: 1,
  invalid: 2,
  not_found: 1,
  conflict: 1,
  plan_limit: 1,
  unavailable: 1,
  outcome_unknown: 1,
} as const satisfies Record<ProblemCode, ExitCode>

/** Settings whose option has another name; `name` is an argument here and an option there. */
const optionNames: Readonly<Record<string, string>> = { privacy: '--masked', name: 'name' }

const optionOf = (field: string): string =>
  optionNames[field] ?? (field.startsWith('--') ? field : `--${field.replaceAll('_', '-')}`)

/** Said of the option that a person typed; which of its several values it is, the message says. */
const issueLine = ({ path, message }: Issue): string => `  ${optionOf(String(path[0]))}: ${message}`

/** Says on standard error why a command was refused, and everything that is wrong with what was asked. */
export const printProblem = (io: Pick<Io, 'err'>, problem: Problem): void => {
  io.err([problem.message, ...(problem.issues ?? []).map(issueLine)].join('\n'))
}
