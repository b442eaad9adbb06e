import { WebClient } from '@slack/web-api'
import type { WebClientOptions } from '@slack/web-api'
import { describeError, slackErrorOf, type Log } from '../log.js'

/** The workspace and user that a token belongs to. */
export interface Identity {
  /** Slack's id of the workspace. */
  readonly workspace: string
  readonly name: string
  readonly botId: string | null
  readonly botUserId: string
}

/**
 * `token`: Slack rejects it. `unavailable`: Slack did not answer. `enterprise`: it is for a whole Enterprise
 * organization.
 */
type IdentityError = 'token' | 'unavailable' | 'enterprise'

export interface OwnIdentity {
  /** Asks until it is known; returns at once. */
  start(): void
  stop(): void
  /** The known identity, or the result of one more request. Never rejects. */
  current(): Promise<Identity | IdentityError>
  /** Slack revoked the token. */
  forget(): void
}

const errorOf = (error: unknown): IdentityError =>
  slackErrorOf(error) === undefined ? 'unavailable' : 'token'

const explanations = {
  token: 'Slack rejected SLACK_BOT_TOKEN: copy it again from "OAuth & Permissions" in the app settings',
  unavailable: 'Slack is not responding: trying again',
  enterprise:
    'SLACK_BOT_TOKEN is for a whole Enterprise organization: install the app in one workspace instead',
} as const satisfies Record<IdentityError, string>

const ask = async (client: WebClient): Promise<Identity | 'enterprise'> => {
  const told = await client.auth.test()
  if (told.is_enterprise_install === true || !told.team_id || !told.user_id) return 'enterprise'
  return {
    workspace: told.team_id,
    name: told.team ?? told.team_id,
    botId: told.bot_id ?? null,
    botUserId: told.user_id,
  }
}

/** Milliseconds before the next request, doubled each time up to the longest. */
const pauses = { first: 1_000, longest: 60_000 }

export interface IdentityDeps {
  readonly token: string
  readonly options: WebClientOptions
  readonly log: Log
  readonly wait: (ms: number) => Promise<void>
  /** Called each time that Slack accepts the token, also after it had been revoked. Must not throw. */
  readonly learned: (identity: Identity) => void
}

/** Asks Slack which workspace the process's own token belongs to, repeatedly if necessary and without ever failing. */
export const createIdentity = ({ token, options, log, wait, learned }: IdentityDeps): OwnIdentity => {
  const client = new WebClient(token, options)
  let known: Identity | undefined
  let asking: Promise<Identity | IdentityError> | undefined
  let stopped = false

  const fail = (error: IdentityError, err?: unknown): IdentityError => {
    log.error(err === undefined ? {} : { err: describeError(err) }, explanations[error])
    return error
  }
  const learn = async (): Promise<Identity | IdentityError> => {
    try {
      const told = await ask(client)
      if (told === 'enterprise') return fail(told)
      log.info({ workspace: told.workspace, name: told.name }, 'Slack accepted the token')
      known = told
      learned(told)
      return told
    } catch (error) {
      return fail(errorOf(error), error)
    } finally {
      asking = undefined
    }
  }
  const current = async (): Promise<Identity | IdentityError> => known ?? (asking ??= learn())
  const keepAsking = async (): Promise<void> => {
    for (let pause = pauses.first; !stopped; pause = Math.min(2 * pause, pauses.longest)) {
      if (typeof (await current()) !== 'string') return
      await wait(pause)
    }
  }
  return {
    start: () => void keepAsking(),
    stop: () => void (stopped = true),
    current,
    forget: () => void (known = undefined),
  }
}
