import { randomBytes } from 'node:crypto'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { onTestFinished } from 'vitest'
import type { FakeSlackOptions } from '../../../src/demo/fake-slack/fake-slack.js'
import { openFakeSlack, type FakeSlack } from './strict.js'
import { slackApp } from '../../../src/slack/manifest.js'

/** A clock that stands until it is moved. */
const clockAt = (instant: string) => {
  let at = new Date(instant).getTime()
  return { now: () => new Date(at), forward: (ms: number) => void (at += ms) }
}

/** Two workspaces, a few people and channels; closed after the test. */
export const openWorkspaces = async (options: Partial<FakeSlackOptions> = {}) => {
  const clock = clockAt('2026-11-20T08:00:00Z')
  const slack = await openFakeSlack({
    app: slackApp,
    now: clock.now,
    elapsed: () => performance.now(),
    random: (size) => randomBytes(size),
    ...options,
  })
  onTestFinished(() => slack.close())
  const acme = slack.addWorkspace({ id: 'T0ACME', name: 'Acme' })
  const other = slack.addWorkspace({ id: 'T0OTHER', name: 'Other' })
  slack.addPerson({
    id: 'U0ANA',
    team_id: acme.id,
    name: 'ana',
    is_admin: true,
    tz: 'Europe/Lisbon',
    locale: 'pt-PT',
  })
  slack.addPerson({ id: 'U0BEN', team_id: acme.id, name: 'ben' })
  slack.addPerson({ id: 'U0OTTO', team_id: other.id, name: 'otto' })
  slack.addChannel({
    id: 'C0TEAM',
    team_id: acme.id,
    name: 'team',
    members: ['U0ANA', 'U0BEN', acme.bot_user_id],
  })
  slack.addChannel({ id: 'C0AWAY', team_id: acme.id, name: 'away', members: ['U0ANA'] })
  slack.addChannel({ id: 'G0HUSH', team_id: acme.id, name: 'hush', kind: 'private', members: ['U0ANA'] })
  return { slack, clock, acme, other, client: clientOf(slack, acme.bot_token) }
}

/** The real client of Slack's SDK, without its retries. */
export const clientOf = (slack: FakeSlack, token: string | undefined, options: WebClientOptions = {}) =>
  new WebClient(token, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 }, logger: silent, ...options })

const nothing = (): void => {}
const silent = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => 'error' as never,
  setName: nothing,
}

/** What Slack said no to, and the places it named. */
export const refusalOf = async (
  call: Promise<unknown>,
): Promise<{ error: string; messages: readonly string[] }> => {
  const fault = await call.then(
    () => undefined,
    (fault: { data?: { error: string; response_metadata?: { messages?: string[] } } }) => fault,
  )
  if (fault?.data === undefined) throw new Error(`no refusal of Slack, but ${String(fault)}`)
  return { error: fault.data.error, messages: fault.data.response_metadata?.messages ?? [] }
}
