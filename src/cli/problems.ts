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

const issueLine = ({ path, message }: Issue): string => `  ${path.join('.')}: ${message}`

/** Says on standard error why a command was refused, and everything that is wrong with what was asked. */
export const printProblem = (io: Pick<Io, 'err'>, problem: Problem): void => {
  io.err([problem.message, ...(problem.issues ?? []).map(issueLine)].join('\n'))
}
