import type { UsersListResponse, WebClient } from '@slack/web-api'
import type { Organization } from '../../domain/organization/organization.js'
import { findUnmatched } from '../../services/people/people.js'
import type { Dependencies } from '../../services/dependencies.js'
import { pagesOf } from '../client.js'
import { describeFault, type Log } from '../log.js'
import { profileOf, type Profile } from './profiles.js'

/** People per page, and the maximum number of pages: people beyond that are not looked through. */
const pageSize = 1_000
const mostPages = 20

/** Every full member of a workspace, as listed by Slack. Rejects with the errors of Slack's client. */
export const listPeople = async (client: WebClient, workspace: string): Promise<readonly Profile[]> => {
  const found: Profile[] = []
  for await (const { members = [] } of pagesOf<UsersListResponse>(
    client,
    'users.list',
    { limit: pageSize },
    mostPages,
  ))
    found.push(...members.map((user) => profileOf(user, workspace)))
  return found.filter(({ kind }) => kind === 'member')
}

/** How long a list is cached, and how long an answer waits for one (milliseconds). */
const believedFor = 3_600_000
const listWithin = 1_500

export interface Directory {
  /**
   * Names of people in Slack without a member; none while that is not known. Never rejects, and does not delay an
   * answer.
   */
  unmatched(
    client: WebClient,
    workspace: string,
    organization: Pick<Organization, '_id'>,
  ): Promise<readonly string[]>
  /** The full members of a workspace; null while Slack does not list them. Never rejects. */
  people(client: WebClient, workspace: string): Promise<readonly Profile[] | null>
}

interface DirectoryDeps {
  readonly store: Dependencies['store']
  readonly log: Log
  readonly now: () => Date
}

export const createDirectory = ({ store, log, now }: DirectoryDeps): Directory => {
  const lists = new Map<string, { readonly until: number; readonly people: Promise<readonly Profile[]> }>()

  const peopleOf = (client: WebClient, workspace: string): Promise<readonly Profile[]> => {
    const time = now().getTime()
    const known = lists.get(workspace)
    if (known && known.until > time) return known.people
    const people = listPeople(client, workspace).catch((fault: unknown) => {
      log.warn({ err: describeFault(fault), workspace }, 'the people in a workspace could not be listed')
      return []
    })
    lists.set(workspace, { until: time + believedFor, people })
    return people
  }

  const look = async (client: WebClient, workspace: string, org: string): Promise<readonly string[]> => {
    const people = await peopleOf(client, workspace)
    return (await findUnmatched(store, org, people)).map(({ name }) => name)
  }

  return {
    // The asker is one of them.
    async people(client, workspace) {
      const people = await peopleOf(client, workspace)
      return people.length === 0 ? null : people
    },
    unmatched: (client, workspace, { _id }) =>
      new Promise((resolve) => {
        const late = setTimeout(() => resolve([]), listWithin)
        const none = (): readonly string[] => []
        void look(client, workspace, _id)
          .catch(none)
          .then(resolve)
          .finally(() => clearTimeout(late))
      }),
  }
}
