import type { Logger } from '@slack/bolt'
import { WebClient, type UsergroupsListResponse, type UsersListResponse } from '@slack/web-api'
import type { DirectoryGroup, DirectoryPerson } from '../../domain/people/directory.js'
import type { SlackSettings } from '../../domain/sources/source.js'
import type { ListDirectory } from '../../services/people/directory.js'
import { clientOptions } from '../client.js'
import { slackErrorOf } from '../log.js'
import type { OpenWorkspace } from '../workspace/access.js'
import { profileOf, type SlackUser } from './profiles.js'

/** Slack's advice for large workspaces is at most 200 (docs.slack.dev/reference/methods/users.list). */
const pageSize = 200
/** A hundred thousand people. */
const maxPages = 500
/** Per page, when Slack asks us to wait: Tier 2 allows 20 calls a minute. */
const maxWaits = 20

/** Null for bots, people who have not joined yet, and people of other workspaces. */
export const directoryPersonOf = (user: SlackUser, workspace: string): DirectoryPerson | null => {
  const { kind, account, email, timezone } = profileOf(user, workspace)
  if (kind === 'bot' || kind === 'stranger') return null
  if ('is_invited_user' in user && user.is_invited_user === true) return null
  const { real_name, profile, name = '' } = user
  return {
    account,
    email,
    name: profile?.real_name || real_name || profile?.display_name || name,
    timezone,
    avatar: profile?.image_192 ?? null,
    active: kind === 'member',
  }
}

interface DirectoryDependencies {
  /** The token of a workspace, or null with a sentence that says why there is none. */
  readonly tokenOf: (
    workspace: string,
    org: string,
  ) => Promise<{ readonly token: string } | { readonly failed: string }>
  readonly apiUrl: string
  readonly logger: Logger
  readonly wait: (milliseconds: number) => Promise<void>
}

/** The token that `open` returned. */
export const tokenFinder =
  (open: OpenWorkspace): DirectoryDependencies['tokenOf'] =>
  async (workspace, org) => {
    const { access, bot } = await open(workspace)
    return bot && 'organization' in access && access.organization._id === org
      ? { token: bot.token }
      : { failed: 'The app has no token of this Slack workspace for this organization at the moment.' }
  }

const retryAfterOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'retryAfter' in error && typeof error.retryAfter === 'number'
    ? error.retryAfter
    : null

const failedWords = (error: unknown): string => {
  const said = slackErrorOf(error)
  if (said === 'missing_scope')
    return 'The app lacks a scope for this: users:read, users:read.email, and usergroups:read for teams. Reinstall it with the current manifest.'
  if (said === 'plan_upgrade_required') return 'User groups need a paid Slack plan.'
  return `Slack did not list the people of the workspace${said ? ` (${said})` : ''}.`
}

/** Lists all the people of a workspace, or fails; never a part of them. */
export const createListDirectory = ({
  tokenOf,
  apiUrl,
  logger,
  wait,
}: DirectoryDependencies): ListDirectory => {
  /** One call, repeated when Slack allows it. */
  const call = async <T>(ask: () => Promise<T>, step: () => Promise<void>): Promise<T> => {
    for (let waits = 0; ; waits += 1) {
      await step()
      try {
        return await ask()
      } catch (error) {
        const seconds = retryAfterOf(error)
        if (seconds === null || waits >= maxWaits) throw error
        await wait(Math.min(seconds, 30) * 1_000)
      }
    }
  }

  const listPages = async (
    client: WebClient,
    { workspace }: SlackSettings,
    step: () => Promise<void>,
  ): Promise<readonly DirectoryPerson[]> => {
    const people = new Map<string, DirectoryPerson>()
    let cursor = ''
    for (let pages = 0; pages < maxPages; pages += 1) {
      const asked = { limit: pageSize, ...(cursor !== '' && { cursor }) }
      const { members = [], response_metadata }: UsersListResponse = await call(
        () => client.users.list(asked),
        step,
      )
      for (const user of members) {
        const person = directoryPersonOf(user, workspace)
        if (person) people.set(user.id ?? '', person)
      }
      // A page with fewer people than requested need not be the last one; a page without a cursor is.
      cursor = response_metadata?.next_cursor ?? ''
      if (cursor === '') return [...people.values()]
    }
    throw new Error('the list does not end')
  }

  const listGroups = async (
    client: WebClient,
    { groups }: SlackSettings,
    step: () => Promise<void>,
  ): Promise<readonly DirectoryGroup[]> => {
    if (groups.length === 0) return []
    const { usergroups = [] }: UsergroupsListResponse = await call(
      () => client.usergroups.list({ include_users: true }),
      step,
    )
    return groups.flatMap((id) => {
      const found = usergroups.find((group) => group.id === id)
      return found ? [{ name: found.name ?? '', users: found.users ?? [] }] : []
    })
  }

  return async (settings, step) => {
    const found = await tokenOf(settings.workspace, settings.org)
    if ('failed' in found) return found
    const options = { ...clientOptions(apiUrl, logger), retryConfig: { retries: 2 } }
    const client = new WebClient(found.token, options)
    let stepError: { readonly error: unknown } | null = null
    const safely = async (): Promise<void> => {
      try {
        await step()
      } catch (error) {
        stepError = { error }
        throw error
      }
    }
    try {
      const groups = await listGroups(client, settings, safely)
      const people = await listPages(client, settings, safely)
      return { people, groups, isComplete: true }
    } catch (error) {
      if (stepError !== null) throw error
      return { failed: failedWords(error) }
    }
  }
}
