/** Where the input is wrong: `['from']`, or `['leaves', 14, 'end_date']`. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * Each edge translates the codes in one exhaustive table. `unavailable`: nothing was changed. `outcome_unknown`: it is
 * unknown whether a write was made. `busy`: too many others wait for their answers.
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

/** Stored data that cannot be used: a document, or, where `key` or `collection` is null, more than one. */
export interface Damage {
  readonly collection: string | null
  readonly key: string | null
  /** What is wrong, without a value of the document. */
  readonly what: string
}

/** An expected refusal. The message is for people and never contains a secret, an e-mail address or a driver's text. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly issues: readonly Issue[] | undefined
  /** What to do about it on the command line; nobody reads it elsewhere. */
  readonly shell: string | undefined
  /** Set when stored data cannot be used. */
  readonly damage: Damage | undefined
  /** Private, so that no log and no answer writes it out. */
  readonly #choices: readonly string[]

  constructor(
    code: ProblemCode,
    message: string,
    options: {
      issues?: readonly Issue[]
      cause?: unknown
      shell?: string | undefined
      damage?: Damage | undefined
      choices?: readonly string[]
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.issues = options.issues
    this.shell = options.shell
    this.damage = options.damage
    this.#choices = options.choices ?? []
    // Where damage was met tells nothing.
    if (options.damage) this.stack = `${this.name}: ${message}`
  }

  /** What an admin at a terminal may choose from, with e-mail addresses: commands show it below the message. */
  get choices(): readonly string[] {
    return this.#choices
  }
}
