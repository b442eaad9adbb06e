import type { UsersListResponse, WebClient } from '@slack/web-api'
import { pagesOf } from '../client.js'
import { describeError, type Log } from '../log.js'
import { profileOf, type AccountKind, type Profile } from './profiles.js'

/** People per page, and the maximum number of pages: people beyond that are not looked through. */
const pageSize = 1_000
const maxPages = 20

/** Every full member of a workspace, as listed by Slack, or others too. Rejects with the errors of Slack's client. */
export const listPeople = async (
  client: WebClient,
  workspace: string,
  kinds: readonly AccountKind[] = ['member'],
): Promise<readonly Profile[]> => {
  const found: Profile[] = []
  for await (const { members = [] } of pagesOf<UsersListResponse>(
    client,
    'users.list',
    { limit: pageSize },
    maxPages,
  ))
    found.push(...members.map((user) => profileOf(user, workspace)))
  return found.filter(({ kind }) => kinds.includes(kind))
}

/** How long a list is cached (milliseconds). */
const believedFor = 3_600_000

interface DirectoryDeps {
  readonly log: Log
  readonly now: () => Date
}

export const createDirectory = ({ log, now }: DirectoryDeps) => {
  const lists = new Map<string, { readonly until: number; readonly people: Promise<readonly Profile[]> }>()

  const peopleOf = (client: WebClient, workspace: string): Promise<readonly Profile[]> => {
    const time = now().getTime()
    const known = lists.get(workspace)
    if (known && known.until > time) return known.people
    const people = listPeople(client, workspace, ['member', 'guest']).catch((error: unknown) => {
      log.warn({ err: describeError(error), workspace }, 'the people in a workspace could not be listed')
      return []
    })
    lists.set(workspace, { until: time + believedFor, people })
    return people
  }

  return {
    /** The full members of a workspace, or its guests too; null while Slack does not list them. Never rejects. */
    async people(
      client: WebClient,
      workspace: string,
      kinds: readonly AccountKind[] = ['member'],
    ): Promise<readonly Profile[] | null> {
      const people = await peopleOf(client, workspace)
      // The asker is one of them.
      return people.length === 0 ? null : people.filter(({ kind }) => kinds.includes(kind))
    },
  }
}
export type Directory = ReturnType<typeof createDirectory>
