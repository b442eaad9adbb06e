/** Where the input is wrong: `['from']`, or `['leaves', 14, 'end_date']`. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * Why an expected refusal happened. Each edge translates the codes in one exhaustive table. `unavailable`: the store
 * did not answer, and nothing was changed. `outcome_unknown`: a write was sent, and it is unknown whether it was made.
 * `busy`: too many others wait for their answers.
 */
export type ProblemCode =
  | 'forbidden'
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'plan_limit'
  | 'unavailable'
  | 'outcome_unknown'
  | 'busy'

/** An expected refusal. The message is for people and never contains a secret, an e-mail address or a driver's text. */
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
