/** Where in the input something is wrong: `['from']`, or `['leaves', 14, 'end_date']`. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * Why something expected was refused. Edges translate a code once, in one exhaustive table.
 * `unavailable`: the store did not answer, and nothing was changed. `outcome_unknown`: a write was sent and
 * nobody knows whether it was done.
 */
export type ProblemCode =
  'forbidden' | 'invalid' | 'not_found' | 'conflict' | 'plan_limit' | 'unavailable' | 'outcome_unknown'

/** An expected refusal. The message is for people and never carries a secret, an e-mail address or a driver's text. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly issues: readonly Issue[] | undefined

  constructor(
    code: ProblemCode,
    message: string,
    options: { issues?: readonly Issue[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.issues = options.issues
  }
}
